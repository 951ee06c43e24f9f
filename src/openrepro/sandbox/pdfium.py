"""The few functions of PDFium that texts are read with, as its C interface declares them.

The library is the one of the package pypdfium2. Its own Python interface takes a third of a second to load, each time.
"""

import ctypes
from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_uint, c_ulong, c_void_p
from typing import Final

LIBRARY: Final = "libpdfium.so"
PASSWORD: Final = 4
SECURITY: Final = 5
"""What FPDF_GetLastError says of a file that is encrypted."""
_UINTS: Final = (POINTER(c_uint),) * 4
_DOUBLES: Final = (POINTER(c_double),) * 4
PROTOTYPES: Final = {
    "FPDF_InitLibrary": (None, ()),
    "FPDF_LoadMemDocument64": (c_void_p, (c_void_p, c_size_t, c_char_p)),
    "FPDF_GetLastError": (c_ulong, ()),
    "FPDF_GetPageCount": (c_int, (c_void_p,)),
    "FPDF_LoadPage": (c_void_p, (c_void_p, c_int)),
    "FPDF_ClosePage": (None, (c_void_p,)),
    "FPDF_GetPageBoundingBox": (c_int, (c_void_p, c_void_p)),
    "FPDFText_LoadPage": (c_void_p, (c_void_p,)),
    "FPDFText_ClosePage": (None, (c_void_p,)),
    "FPDFText_CountChars": (c_int, (c_void_p,)),
    "FPDFText_GetUnicode": (c_uint, (c_void_p, c_int)),
    "FPDFText_GetFontSize": (c_double, (c_void_p, c_int)),
    "FPDFText_GetFontInfo": (c_ulong, (c_void_p, c_int, c_void_p, c_ulong, POINTER(c_int))),
    "FPDFText_GetFontWeight": (c_int, (c_void_p, c_int)),
    "FPDFText_GetFillColor": (c_int, (c_void_p, c_int, *_UINTS)),
    "FPDFText_GetCharBox": (c_int, (c_void_p, c_int, *_DOUBLES)),
    "FPDFText_GetCharOrigin": (c_int, (c_void_p, c_int, POINTER(c_double), POINTER(c_double))),
    "FPDFText_GetTextObject": (c_void_p, (c_void_p, c_int)),
    "FPDFTextObj_GetTextRenderMode": (c_int, (c_void_p,)),
    "FPDFText_GetMatrix": (c_int, (c_void_p, c_int, c_void_p)),
}


def load(path: str) -> ctypes.CDLL:
    """The library at `path`, ready for use by one thread."""
    library = ctypes.CDLL(path)
    for name, (result, arguments) in PROTOTYPES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    library.FPDF_InitLibrary()
    return library
