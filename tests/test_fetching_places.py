"""Where this program reaches out to the network: a closed list, so that a new place is looked at before it comes."""

import ast
from pathlib import Path

import openrepro

ROOT = Path(openrepro.__file__).parent
REACHING = {
    "aiohttp", "ftplib", "fsspec", "http.client", "httpcore2", "httpx2", "requests", "s3fs", "smtplib", "socket",
    "telnetlib", "urllib.request", "urllib3", "websockets", "xmlrpc",
}  # fmt: skip
PLACES = {
    "notify/client.py": "calls webhooks, whose addresses strangers name: only those that notify/guard.py allows",
    "notify/guard.py": "looks names up, and says which addresses are public",
    "hub/fetching.py": "asks the Hub of the settings; redirects are followed by hub/client.py and hub/files.py only",
    "hub/jobs.py": "reads the log of a job of the Hub of the settings; redirects are never followed",
    "store/s3_blobs.py": "the archive of the settings",
    "store/blobs.py": "finds the client of the archive",
    "agents/server.py": "asks the server that the participant named; redirects are never followed",
    "models/client.py": "asks the model endpoints of the settings and the rule file; redirects are never followed",
    "store/sharing.py": "the name of this machine",
    "server/keeper.py": "the name of this machine",
    "server/serving.py": "listens",
    "server/bench.py": "talks to its own children",
    "server/bench_child.py": "talks to its own parent",
    "server/bench_pipe.py": "talks within a machine",
    "queue/crew.py": "the name of this machine",
    "cli/demo.py": "listens",
    "cli/serve.py": "listens",
}


def reaching(file: Path) -> set[str]:
    """The modules of the network that a file imports."""
    named: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            named |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            named |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return {one for one in named for known in REACHING if one == known or one.startswith(f"{known}.")}


def test_the_network_is_reached_from_known_places_only() -> None:
    found = {str(file.relative_to(ROOT)) for file in ROOT.rglob("*.py") if reaching(file)}
    assert found <= PLACES.keys(), f"look at {found - PLACES.keys()} as at something that a stranger may use"


def test_a_new_place_would_be_seen(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("from urllib import request\n")
    (tmp_path / "two.py").write_text("import httpx2._client\n")
    (tmp_path / "three.py").write_text("from urllib.parse import urlsplit\n")
    assert [bool(reaching(tmp_path / f"{name}.py")) for name in ("one", "two", "three")] == [True, True, False]
