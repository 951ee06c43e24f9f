"""PostgreSQL for tests: one server for all test processes of a run, gone when the run is, however it ends."""

import fcntl
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psycopg

INSTALL = "install PostgreSQL 13 or later (Debian and Ubuntu: apt-get install postgresql)"
CONFIGURATION = """
listen_addresses = ''
max_connections = 200
shared_buffers = 64MB
fsync = off
full_page_writes = off
wal_level = minimal
max_wal_senders = 0
log_min_messages = panic
"""
# The account `guarded` needs its password; everybody else on the socket is let in.
ACCESS = "local all guarded scram-sha-256\nlocal all all trust\n"


def binaries() -> Path | None:
    """The folder of PostgreSQL's programs; None when there is none."""
    places = [Path(found).resolve().parent for found in [shutil.which("initdb")] if found]
    places += sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name.zfill(3), reverse=True
    )
    places += [Path("/usr/local/bin"), Path("/usr/local/pgsql/bin"), Path("/opt/homebrew/bin")]
    return next((place for place in places if (place / "initdb").exists() and (place / "postgres").exists()), None)


def required_binaries() -> Path:
    """The folder of PostgreSQL's programs; the test is skipped when there is none."""
    found = binaries()
    if found is None:
        import pytest  # here, since the benchmarks use servers without it

        pytest.skip(f"there is no PostgreSQL to test on: {INSTALL}")
    return found


@dataclass(frozen=True)
class Server:
    """A server in `folder` that listens on a socket in it only."""

    folder: Path

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def url(self, database: str = "postgres", user: str = "openrepro") -> str:
        """The address of a database as SQLAlchemy takes it."""
        return f"postgresql+psycopg://{user}@/{database}?host={self.folder}"

    def execute(self, *statements: str, database: str = "postgres") -> None:
        with psycopg.connect(host=str(self.folder), user="openrepro", dbname=database, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def create(self, database: str) -> str:
        """Make an empty database anew and give its address."""
        self.execute(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)', f'CREATE DATABASE "{database}"')
        return self.url(database)

    def prepare(self) -> None:
        """Make the server's files."""
        owner = _owner()
        self.folder.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(self.data, ignore_errors=True)  # of a process that was killed half-way
        shutil.chown(self.folder, owner.pw_uid, owner.pw_gid)
        program = required_binaries() / "initdb"
        _run_as(
            owner, [str(program), "-D", str(self.data), "-U", "openrepro", "-A", "trust", "-E", "UTF8", "--no-sync",
                    "--locale=C", "--no-instructions"]
        )  # fmt: skip
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(f"{CONFIGURATION}unix_socket_directories = '{self.folder}'\n")
        (self.data / "pg_hba.conf").write_text(ACCESS)

    def start(self) -> subprocess.Popen[bytes]:
        """Start the server and wait until it answers; the caller stops it."""
        owner = _owner()
        process = subprocess.Popen(
            [str(required_binaries() / "postgres"), "-D", str(self.data)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
            **_identity(owner),
        )
        self.wait(process)
        return process

    def wait(self, process: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + 30
        while time.monotonic() < until and process.poll() is None:
            try:
                return self.execute()
            except psycopg.OperationalError:
                time.sleep(0.02)
        process.kill()
        raise RuntimeError(f"PostgreSQL in {self.folder} did not start.")


def _owner() -> pwd.struct_passwd:
    """Whom the server runs as: PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return pwd.getpwuid(os.getuid())
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


def _identity(owner: pwd.struct_passwd) -> dict[str, object]:
    if os.getuid() != 0:
        return {}
    return {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}


def _run_as(owner: pwd.struct_passwd, command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False, **_identity(owner))
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stderr.strip()[-500:]}")


class Run:
    """One run of tests. Its first process holds a lock until it ends; the server goes when the lock does."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="openrepro-pg-"))
        self.folder.chmod(0o711)
        self._alive = (self.folder / "alive").open("w")
        fcntl.lockf(self._alive, fcntl.LOCK_EX)

    def end(self) -> None:
        self._alive.close()
        if not (self.folder / "started").exists():
            shutil.rmtree(self.folder, ignore_errors=True)


def shared_server(folder: Path) -> Server:
    """The server of a run; the first process that asks for it starts it."""
    server = Server(folder / "server")
    with (folder / "starting").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "started").exists():
            server.prepare()
            _start_keeper(folder)
    return server


def _start_keeper(folder: Path) -> None:
    """Start a process that runs the server until the run's lock is free, and waits until it answers."""
    keeper = subprocess.Popen(
        [sys.executable, __file__, str(folder)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert keeper.stdout
    with keeper.stdout as told:
        if told.readline() != b"ready\n":
            raise RuntimeError("PostgreSQL for the tests did not start.")
    keeper.returncode = 0  # it outlives this process on purpose


def keep(folder: Path) -> None:
    """Run the server until the run is over, then remove it and its files."""
    server = Server(folder / "server")
    process = server.start()
    server.execute("CREATE ROLE guarded LOGIN PASSWORD 'let me in'")
    (folder / "started").touch()
    print("ready", flush=True)
    with (folder / "alive").open("w") as alive:
        fcntl.lockf(alive, fcntl.LOCK_EX)
    stop(process)
    shutil.rmtree(folder, ignore_errors=True)


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a server at once; its files are of no use afterwards unless it is started again."""
    process.send_signal(3)  # SIGQUIT: immediate shutdown
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class OwnServer:
    """A server for one test that stops and restarts it; `folder` is one in the folder of the run."""

    def __init__(self, folder: Path) -> None:
        self._server = Server(folder)
        self._server.prepare()
        self._process = self._server.start()

    def url(self) -> str:
        return self._server.url()

    def stop(self) -> None:
        stop(self._process)

    def start(self) -> None:
        self._process = self._server.start()

    def restart(self) -> None:
        self.stop()
        self.start()


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
