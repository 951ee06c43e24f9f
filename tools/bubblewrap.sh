#!/usr/bin/env bash
# Tests read PDFs in the sandbox that servers use: Debian's bubblewrap, installed where it is missing and root and apt are there.
set -euo pipefail
command -v bwrap >/dev/null && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "bubblewrap is missing: tests in the sandbox are skipped (install the package bubblewrap)" >&2
  exit 0
fi
echo "installing bubblewrap" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq && apt-get install -y -qq --no-install-recommends bubblewrap >/dev/null
