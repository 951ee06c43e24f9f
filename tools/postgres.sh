#!/bin/sh
# Make sure that tests find a PostgreSQL server: install Debian's where there is none and apt and root are.
set -eu

found() {
    command -v initdb >/dev/null && return
    for folder in /usr/lib/postgresql/*/bin /usr/local/bin /usr/local/pgsql/bin /opt/homebrew/bin; do
        [ -x "$folder/initdb" ] && return
    done
    return 1
}

found && exit
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing PostgreSQL for the tests (apt-get install postgresql)" >&2
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null && found && exit
fi
echo "There is no PostgreSQL here, so tests on it are skipped; Debian and Ubuntu: apt-get install postgresql." >&2
