"""The files of a Space at one commit: their list, and their bytes, held against the digests of that list."""

import hashlib
import re
from typing import Final
from urllib.parse import quote, urlsplit

from openrepro.hub.client import Hub
from openrepro.hub.fetching import MOVED, Answer, FetchError, origin
from openrepro.hub.rows import RemoteFile, decoded, file_of, listed

TREE_CAP: Final = 8 * 2**20
LEAST_CAP: Final = 2**16
MOST_PAGES: Final = 100
MOST_HOPS: Final = 3
PLAIN: Final = re.compile(r"[a-z0-9.-]+")
POINTER: Final = b"version https://git-lfs.github.com/spec/"


class Files:
    """Reads files of Spaces. `hosts` are those beside the Hub's own that it may send us on to for bytes; one that
    begins with a dot stands for all hosts below it. Safe to share between threads."""

    def __init__(self, hub: Hub, hosts: tuple[str, ...]) -> None:
        self._hub = hub
        self._hosts = hosts

    def tree(self, space: str, sha: str, most: int) -> tuple[RemoteFile, ...]:
        """All files at commit `sha`, in the Hub's order. Raises FetchError when there are more than `most`, when a
        path comes twice, or when the list does not end or cannot be read."""
        url = f"{self._hub.url}/api/spaces/{quote(space)}/tree/{quote(sha)}?recursive=true"
        found: dict[str, RemoteFile] = {}
        asked: set[str] = set()
        while url:
            if url in asked or len(asked) == MOST_PAGES:
                raise FetchError(f"The list of files of {space} goes in circles or does not end; nothing was fetched.")
            asked.add(url)
            url = self._tree_page(space, url, found)
            if len(found) > most:
                raise FetchError(f"{space} holds more than {most:,} files; none was fetched.")
        return tuple(found.values())

    def _tree_page(self, space: str, url: str, found: dict[str, RemoteFile]) -> str:
        """Add the files of one page and give the address of the next."""
        what = f"The list of files of {space}"
        answer = self._hub.fetcher.get(url, cap=TREE_CAP)
        if answer.status != 200:
            raise FetchError(f"{what} could not be read: status {answer.status}.")
        for at, row in enumerate(listed(decoded(answer.body, what), what), start=1):
            file = file_of(row, f"{what}, row {at}")
            if file is not None and found.setdefault(file.path, file) is not file:
                raise FetchError(f"{what} names {file.path[:80]!r} twice; nothing was fetched.")
        return self._hub.next_page(answer, what)

    def content(self, space: str, sha: str, file: RemoteFile) -> bytes:
        """The bytes of a file, which are exactly those that the list names. Raises FetchError."""
        url = f"{self._hub.url}/spaces/{quote(space)}/resolve/{quote(sha)}/{quote(file.path)}"
        answer = self._followed(url, file)
        if answer.status != 200:
            raise FetchError(f"{file.path[:120]!r} could not be fetched: status {answer.status}.")
        if not _as_listed(answer.body, file):
            if answer.body.startswith(POINTER):
                raise FetchError(f"{file.path[:120]!r} came as a pointer to large-file storage, without its content.")
            raise FetchError(f"{file.path[:120]!r} came with other bytes than the list of files names.")
        return answer.body

    def _followed(self, url: str, file: RemoteFile) -> Answer:
        for _ in range(MOST_HOPS + 1):
            answer = self._hub.fetcher.get(url, cap=max(file.size, LEAST_CAP))
            if answer.status not in MOVED:
                return answer
            url = answer.location
            if not self._allowed(url):
                host = urlsplit(url).hostname or url
                raise FetchError(
                    f"The Hub sends us to {host[:80]!r} for {file.path[:80]!r}; not followed.",
                    hint="If that host serves the Hub's files, name it in OPENREPRO_HUB_FILE_HOSTS.",
                )
        raise FetchError(f"The Hub sends us on more than {MOST_HOPS} times for {file.path[:120]!r}; not followed.")

    def _allowed(self, url: str) -> bool:
        """Whether bytes may be taken from there: the Hub's own origin, or a host of the setting as safely reached."""
        home = origin(self._hub.url)
        if origin(url) == home:
            return True
        host, scheme = (urlsplit(url).hostname or "").lower(), urlsplit(url).scheme
        known = any(host.endswith(name) if name.startswith(".") else host == name for name in self._hosts)
        if not known or PLAIN.fullmatch(host) is None:
            return False
        return origin(url) == f"https://{host}:443" or (scheme in ("http", "https") and home.startswith("http://"))


def _as_listed(body: bytes, file: RemoteFile) -> bool:
    if file.sha256:
        return hashlib.sha256(body).hexdigest() == file.sha256
    made = b"blob %d\0" % len(body) + body
    if len(file.blob) == 64:
        return hashlib.sha256(made).hexdigest() == file.blob
    return hashlib.sha1(made, usedforsecurity=False).hexdigest() == file.blob
