"""The participant's side: a workspace for one paper, the server it enters at, and what runs in it."""
