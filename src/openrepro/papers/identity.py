"""What makes one paper of many names: ids, arXiv ids, titles made comparable."""
