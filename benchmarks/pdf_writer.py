"""A small writer of PDFs: lines of text at places of a page, in the standard fonts; and hostile files."""

import zlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

FONTS = {"F1": "Times-Roman", "F2": "Times-Bold", "F3": "Times-Italic", "F4": "Helvetica"}
WIDTH, HEIGHT = 612, 792


class Line(NamedTuple):
    """Words at a place (points, from the lower left corner); `before` is put before them as it is, as `1 g` for white
    or `3 Tr` for invisible letters; `turn` is the matrix of their direction."""

    x: float
    y: float
    text: str
    size: float = 10
    font: str = "F1"
    before: str = ""
    turn: str = "1 0 0 1"


def pdf(pages: Iterable[Sequence[Line]], *, page_extra: str = "") -> bytes:
    """A PDF with these pages."""
    return written(objects_of([content(lines) for lines in pages], page_extra))


def content(lines: Sequence[Line]) -> bytes:
    shown = (
        f"q BT /{one.font} {one.size} Tf {one.before} {one.turn} {one.x:.2f} {one.y:.2f} Tm "
        f"({_escaped(one.text)}) Tj ET Q"
        for one in lines
    )
    return "\n".join(shown).encode("latin-1", "replace")


def objects_of(contents: Sequence[bytes], page_extra: str = "") -> list[bytes]:
    """The objects of a file, from number 1 on; the first is its catalogue."""
    fonts = " ".join(
        f"/{name} << /Type /Font /Subtype /Type1 /BaseFont /{base} /Encoding /WinAnsiEncoding >>"
        for name, base in FONTS.items()
    )
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(contents)))
    made = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(contents)} /Kids [{kids}] >>".encode(),
        f"<< /Font << {fonts} >> >>".encode(),
    ]
    for number, data in enumerate(contents):
        page = f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Resources 3 0 R {page_extra}"
        made += [f"{page} /Contents {5 + 2 * number} 0 R >>".encode(), stream(data)]
    return made


def stream(data: bytes, *, extra: str = "") -> bytes:
    packed = zlib.compress(data)
    return f"<< /Length {len(packed)} /Filter /FlateDecode {extra} >>\nstream\n".encode() + packed + b"\nendstream"


def written(objects: Sequence[bytes], *, trailer: str = "") -> bytes:
    """The bytes of a file of these objects."""
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + one + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
