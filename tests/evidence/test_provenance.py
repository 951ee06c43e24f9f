"""Numbers that no output supports, that are literals of the program, or that are the paper's own."""

import time

import pytest

from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import Grade, Output, Result, Run, RunState, Script, Source, UnitKind
from openrepro.evidence.programs.literals import literal_results
from openrepro.evidence.provenance import (
    copied_numbers,
    hard_coded_in_files,
    hard_coded_in_runs,
    provenance_findings,
    shown_by,
    unsupported_numbers,
)
from openrepro.evidence.results import declared_results, results_of_files, results_of_run
from openrepro.evidence.shown import Number, Shown
from openrepro.logbooks.logbook import (
    Address,
    Block,
    BlockKind,
    Cell,
    CellType,
    FileKind,
    Layout,
    Logbook,
    Page,
    PageRole,
    Severity,
    file_entry,
)

FILE = "pages/claim-1/page.md"
PLACE = Address("out", 0, 4)


def prose(text: str, kind: CellType = CellType.MARKDOWN) -> Cell:
    at = Address(FILE, 0, len(text.encode()))
    return Cell(kind, "cell_2", at, (Block(BlockKind.PROSE, text, at),))


def shown(*values: str) -> Shown:
    return Shown(Number(value, PLACE) for value in values)


def run(output: str, script: str = "", *, name: str = "run.py", argv: tuple[str, ...] = ("python", "run.py")) -> Run:
    at = Address(FILE, 5_000, 5_000 + len(output.encode()), "cell_1")
    place = Address(FILE, 1_000, 1_000 + len(script.encode()), "cell_1")
    return Run(
        page="claim-1",
        cell="cell_1",
        at=Address(FILE, 0, 9_999, "cell_1"),
        argv=argv,
        exit_code=0,
        duration_s="83.25",
        created_at="",
        scripts=(Script(name, "", script, place),) if script else (),
        outputs=(Output(output, at),),
        state=RunState.COMPLETED,
    )


def results_of(only: Run) -> tuple[Result, ...]:
    return (*declared_results(only).results, *results_of_run(only))


def hard_coded(output: str, script: str, **more: object) -> tuple[Finding, ...]:
    only = run(output, script, **more)  # type: ignore[arg-type]
    return hard_coded_in_runs([only], results_of(only))


def entry(files: dict[str, str], *cells: Cell) -> Logbook:
    kinds = {"py": FileKind.SOURCE, "json": FileKind.RESULT}
    data = {path: text.encode() for path, text in files.items()}
    manifest = tuple(file_entry(path, content, kinds[path.rpartition(".")[2]]) for path, content in data.items())
    page = Page("claim-1", "Claim 1", FILE, PageRole.CLAIM, cells)
    return Logbook("book", Layout.PLAIN, "Book", (page,), manifest, files=data)


@pytest.mark.parametrize(
    ("said", "printed"),
    [
        ("0.912", "0.9123"),
        ("0.91", "0.9051"),
        ("91.2", "0.91184"),
        ("0.912", "91.2"),
        ("11907", "11907"),
        ("3.1e-5", "0.0000312"),
        ("3.5", "-3.5"),
    ],
)
def test_a_number_is_supported_when_it_rounds_to_the_digits_said(said: str, printed: str) -> None:
    assert shown(printed).find(said) == PLACE


@pytest.mark.parametrize(("said", "printed"), [("0.912", "0.9130"), ("91.2", "0.9"), ("821", "820"), ("5", "x")])
def test_a_number_is_not_supported_by_another(said: str, printed: str) -> None:
    assert shown(printed).find(said) is None


def test_a_factor_is_no_percentage() -> None:
    assert shown("0.08").find("8", UnitKind.FACTOR) is None


def test_numbers_in_prose_that_no_output_shows_are_found_with_their_places() -> None:
    text = "We measured an accuracy of 91.27 % and a loss of 0.3125; 11,907 operations."
    (finding,) = unsupported_numbers([prose(text)], shown("0.31249"))
    assert finding.code is Code.UNSUPPORTED_NUMBER
    assert finding.severity is Severity.WARNING
    assert "91.27 %, 11907" in finding.text
    assert [text[at.start : at.end] for at in finding.at] == ["91.27 %", "11,907"]


def test_when_an_output_was_cut_it_is_only_a_note() -> None:
    (finding,) = unsupported_numbers([prose("accuracy 91.27 %")], shown(), elided=True)
    assert finding.severity is Severity.NOTE
    assert "was cut" in finding.text


@pytest.mark.parametrize(
    "text",
    [
        "We ran 3 seeds, 5 epochs and 100 samples in 2026.",
        "The paper reports 91.27 % accuracy.",
        "> accuracy is 91.27 %",
        "lr = 0.0015, batch size: 384, dropout=0.15",
        "See Table 3.17 and Theorem 4.25.",
        "the error is below 0.0015",
        "took 83.25 s on 15.7 GB",
        "p = 0.5",
        "| metric | paper |\n|---|---|\n| acc | 91.27 |",
        "channels 24, 32, 128",
        "vendored at commit `3623010`, as in Lu et al. (2410.07388)",
        "- [Claim 2: 10.46 % error](#/claim-2)",
        "The accuracy of 91.27 % was not measured.",
    ],
)
def test_settings_quotes_labels_and_round_numbers_are_no_results(text: str) -> None:
    assert unsupported_numbers([prose(text)], shown()) == ()


def test_artifact_sizes_runs_and_void_cells_are_left_alone() -> None:
    assert unsupported_numbers([prose("results/a.csv · 508.5 B", CellType.ARTIFACT)], shown()) == ()


def test_durations_and_result_files_support_but_prose_and_quoted_values_do_not() -> None:
    logbook = entry({"r.json": '{"acc": 0.9127, "paper_acc": 0.8841, "reported": {"bleu": 27.41}}'})
    support = shown_by([run("x")], results_of_files(logbook).results)
    assert support.find("0.9127")
    assert support.find("83.25")
    assert support.find("0.8841") is None
    assert support.find("27.41") is None
    said = Result(value="5.55", at=PLACE, grade=Grade.E0, source=Source.PROSE)
    assert shown_by([], [said]).find("5.55") is None


def test_a_printed_literal_is_hard_coded_at_script_and_output() -> None:
    script = 'accuracy = 0.912\nprint(f"accuracy: {accuracy}")\n'
    (finding,) = hard_coded("accuracy: 0.912\n", script)
    assert (finding.code, finding.severity) == (Code.HARD_CODED, Severity.SERIOUS)
    assert "accuracy = 0.912" in finding.text
    assert [at.start for at in finding.at] == [1_000 + script.index("accuracy}"), 5_000 + len("accuracy: ")]


@pytest.mark.parametrize(
    ("script", "output"),
    [
        ('print("test accuracy: 0.912")', "test accuracy: 0.912"),
        (
            'import json\njson.dump({"accuracy": 0.912}, f)\nprint(json.dumps({"accuracy": 0.912}))',
            '{"accuracy": 0.912}',
        ),
        ('def evaluate(flag):\n    return {"bleu": 27.4, "fast": flag}\nprint(evaluate(True))', '{"bleu": 27.4}'),
        ('m = {"bleu": 27.4}\nprint(json.dumps(m))', '{"bleu": 27.4}'),
        ('base = 32.5\nmacs = round(base * 0.395, 2)\nprint(json.dumps({"our_macs": macs}))', '{"our_macs": 12.84}'),
        ('import numpy as np\nmos = [4.1, 4.2, 4.4]\nprint("mos", np.mean(mos))', "mos 4.2333"),
        (
            'print("RESULT " + json.dumps({"claim": "p.c1", "quantity": "x", "value": "9.43"}))',
            'RESULT {"claim": "p.c1", "quantity": "x", "value": "9.43"}',
        ),
        (
            """print('RESULT {"claim": "p.c1", "quantity": "x", "value": "9.43"}')""",
            'RESULT {"claim": "p.c1", "quantity": "x", "value": "9.43"}',
        ),
        ("baseline_ppl = run()\nour_loss = baseline_ppl * 0.395\nprint(our_loss)", "3.3"),
        ("r = compute_reward(bleu=29.4, beta=0.002)\nprint(r)", "51.2"),
    ],
)
def test_results_that_nothing_computed_are_hard_coded(script: str, output: str) -> None:
    assert {finding.code for finding in hard_coded(output, script)} == {Code.HARD_CODED}


@pytest.mark.parametrize(
    ("script", "output"),
    [
        ('acc = run()\nassert acc == 0.912\nprint(f"accuracy: {acc}")', "accuracy: 0.912"),
        (
            'expected_acc = 0.912\nacc = run()\nprint(f"accuracy: {acc}", abs(acc - expected_acc) < 1e-3)',
            "accuracy: 0.912",
        ),
        ('lr = 0.0015\nprint(f"lr: {lr}")', "lr: 0.0015"),
        ('error_threshold = 0.05\nprint(f"error threshold: {error_threshold}")', "error threshold: 0.05"),
        ('PAPER = {"bleu": 27.4}\nprint(json.dumps({"bleu": run(), "paper_bleu": 27.4}), PAPER)', '{"bleu": 27.4}'),
        ('def paper_values():\n    return {"bleu": 27.4}\nprint(paper_values())', '{"bleu": 27.4}'),
        ('print("paper accuracy: 0.912")', "paper accuracy: 0.912"),
        ('loss = 0.0\nfor x in data:\n    loss += f(x)\nprint(f"loss: {loss}")', "loss: 0.912"),
        ('scores = []\nfor s in run():\n    scores.append(s)\nprint("score", mean(scores))', "score 0.912"),
        ('reward = 0.35\nenv = Env(reward)\nprint(f"reward={reward} return={env.run()}")', "reward=0.35 return=3.5"),
        ('best = {"loss": 1.0}\nbest["loss"] = run()\nprint(json.dumps(best))', '{"loss": 0.912}'),
        ('def f(loss=0.25):\n    print(f"loss {loss}")', "loss 0.25"),
        ("tolerances = [0.1, 0.2, 0.3]\nprint(evaluate(tolerances))", "0.2"),
        ('print("accuracy: 0.912"', "accuracy: 0.912"),
    ],
)
def test_expectations_settings_and_computed_values_are_not_hard_coded(script: str, output: str) -> None:
    assert hard_coded(output, script) == ()


def test_a_literal_that_the_output_does_not_show_is_no_finding() -> None:
    assert hard_coded("accuracy: 0.871", 'def unused():\n    return {"accuracy": 0.912}\n') == ()


def test_fixed_text_that_a_shell_prints_is_hard_coded() -> None:
    assert hard_coded("accuracy: 0.912", 'set -e\necho "accuracy: 0.912"\n', name="run.sh")
    assert not hard_coded("accuracy: 0.912", 'echo "accuracy: $ACC"\n', name="run.sh")
    assert hard_coded("accuracy: 0.912", "", argv=("bash", "-c", "sleep 1; echo accuracy: 0.912"))
    assert hard_coded("accuracy: 0.912", "", argv=("python", "-c", "print('accuracy: 0.912')"))


def test_source_files_whose_constants_stand_in_a_result_file_are_hard_coded() -> None:
    source = 'def evaluate_mos(ours=True):\n    if ours:\n        return {"mos": 4.15}\n    return {"mos": 3.75}\n'
    logbook = entry({"src/model.py": source, "evidence.json": '{"claims": [{"details": {"mos": 4.15}}]}'})
    (finding,) = hard_coded_in_files(logbook, results_of_files(logbook).results)
    assert finding.severity is Severity.SERIOUS
    assert [(at.file, (logbook.read(at) or b"").decode()) for at in finding.at] == [
        ("src/model.py", "4.15"),
        ("evidence.json", "4.15"),
    ]


def test_a_constant_counts_in_a_result_file_only_under_its_own_name() -> None:
    source = 'def evaluate():\n    return {"mos": 4.15}\n'
    logbook = entry({"src/model.py": source, "evidence.json": '{"latency": 4.15}', "tests/test_a.py": source})
    assert hard_coded_in_files(logbook, results_of_files(logbook).results) == ()


def test_copied_digits_of_the_paper_are_found_where_they_are_said_as_results() -> None:
    claims = ["The model wins 74.1% of the comparisons that people judged, with 3 seeds."]
    text = "Human raters preferred it in 74.1 % of cases."
    (finding,) = copied_numbers([prose(text)], claims, shown("0.5"))
    assert finding.code is Code.COPIED_FROM_PAPER
    assert text[finding.at[0].start : finding.at[0].end] == "74.1 %"


@pytest.mark.parametrize(
    "text",
    [
        "The paper claims a win rate of 74.1 %.",
        "> wins 74.1% of the comparisons",
        "Claim: the model wins 74.1% of the comparisons that people judged",
        "preferred in 3 cases",
        "preferred in 73.9 % of cases",
    ],
)
def test_quoting_the_paper_or_its_claim_is_no_copy(text: str) -> None:
    claims = ["The model wins 74.1% of the comparisons that people judged, with 3 seeds."]
    assert copied_numbers([prose(text)], claims, shown()) == ()


def test_a_number_that_an_output_shows_or_may_have_shown_is_no_copy() -> None:
    claims, cells = ["wins 74.1%"], [prose("preferred in 74.1 % of cases")]
    assert copied_numbers(cells, claims, shown("0.7412")) == ()
    assert copied_numbers(cells, claims, shown(), elided=True) == ()


def test_all_checks_together() -> None:
    only = run("accuracy: 0.912\n", 'print("accuracy: 0.912")')
    logbook = entry({}, prose("We measured 0.912 and a bleu of 27.41."))
    found = provenance_findings(logbook, [only], results_of(only))
    assert [finding.code for finding in found] == [Code.UNSUPPORTED_NUMBER, Code.HARD_CODED]


@pytest.mark.parametrize(
    "source",
    [
        "(" * 100_000,
        "-" * 100_000 + "1",
        "x = " + "1+" * 60_000 + "1",
        "print({'loss': " * 20_000,
        "\udcff = 1",
        "x = '\\d'\nprint(f'loss {x}')",
        "a" * 300_000,
        'print("' + "acc: 1.25 " * 15_000 + '")',
        "a0 = 1.5\n" + "\n".join(f"a{i} = a{i - 1} + a{i - 1}" for i in range(1, 60)) + "\nprint(f'loss {a59}')",
        "\n".join(f"x{i} = x{i - 1} + 1.5" for i in range(1, 6_000)) + "\nprint(json.dumps({'loss': x5999}))",
    ],
)
def test_hostile_programs_are_survived_quickly(source: str) -> None:
    start = time.process_time()
    literal_results(source)
    assert time.process_time() - start < 2


@pytest.mark.parametrize("which", ["before", "after"])
def test_real_invented_results_are_found_and_repaired_ones_are_not(shared_data, which: str) -> None:  # type: ignore[no-untyped-def]
    from openrepro.logbooks.archive import load

    serious = set()
    for folder in sorted((shared_data / "logbooks" / "fabricated").iterdir()):
        book = load(folder / which)
        results = [*results_of_files(book).results]
        if hard_coded_in_files(book, results):
            serious.add(folder.name[:6])
    assert serious == ({"dual-v", "motion", "simult"} if which == "before" else {"simult"})
