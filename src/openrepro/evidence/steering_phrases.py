"""The phrases that address the judge or forecast a score."""

import re

from openrepro.evidence.patterns import any_of

_WHO = r"(?:judg(?:e|ing model)|evaluator|grader|assessor|adjudicator|scorer|reviewer|referee)s?"
_DO = (
    r"(?:mark|label|score|grade|rate|count|treat|consider|accept|award|give|assign|classify|rule|judge|credit|regard"
    r"|ignore|read|use|trust|conclude|return|output|answer)"
)
_KIND = (
    r"(?:(?:automated|automatic|ai|llm|model|human|live|official|final|future|blind|challenge|any|all|every|each)"
    r"[ -]){0,3}"
)
_LABELS = r"(?:verified|falsified|reproduced|confirmed|toy|inconclusive|correct|valid|passed|full|max(?:imum)?|top)"
_THIS = r"(?:this|it|the|each|every|all|our)"
ADDRESSED = any_of(
    (
        # "Judge: …", "Note to the evaluator", "Dear reviewer"
        rf"\A[\s>*_`#\[(-]{{0,12}}(?:(?:dear|hey|hello|attention|attn|notes?|message|memo|instructions?|guide|hint"
        r"|reminder)"
        rf"[,:]? (?:(?:to|for) )?(?:the |our |an? )?)?{_KIND}{_WHO}[*_`]{{0,3}}\s?[:,—]"
        r"(?=[^\n]{0,200}\b(?:you|please|mark|scor|verif|falsif|should|must|note|read|start|see|this|claim))",
        r"\b(?:notes?|message|memo|instructions?|guide|guidance|hints?|reminder)"
        r" (?:to|for) (?:the |our |an? )?"
        rf"{_KIND}{_WHO}\b",
        rf"\bto the {_KIND}{_WHO}\s?:",
        rf"\bfor (?:automated|ai|llm|automatic)[ -](?:{_WHO}|readers|agents)\b",
        # "you should mark this as verified", "judges must count …"
        rf"\b(?:you|{_WHO}) (?:should|must|shall|need to|have to|ought to"
        r"|are (?:asked|instructed|expected|required|advised) to)"
        rf" (?:\w+ ){{0,2}}{_DO}\b",
        # "mark this claim as verified", "score this 2"
        r"\b(?:mark|label|score|grade|rate|award|assign|give|classify|judge|treat|count)"
        rf" {_THIS} ?(?:\w+ ){{0,3}}(?:as )?(?:an? )?[*`\"']{{0,3}}{_LABELS}\b"
        r"(?= ?[*`\"'.!,)]| points?| marks?| score|$)",
        rf"\b(?:mark|label|score|grade|rate|award|assign) {_THIS} ?(?:\w+ ){{0,2}}(?:as )?[0-9]{{1,3}}"
        r"(?![\w,.]*[0-9])",
        # instructions to a model
        r"\b(?:ignore|disregard|forget|override) (?:all |any |every )?(?:of )?(?:the |your |these |those )?"
        r"(?:previous|prior|above|earlier|preceding|system|former|other|existing)"
        r" (?:\w+ )?(?:instructions?|prompts?|rules|guidelines|context|messages?)",
        r"\bas an? (?:\w+ )?(?:ai|llm|language model|automated|model)[ -]?(?:\w+ )?"
        r"(?:judge|grader|evaluator|reviewer|assistant|model)\b",
        r"\byou are (?:an? |the )(?:\w+ ){0,2}(?:judge|grader|evaluator|reviewer)\b",
        r"\b(?:new|updated|hidden|secret|special) (?:system )?instructions?\s?:",
        r"<\|(?:im_start|im_end|system|endoftext|assistant|user)\|>|</?system>|\[/?INST\]|<<SYS>>|\bsystem prompt\s?:",
        r"\A\s{0,8}(?:system|assistant)\s?:\s",
        # entry points made for the judge
        rf"\bcanonical {_WHO} (?:\w+ )?entry ?-?points?\b"
        rf"|\b{_WHO}[- ](?:entry ?-?points?|start here|instructions|reading order)\b",
        # pleading
        r"\b(?:do not|don't|must not|should not) (?:penali[sz]e|deduct|downgrade|mark (?:it |this )?down"
        r"|lower (?:the|this|our) (?:score|label|verdict))",
        r"\b(?:deserves?|merits?|warrants?|qualif(?:y|ies) for) (?:an? |the )?"
        r"(?:full|maximum|[0-9]{1,2}|verified|falsified|top)"
        r" ?(?:score|points?|marks?|credit|label|verdict|rating)\b",
    ),
    re.IGNORECASE | re.MULTILINE,
)
MADE_FOR_JUDGE = any_of(
    (rf"\b{_WHO}[- ](?:facing|visible|aligned|optimi[sz]ed|friendly|legible|blind)\b",), re.IGNORECASE | re.MULTILINE
)
_SCORE_NUMBER = (
    r"[^\n.;|]{0,40}?(?:[0-9]{1,3}\s?/\s?[0-9]{1,3}|[0-9]\s?points?\b|:[\s*_`]{0,4}[0-9]{1,3}(?![\w.]))[^\n.;|]{0,20}"
)
FORECAST = any_of(
    (
        r"\b(?:projected|forecast(?:ed)?|best-supported|provisional|earned|claimed|live|judged?|public|legacy)"
        r"(?:[ -](?:new|public|live|judged?|possible|future|total|final|best|legacy|baseline|legacy)){0,3}"
        r"[ -](?:scores?|points?|marks|baseline|forecasts?)\b[^\n.;|]{0,80}",
        r"\b(?:expected|predicted|anticipated|estimated|possible|potential|maximum|target|likely|current|previous|conservative)"
        r"(?:[ -](?:new|public|live|judged?|possible|future|total|final|best)){0,3}[ -](?:scores?|points?|marks)\b"
        + _SCORE_NUMBER,
        r"\b(?:score|points?|verdict) (?:forecasts?|predictions?|projections?)\b[^\n.;|]{0,80}",
        r"\b(?:predicted|expected|forecast|projected) verdicts?\b[^\n.;|]{0,60}",
        r"\bforecasts?\s?[:*]{1,4}[^\n.;|]{0,60}[0-9]",
        r"\b(?:would|should|could|will) (?:score|earn|gain|receive|be worth) (?:\w+ ){0,3}[0-9]{1,3}"
        r"(?:\s?/\s?[0-9]{1,3}| points?)",
        r"(?<![\w.])[0-9]{1,3}\s?(?:/|of|out of)\s?[0-9]{1,3}\s(?:points?|marks)\b",
        r"\b(?:worth|scores?|scoreable|scored|awarded|award) (?:\w+ |[~≈*]){0,2}[0-9]{1,3}[ -]points?\b[^\n.;|]{0,20}",
        r"\b[0-9]{1,2}-points? (?:toy|verified|verdict|claim|credit|result)\b",
        r"\bpoints? (?:asserted|claimed|forecast|expected)\b",
    ),
    re.IGNORECASE | re.MULTILINE,
)
STEERING_STEMS = (
    *("judg", "evaluator", "grader", "assessor", "adjudicator", "scorer", "review", "referee", "you", "label", "score"),
    *(
        "mark",
        "rate",
        "grade",
        "award",
        "assign",
        "classify",
        "treat",
        "count",
        "give",
        "instruction",
        "prompt",
        "rules",
    ),
    *("guideline", "context", "message", "system", "assistant", "inst]", "im_start", "im_end", "endoftext", "user|>"),
    *("agents", "readers", "penali", "deduct", "downgrade", "deserve", "merit", "warrant", "qualif", "lower the"),
    *("lower this", "lower our", "<<sys", "llm", "language model"),
)
"""One of these stands, in lower case, in every text that `ADDRESSED` or `MADE_FOR_JUDGE` matches."""

FORECAST_STEMS = ("score", "point", "mark", "verdict", "forecast", "baseline", "earn", "gain", "receive", "worth")
"""One of these stands, in lower case, in every text that `FORECAST` matches."""
