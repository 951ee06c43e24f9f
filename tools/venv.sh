#!/bin/sh
# Make the virtual environment $1 with the first Python of the others given that is new enough (3.11 or later).
set -eu
venv=$1
shift

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

# Debian packs the venv module apart from Python.
add_venv_module() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null
}

for python in "$@"; do
    new_enough "$python" || continue
    "$python" -c 'import ensurepip' 2>/dev/null || add_venv_module || {
        echo "$python cannot make virtual environments: install its venv module (Debian: python3-venv)." >&2
        exit 1
    }
    exec "$python" -m venv "$venv"
done
echo "OpenRepro needs Python 3.11 or later; tried: $*. Name another with: make PYTHON=/path/to/python" >&2
exit 1
