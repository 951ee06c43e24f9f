"""Archives as participants and attackers make them."""

import io
import struct
import tarfile
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from openrepro.demo.example import DATA

LOGBOOKS = DATA / "logbooks"
SMALL: Mapping[str, bytes] = {"README.md": b"# A logbook\n", "pages/index.md": b"# Pages\n"}


def files_of(name: str) -> dict[str, bytes]:
    """The files of a bundled logbook, such as `amber/demo-hedge`."""
    folder = LOGBOOKS / name
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def zipped(files: Mapping[str, bytes] | Iterable[tuple[str, bytes]], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive of these files, names as given."""
    out = io.BytesIO()
    pairs = files.items() if isinstance(files, Mapping) else files
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in pairs:
            archive.writestr(_info(name, method), data)
    return out.getvalue()


def _info(name: str, method: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("x", (2026, 11, 30, 12, 0, 0))
    info.filename = name  # just as it is, unlike the constructor's
    info.compress_type = method
    return info


def linked_zip(name: str, target: str) -> bytes:
    """A zip archive with a symbolic link beside a page."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("README.md", b"# A logbook\n")
        info = zipfile.ZipInfo(name)
        info.create_system = 3
        info.external_attr = 0o120777 << 16
        archive.writestr(info, target)
    return out.getvalue()


def tarred(
    files: Mapping[str, bytes], *members: tarfile.TarInfo, mode: str = "w:gz", form: int = tarfile.PAX_FORMAT
) -> bytes:
    """A tar archive of these files, and of some members without bytes."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode, format=form) as archive:  # type: ignore[call-overload]
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        for member in members:
            archive.addfile(member)
    return out.getvalue()


def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    """A tar member that is no file: a link, a device, a pipe."""
    info = tarfile.TarInfo(name)
    info.type = kind
    info.linkname = target
    return info


def folder_of(target: Path, files: Mapping[str, bytes]) -> Path:
    """These files on disk."""
    for name, data in files.items():
        place = target / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return target


def patched(archive: bytes, *changes: tuple[int, str, int]) -> bytes:
    """A zip archive with fields of its last listed member or its end overwritten: (offset, struct format, value)."""
    made = bytearray(archive)
    for at, form, value in changes:
        struct.pack_into(form, made, at, value)
    return bytes(made)
