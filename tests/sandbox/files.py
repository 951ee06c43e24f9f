"""PDFs for tests, made by the writer of the benchmarks; and whether there is a sandbox to read them in."""

import shutil
import sys
from pathlib import Path

import pytest

from openrepro.sandbox.pdf import ReadPdf, read_pdf

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.append(str(BENCHMARKS))

from pdf_hostile import hostile  # noqa: E402
from pdf_writer import Line, pdf  # noqa: E402

__all__ = ["Line", "hostile", "needs_sandbox", "pdf", "read"]
needs_sandbox = pytest.mark.skipif(
    shutil.which("bwrap") is None,
    reason="bubblewrap is not installed (Debian: apt-get install bubblewrap); tests in the sandbox are left out",
)


def read(pages: list[list[Line]], extra: str = "") -> ReadPdf:
    return read_pdf(pdf(pages, page_extra=extra), paper="demo", version="v1")
