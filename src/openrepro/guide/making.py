"""The sections of the guide about making a logbook: claims, runs, RESULT lines, checking, entering."""

from openrepro.challenge.rules import Rules
from openrepro.guide import examples, phrases
from openrepro.guide.text import Code, Grid, Section, joined, listed, para, prose


def pick(server: str) -> Section:
    """The section about papers and claims; `server` is the address of the site."""
    return Section(
        "pick",
        "Pick a paper and its claims",
        (
            para(
                "[Papers](/papers) can be searched and filtered: those that nobody tried, those with code, those "
                "whose claims are contested. [Some are recommended](/papers/recommended) to each who asks, so that "
                "effort spreads; with why, and with what earlier attempts cost. The page of a paper lists its claims, "
                "each with an id such as `PAPER.c1`, its spec (what is measured, in which unit, at what scale) and a "
                "prompt to copy for your agent."
            ),
            para(
                "Begin in a folder of its own, one for each paper. In this guide `PAPER` stands for the id of your "
                "paper:"
            ),
            Code(examples.start_command(server), "sh"),
            para(
                "The folder then holds a logbook with one page for each claim that can be tested, `result.py`, which "
                "prints the line that the judge reads, and under `.openrepro/` the claims with their specs, the rules, "
                "this guide, the prompt for an agent and, with a token, the text of the paper. Done again there, it "
                "fetches all of that anew and leaves your pages alone."
            ),
            para("Claims are addressed by their ids, never by position. You need not test all of them."),
        ),
    )


def run() -> Section:
    """The section about cells and runs."""
    return Section(
        "logbook",
        "Keep a logbook: cells and runs",
        (
            para(
                "A logbook is a folder of pages. A page is made of cells: prose, code, figures, and runs. A run is "
                "what counts: a cell in which the tool recorded the command, its exit code, its duration and its "
                "whole output. [Trackio](https://github.com/gradio-app/trackio) keeps such logbooks:"
            ),
            Code(examples.LOGBOOK, "sh"),
            listed(
                prose(
                    "One page for each claim, named `Claim 1: …` with the number from the claim's id; its folder below "
                    "`.trackio/logbook/pages/` is the name to give with `--page`."
                ),
                prose("Replace each TODO by what you did; remove the pages of claims that you do not test."),
                prose("Run everything through `trackio logbook run`, so that the output is captured and not pasted."),
                prose("Keep outputs short: of a very long output the middle is cut, and numbers there are lost."),
                prose("A command that only submits a job elsewhere shows no result: bring the job's output back."),
                prose(
                    "When something changes, take the old page out of the index: two current pages that disagree "
                    "settle nothing."
                ),
            ),
        ),
    )


def declare() -> Section:
    """The section about RESULT lines."""
    return Section(
        "result",
        "Print RESULT lines",
        (
            para(
                "For every number that answers a claim, let the program that computed it print one line: `RESULT`, a "
                "space, and a JSON object. A script such as `measure.py`"
            ),
            Code(examples.SCRIPT.rstrip(), "python"),
            para("prints at its end:"),
            Code(examples.RESULT_LINE),
            Grid(
                "What a RESULT line may say; only value is demanded",
                ("key", "what it holds"),
                (
                    (prose("`claim`"), prose("the id of the claim; without it the number is bound to nothing")),
                    (prose("`quantity`"), prose("the quantity of the claim's spec, word for word")),
                    (prose("`value`"), prose("the measured number, as a text; the mean or median of `values`")),
                    (prose("`unit`"), prose("the unit of the spec")),
                    (prose("`seeds`, `values`"), prose("one value per seed, where the claim needs several")),
                    (prose("`plus_minus`, `n`"), prose("a spread, and how many cases the value is over")),
                    (prose("`scale`"), prose("each axis of the spec with the value that you ran at")),
                    (prose("`premises`"), prose("the premises of the claim that held, word for word")),
                    (
                        prose("`versus`"),
                        prose(
                            'the other arm of a comparison: `{{"value": "12.1", "values": ["12.0", "12.2"]}}`, paired '
                            "by position"
                        ),
                    ),
                    (
                        prose("`points`"),
                        prose('a trend\'s pairs of axis and measured value: `[["10", "3.1"], ["100", "9.9"]]`'),
                    ),
                    (
                        prose("`counterexample`"),
                        prose(
                            "what breaks a claim about all cases: the case as `instance`, exact `arithmetic`, and all "
                            "premises under `premises_checked`"
                        ),
                    ),
                ),
            ),
            para(
                '`from result import result` and `result("PAPER.c1", value=…)` prints such a line filled from the '
                "spec, and stops where something is left out. `openrepro lint` names every claim that still lacks one."
            ),
        ),
    )


def check() -> Section:
    """The section about checking before entering."""
    return Section(
        "check",
        "Check it on your own machine",
        (
            para(
                "These commands are the judge itself, with the claims and rules as they are now. Judging needs neither "
                "key nor network:"
            ),
            Code(examples.CHECK, "sh"),
            para(
                "`lint` says what to mend before publishing: secrets and home paths, missing `RESULT` lines, claims "
                "that do not exist; it explains form and rejects none. Below stands what the judge would see of each "
                "claim and the label that code would give it now. The same logbook, claims and rules give the same "
                "labels here as there."
            ),
        ),
    )


def enter(rules: Rules, server: str) -> Section:
    """The section about uploads and Spaces."""
    return Section(
        "enter",
        "Enter it",
        (
            para("Submit it from its folder. The organisers hand out tokens; this one is yours:"),
            Code(examples.submit_commands(rules), "sh"),
            para(
                "What must not be published stops it before anything is sent. The answer is a receipt: the id of the "
                "entry, its state with the reason, its place in the queue and the expected time. Submitted again, it "
                "is a new revision; the same bytes sent twice are entered once. `openrepro status` says where it is, "
                "`openrepro withdraw` takes it out. The same without the program:"
            ),
            Code(examples.upload_command(rules, server), "sh"),
            joined(
                prose("Or publish it as a Space."),
                phrases.tag(rules),
                prose("Both stand in `.trackio/metadata.json`,"),
            ),
            Code(examples.space_metadata(rules), "json"),
            para("publish, and either wait until the Space is found or enter it at once:"),
            Code(f"{examples.PUBLISH}\n{examples.space_command(server)}", "sh"),
            joined(
                phrases.licence(rules),
                prose("For a Space, write it as `license:` into the front matter of its README."),
            ),
            para("A logbook that names no paper, an unknown one or several is told so at once, with the nearest name."),
        ),
    )
