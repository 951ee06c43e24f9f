#!/usr/bin/env bash
# Tests look at pages in a real browser: Debian's chromium, installed where it is missing and root and apt are there.
set -euo pipefail
command -v chromium >/dev/null && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "chromium is missing: tests in a browser are skipped (install the package chromium)" >&2
  exit 0
fi
echo "installing chromium" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-noto-core >/dev/null
