"""The phrases by which entries admit that something was not run, or that it was a stand-in."""

import re

from openrepro.evidence.patterns import any_of

STATUS_KEYS = re.compile(
    r"(?:audit|claim|local|final|overall|reproduction|evidence|replication|current|terminal|reviewer)?[ _-]?"
    r"(?:status|outcome|verdict|assessment|state|label|judg(?:e)?ment|result|conclusion|classification|finding)s?"
)
LABELLED = re.compile(
    r"\b(?:status|outcome|verdict|assessment|conclusion|judge?ment|result|classification)[\s*`_\"']{0,4}"
    r"(?:[:=—–-]|\bis\b)[\s*`_\"']{0,4}(?P<value>[^\n]{1,60})",
    re.IGNORECASE,
)
"""`Status: …` in running text."""

TAIL = re.compile(r"(?:[:—–(|]|\s-\s)\s*[*`_\"'(\[]{0,4}(?P<value>[^:—–|]{1,60})$")
"""What follows the last dash or colon of a heading."""

_DONE = (
    r"(?:re-?)?(?:run|ran|executed|evaluated|trained|computed|tested|measured|attempted|performed|addressed|assessed"
    r"|reproduced|replicated|recomputed|exercised|generated|conducted|completed|covered|benchmarked|validated|produced)"
)
_DO = r"(?:re-?)?(?:run|reproduce|replicate|execute|train|evaluate|attempt|test|measure|compute|generate|benchmark)"
_ADVERB = r"(?:(?:independently|directly|actually|fully|yet|been|be|themselves|here|locally|ever|separately)\s+){0,3}"
_OPEN = r"(?:unreplicated|unreproduced|unaddressed|untested|out of scope|blocked|unavailable|not[_ ]reproduced)"

NOT_RUN_STATUS = re.compile(
    r"(?:explicitly |honestly |still |left |marked |is |are |remains? |currently |deliberately ){0,3}"
    r"(?:not (?:yet |independently |directly |been |fully )?(?:re-?run|run|reproduced|replicated|attempted|evaluated"
    r"|tested|executed|measured|addressed|covered|assessed|trained|started|recomputed|performed|completed|done)"
    r"|un(?:replicated|reproduced|addressed|available|tested|attempted|evaluated|executed)|out of scope|blocked|skipped"
    r"|no (?:run|experiment|evidence|result|replication|reproduction)s?\b|pending)"
    r"(?![\w-])",
    re.IGNORECASE,
)
"""A status that says that nothing was run; matched at the start of a value without `_` and `-`.

A bare "inconclusive" is not one: it is the author's verdict, which never counts.
"""

WHOLE = any_of(
    (
        r"\b(?:claims?|experiments?|benchmarks?|results?|evaluations?|comparisons?|ablations?|measurements?)\b",
        r"\b(?:leaderboards?|numbers|metrics?|stud(?:y|ies)|tables|figures|(?:table|figure|fig\.?) ?[0-9A-Z])",
    )
)
"""What a claim is usually about: not running this is not running the claim."""

PART = any_of(
    (
        r"\b(?:beyond|generality|remaining|other|some|portions?|parts?|partly|full|fully|larger|additional|further|hidden"
        r"|remainder|rest)\b",
    )
)
"""Words that make it some part, or the full size, that was not run."""

NOT_DONE = any_of(
    (
        rf"\b(?:not|never)\s+{_ADVERB}{_DONE}\b",
        rf"\b(?:did|does|do|could|can)\s?(?:not|n't|n’t)\s+{_ADVERB}{_DO}\b",
        rf"\bno\s+(?:(?!is\b|are\b|was\b|were\b)[\w'/+-]+\s+){{1,14}}"
        rf"(?:was|were|has been|have been)\s+{_ADVERB}{_DONE}\b",
        rf"\b(?:is|are|was|were|been|be|remains?|left|marked|as|explicitly|still)\s+[*`_\"']{{0,3}}"
        rf"(?:explicitly |honestly |all |therefore |thus |currently ){{0,2}}[*`_\"']{{0,3}}{_OPEN}\b",
        r"\b(?:is|are|remains?|left|marked(?: as)?|explicitly)\s+[*`_\"']{0,3}inconclusive\b",
        r"\b(?:outside|beyond) (?:the|our|this) (?:scope|budget)\b",
        r"\bout[- ]of[- ]scope\b",
        r"\bun(?:replicated|reproduced)\b",
    )
)
ARITHMETIC = any_of(
    (
        r"\b(?:only|just|purely|merely|solely)\s+(?:[\w-]+\s+){0,3}(?:arithmetic|transcri\w+|restat\w+|pars\w+"
        r"|re-?aggregat\w+|re-?comput\w+|quot\w+)\b[^.]{0,60}\b(?:printed|published|reported|paper(?:'s|’s)?|table)\b",
        r"\barithmetic on (?:the )?(?:printed|published|reported|paper)",
    )
)
"""Only the paper's own numbers were used."""

INSPECTION = any_of(
    (
        r"\b(?:static|source-?level|source-?only|source-?code|artifact|presence|keyword|structural|text)[- ](?:only )?"
        r"(?:audit|inspection|presence check|presence audit|checks? only|evidence only|match(?:es)?)\b",
        r"\b(?:static|source|source-?level)[- ](?:analysis|evidence|checks?)\b",
    )
)
"""Text was looked at, nothing was executed."""

EXEMPT = any_of(
    (
        r"\bwhether or not\b|\bnot only\b|\b(?:if|would|should|must|need|need to|may|had) not\b|\bno longer\b",
        r"\bnot (?:run|tested|evaluated|trained) (?:more|less|longer|on the (?:test|hidden|held))",
        r"\b(?:previously|formerly|used to be|was once|initially|originally)\b",
        r"\b(?:earlier|previous|prior) (?:release|version|revision|submission|attempt|logbook)\b",
    )
)
"""Sentences that speak of other times or of what should not be done."""

_STUFF = (
    r"(?:data(?:set)?s?|model|task|problem|scale|example|fixture|input|tensor|array|image|video|clip|audio|signal|graph"
    r"|set|text|corpus|trace|prompt|logit|embedding|matri|stream|cohort|instance|environment|reward|prox(?:y|ies)"
    r"|simulation|setting|mechanism|check|experiment|benchmark|vector|stack|encoder|vocabulary|regime|sequence"
    r"|distribution|spectr|mixture|pair|label|case|network|run|test|stud|sweep|implementation|simulator|evidence"
    r"|geometry|policy|sample)"
)
STRONG_PROXY = any_of(
    (
        rf"\b(?:toy|synthetic|mock(?:ed|-?up)?|dummy|placeholder)\b(?=[\s\w/,*`-]{{0,48}}?\b{_STUFF})",
        r"\b(?:toy|reduced|small|cpu|miniature|smaller)[- ]scaled?\b",
        r"\bscaled[- ]down\b|\bminiature\b|\bstand-?ins?\b",
        r"\bnot (?:the )?(?:paper(?:'s|’s)|original|released|official|full) (?:[\w-]+ ){0,2}"
        r"(?:model|data|dataset|scale|backbone|checkpoint|architecture|task|benchmark|weights)",
        r"\b(?:instead|in place) of (?:the )?(?:paper(?:'s|’s)|real|original|full|actual|pre-?trained|official)\b",
        r"\brandom(?:ly)?[- ](?:initiali[sz]ed |generated )?(?:tensors?|arrays?|logits|embeddings|inputs|features"
        r"|weights|data)\b",
    )
)
WEAK_PROXY = any_of(
    (
        rf"\b(?:tiny|hand-?made|planted|scripted|surrogate|proxy|simplified)\b"
        rf"(?=[\s\w/,*`-]{{0,24}}?\b{_STUFF})",
        r"\bsmoke[- ](?:tests?|runs?|steps?|training)\b",
    )
)
NEGATED = re.compile(
    r"(?:\b(?:no|not|non|never|without|rather than|instead of|neither|nor|zero|beyond|unlike|require[sd]?|needs?"
    r"|isn['’]t|wasn['’]t|aren['’]t)\b[\s-]{1,3}(?:[\w'’-]+\s){0,3}|\bnon-)$",
    re.IGNORECASE,
)
"""What stands before a stand-in word that is denied, or is said to be still needed."""

TOY_STATUS = re.compile(r"(?:toy|proxy|reduced|synthetic proxy)(?!\w)", re.IGNORECASE)
BARE_TOY = re.compile(r"toy(?: (?:scale|verified|result|only|status))?", re.IGNORECASE)
"""A bare "toy" is the author's verdict on the claim, which never counts; only words about what was run do."""
