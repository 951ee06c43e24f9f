"""Digits that are not numbers: labels, dates, times of day, hashes, versions, identifiers, addresses of pages."""

_NAMES = (
    r"(?:Tables?|Tab\.|Figures?|Figs?\.?|Sections?|Secs?\.|Theorems?|Thms?\.?|Lemmas?|Claims?|Eqs?\.?|Equations?|Appendix|App\.|"
    r"Algorithms?|Alg\.|Propositions?|Props?\.?|Examples?|Corollary|Corollaries|Cor\.|Definitions?|Def\.|Assumptions?|Remarks?|Pages?|"
    r"Chapters?|Panels?|Conjectures?|Issue|Part|Phase|Experiment|Exp\.|Attempt|Revision|Version|Cell|Lines?|Question|"
    r"ICML|ICLR|NeurIPS|CVPR|ACL|EMNLP)"
)
_INDEX = r"[A-Z]?\.?[0-9]{1,4}+(?:\.[0-9]{1,3}+){0,3}[a-z]?\)?"
_MONTHS = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)"
)

_TOOLS = "python|cuda|pytorch|torch|numpy|scipy|ubuntu|transformers|cudnn|driver"
_UUID = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"

OF_LINES = (
    r"[ \t>*-]{0,8}(?:#{1,6}[ \t]{1,3})?[0-9]{1,3}+(?:\.[0-9]{1,3}+){0,3}[.)](?=[ \t])",
    r"[ \t>]{0,8}#{1,6}[ \t]{1,3}[0-9]{1,3}+(?:\.[0-9]{1,3}+){0,3}(?=[ \t])",
)
"""Numbering of list items and headings, at the start of a line."""

OF_DIGITS = (
    r"10\.[0-9]{4,9}+/[^\s<>\"']{1,200}+",
    _UUID,
    r"[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}(?:[T _]?[0-9]{2}[:-]?[0-9]{2}(?:[:-]?[0-9]{2}(?:[.,][0-9]{1,9})?)?)?"
    r"(?:Z| ?[+-][0-9]{2}:?[0-9]{2})?(?!\w)",
    r"[0-9]{8}T[0-9]{4,6}Z?(?!\w)",
    r"[0-9]{1,3}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?(?![0-9:])",
    r"[0-9]{1,5}+(?:\.[0-9]{1,6}+){2,5}[\w.+-]{0,40}",
    r"(?!10(?:\^|\*\*)\{?[-−+]?[0-9])[0-9]{1,9}+(?:\^|\*\*)\{?[-−+]?\w{1,12}\}?",
)
"""Labels that begin with a digit: DOIs, UUIDs, dates, times of day, versions, powers of other bases than ten."""

OF_LETTERS = (
    rf"(?i:{_NAMES})[\s~]{{0,2}}[#(]?{_INDEX}(?:,? ?(?:[-–,&/]|and|to|or) ?\(?{_INDEX}(?!\w)){{0,12}}(?![\w%])",
    rf"(?i:{_TOOLS})[ =]{{1,2}}[0-9]{{1,3}}+(?:\.[0-9]{{1,4}}+){{0,3}}(?![\w.])",
    r"(?:https?|ftp|file|hf|s3|gs|trackio-[a-z-]{1,30})://[^\s<>\"')\]]{1,3000}+",
    r"(?i:arxiv)[:\s./]{0,3}(?:abs/|pdf/)?[0-9]{4}\.[0-9]{4,5}(?:v[0-9]{1,2})?",
    r"(?i:commit|sha|revision)[ :`]{1,3}[0-9a-f]{7,40}(?![\w.])",
    _UUID,
    rf"{_MONTHS}\.?\s(?:[0-9]{{4}}|[0-9]{{1,2}}(?:st|nd|rd|th)?(?:,?\s[0-9]{{4}})?)(?!\w)",
)
"""Labels that begin with a letter: "Table 3", "Python 3.12", URLs, arXiv ids, months."""

OF_SIGNS = (
    rf"§{{1,2}}\s?{_INDEX}",
    r"#[0-9]{1,9}+(?!\w)",
    r"(?<=[^0-9])\^\{?[-−+]?[0-9]{1,2}+\}?(?![\w.])",
    r"(?<=_)\{[\w,+\- ]{1,30}\}",
)
"""Sections, issue numbers, small exponents and subscripts."""
