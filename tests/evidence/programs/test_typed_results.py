"""Declared results that a program or a command line states instead of computing them."""

import json
import time

import pytest

from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import Output, Run, RunState, Script
from openrepro.evidence.programs.typed_results import typed_results
from openrepro.evidence.results import declared_results
from openrepro.logbooks.logbook import Address, Severity

FILE = "pages/claim-1/page.md"
LINE = 'RESULT {"claim": "p.c2", "quantity": "last iterate", "value": "0.176197", "scale": {"steps": 10}}'
SMALL = 'RESULT {"claim": "p.c5", "quantity": "mistakes", "value": "4"}'
DUMPS = "print('RESULT ' + json.dumps({'claim': 'p.c2', 'quantity': 'last iterate', 'value': VALUE}))\n"
LOOP = "import json\nx = 1.0\nfor t in range(1, 11):\n    x = (1 - 0.75 / t) * x\n"
PRINTED = DUMPS.replace("VALUE", "f'{x:.6f}'")


def run(output: str, script: str = "", argv: tuple[str, ...] = ("python", "x.py"), name: str = "x.py") -> Run:
    place = Address(FILE, 1_000, 1_000 + len(script.encode()), "cell_1")
    return Run(
        page="claim-1",
        cell="cell_1",
        at=Address(FILE, 0, 9_999, "cell_1"),
        argv=argv,
        exit_code=0,
        duration_s="1.5",
        created_at="",
        scripts=(Script(name, "", script, place),) if script else (),
        outputs=(Output(output, Address(FILE, 5_000, 5_000 + len(output.encode()), "cell_1")),),
        state=RunState.COMPLETED,
    )


def typed(output: str, script: str = "", **more: object) -> tuple[Finding, ...]:
    only = run(output, script, **more)  # type: ignore[arg-type]
    return typed_results(only, declared_results(only).results)


def test_a_finding_points_at_the_literal_and_at_the_result_line() -> None:
    script = "import json\nbest = {'acc': 0.176197}\n" + DUMPS.replace("VALUE", "str(best['acc'])")
    (finding,) = typed(LINE, script)
    assert (finding.code, finding.severity) == (Code.HARD_CODED, Severity.SERIOUS)
    assert "last iterate = 0.176197" in finding.text
    literal, line = finding.at
    assert script.encode()[literal.start - 1_000 : literal.end - 1_000] == b"0.176197"
    assert (line.start, line.end) == (5_000, 5_000 + len(LINE))


@pytest.mark.parametrize(
    "argv",
    [
        ("echo", LINE),
        ("printf", "%s\\n", LINE),
        ("python", "-m", "echo", LINE),
        ("env", "python", "-uc", f"print('''{LINE}''')"),
        ("uv", "run", "python", "-c", f"print('''{LINE}''')"),
        ("uv", "run", "python", "-c", f"import json\nv = 0.176197\n{DUMPS.replace('VALUE', 'v')}"),
        ("bash", "-c", f"python - <<'EOF'\nprint('''{LINE}''')\nEOF"),
        ("bash", "-c", f"python - <<'EOF'\nimport json\nv = 0.176197\n{DUMPS.replace('VALUE', 'v')}\nEOF\n"),
        ("bash", "-c", f"x='{LINE}'; echo \"$x\""),
        ("bash", "-c", f"tee out <<< '{LINE}'"),
        ("node", "-e", f"console.log('{LINE}')"),
        ("perl", "-e", f"print '{LINE}'"),
        ("python", "report.py", "--value", "0.176197"),
        ("python", "report.py", "0.176197"),
        ("env", "V=0.176197", "python", "report.py"),
        ("bash", "-c", "python report.py --result=0.176197"),
    ],
)
def test_a_command_line_that_states_the_result(argv: tuple[str, ...]) -> None:
    (finding,) = typed(LINE, argv=argv)
    assert finding.severity is Severity.SERIOUS
    assert finding.at[0].cell == "cell_1"


@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("run.sh", f"cat <<'EOF'\n{LINE}\nEOF\n"),
        ("run.sh", 'V=0.176197\necho "RESULT {\\"claim\\": \\"p.c2\\", \\"value\\": \\"$V\\"}"\n'),
        ("run.sh", 'printf \'RESULT {"claim": "p.c2", "value": "%s"}\\n\' 0.176197\n'),
        ("run.sh", f"sed -n 's/^# //p' $0\n# {LINE}\n"),
        ("x.js", f"console.log('{LINE}')"),
        ("x.js", "const v = 0.176197;\nconsole.log('RESULT ' + JSON.stringify({claim: 'p.c2', value: v}));"),
        ("x.R", f"cat('{LINE}')"),
        ("r.txt", LINE),
        ("notebook", f"%matplotlib inline\nprint('''{LINE}''')\n"),
        ("x.py", f"print('''{LINE}''')\n%%magic more\n(((\n"),
    ],
)
def test_a_result_text_that_stands_ready_in_any_language(name: str, script: str) -> None:
    assert typed(LINE, script, name=name)


@pytest.mark.parametrize(
    "body",
    [
        f"s = '''{LINE}'''\nprint(s)",
        f"def unused():\n    print('''{LINE}''')\nimport lib\nlib.main()",
        's = \'RESULT {{"claim": "p.c2", "value": "{}"}}\'\nprint(s.format(0.176197))',
        'print(\'RESULT {"claim": "p.c2", "value": "%s"}\' % 0.176197)',
        's = \'RESULT \'\ns += \'{"claim": "p.c2", "value": "0.176197"}\'\nprint(s)',
        'print("".join([\'RESULT \', \'{"claim": "p.c2", "value": "0.176197"}\']))',
        'import sys\nsys.stdout.write(\'RESULT {"claim": "p.c2", \' + \'"value": "0.176197"}\')',
        "v = '0.%d' % 176197\n" + DUMPS.replace("VALUE", "v"),
        "a = 0.176197\nb = a\nc = b\n" + DUMPS.replace("VALUE", "f'{c:.6f}'"),
        "x = 0.176197\nx += 0\n" + DUMPS.replace("VALUE", "x"),
        "x = 0.176196\nx += 1e-6\n" + DUMPS.replace("VALUE", "x"),
        "x = 17.6197\n" + DUMPS.replace("VALUE", "x / 100"),
        "R = [('c', 0.176197)]\n" + DUMPS.replace("VALUE", "R[0][1]"),
        "def f():\n    return 0.176197\n" + DUMPS.replace("VALUE", "str(f())"),
        "def emit(claim, value=0.176197):\n    print('RESULT ' + json.dumps({'claim': claim, 'value': value}))\n"
        "if __name__ == '__main__':\n    emit('p.c2')",
        "p = argparse.ArgumentParser()\np.add_argument('--v', default=0.176197, type=float)\na = p.parse_args()\n"
        + DUMPS.replace("VALUE", "str(a.v)"),
        "@dataclass\nclass R:\n    name: str = 'x'\n    v: float = 0.176197\n" + DUMPS.replace("VALUE", "R().v"),
        "class R:\n    def __init__(self):\n        self.v = 0.176197\n    def get(self):\n        return self.v\n"
        + DUMPS.replace("VALUE", "R().get()"),
        "import sys\nif len(sys.argv) > 3:\n    x = compute()\nelse:\n    x = 0.176197\n" + DUMPS.replace("VALUE", "x"),
        "for c, v in [('p.c1', 3.5), ('p.c2', 0.176197)]:\n    print('RESULT ' + json.dumps({'claim': c, 'value': v}))",
        "mean_values = [0.176196, 0.176197, 0.176198]\n"
        + DUMPS.replace("VALUE", "f'{sum(mean_values) / len(mean_values):.6f}'"),
        "r = {}\nr['claim'] = 'p.c2'\nr.update(value=0.176197)\nprint('RESULT', json.dumps(r))",
        "print('RESULT ', end='')\nprint(json.dumps(dict(claim='p.c2', value=0.176197)))",
        'r = json.loads(\'{"claim": "p.c2", "value": "0.176197"}\')\nprint(\'RESULT \' + json.dumps(r))',
        "PAPER = 0.176197\n" + DUMPS.replace("VALUE", "PAPER"),
        "store = {'x': 0.176197}\nprint('RESULT ' + json.dumps({'claim': 'p.c2', 'value': [*store.values()][0]}))",
    ],
)
def test_a_literal_that_reaches_the_declared_value(body: str) -> None:
    assert typed(LINE, "import json\n" + body)


def test_a_value_of_the_command_line_that_the_script_prints() -> None:
    script = "import sys, json\n" + DUMPS.replace("VALUE", "sys.argv[2]")
    assert typed(LINE, script, argv=("python", "x.py", "--anything", "0.176197"))


@pytest.mark.parametrize(
    "script",
    [f"print('''{SMALL}''')", 's = \'RESULT \'\ns += \'{"claim": "p.c5", "value": "4"}\'\nprint(s)'],
)
def test_a_small_number_counts_where_the_result_text_is_literal(script: str) -> None:
    assert typed(SMALL, script)
    assert typed(SMALL, argv=("bash", "-c", f"echo '{SMALL}'"))


@pytest.mark.parametrize(
    "script",
    [
        LOOP + PRINTED,
        LOOP + "PAPER = 0.176197\n" + PRINTED + "print('paper', PAPER, abs(x - PAPER) < 1e-6)",
        LOOP + PRINTED + "assert abs(x - 0.176197) < 1e-6\nprint('ok' if abs(x - 0.176197) < 1e-5 else 'no')",
        LOOP + PRINTED + "report('c2', x, 0.176197, 1e-6)\nplt.axhline(0.176197)",
        LOOP + PRINTED + "CLAIMS = {'c2': {'value': 0.176197, 'tol': 1e-6}}\nprint(CLAIMS['c2']['value'])",
        LOOP + PRINTED + "expected = {'value': 0.176197}\nprint('paper says 0.176197')",
        f"# {LINE}\n" + LOOP + PRINTED,
        f"'''Prints {LINE}'''\n" + LOOP + PRINTED,
        '"""Prints RESULT {"claim": "p.c2", "value": "0.5"} or {"claim": "p.c9", "value": "0.176197"}"""\n'
        + LOOP
        + PRINTED,
        LOOP + 'T = \'RESULT {{"claim": "p.c2", "value": "{}"}}\'\nprint(T.format(round(x, 6)))',
        LOOP + 'print(\'RESULT {"claim": "p.c2", "value": "%s"}\' % round(x, 6))\ntarget = 0.176197\nprint(x - target)',
        "import json\nx = model(768, 0.176197)\n" + DUMPS.replace("VALUE", "x"),
        "import argparse\np = argparse.ArgumentParser()\np.add_argument('--expected', default=0.176197)\n"
        "a = p.parse_args()\n" + LOOP + PRINTED + "print(abs(x - a.expected))",
    ],
)
def test_a_computed_value_beside_the_papers_is_not_typed(script: str) -> None:
    assert typed(LINE, script) == ()


@pytest.mark.parametrize(
    ("value", "script"),
    [
        ("10", "best = None\nfor n in [4, 10, 20]:\n    if fails(n):\n        best = n\n        break\nSAY(best)"),
        ("4", "count = 0\nfor n in range(20):\n    if fails(n):\n        count += 1\nSAY(count)"),
        ("546", "def first():\n    for t in [100, 546, 1000]:\n        if bad(t):\n            return t\nSAY(first())"),
        ("546", "for t in (100, 546, 1000):\n    if bad(t):\n        SAY(t)\n        break"),
        ("546", "t = 0\nwhile t < 546:\n    t += 1\nSAY(t)"),
        ("0", "r = {'claim': 'p.c5', 'value': 0}\nfor n in range(20):\n    r['value'] += bad(n)\nSAY(r['value'])"),
        ("0", "r = {'claim': 'p.c5', 'value': 0}\nfill(r)\nprint('RESULT ' + json.dumps(r))"),
        ("0", "SAY(0 if check() else 1)"),
        ("1024", "d_model = 1024\nSAY(count(d_model))"),
        ("1.00", "acc = 1.0\nfor b in batches():\n    if wrong(b):\n        acc = share(b)\nSAY(f'{acc:.2f}')"),
        ("0.755", "for mu in [0.75, 0.755]:\n    if bad(mu):\n        worst = mu\nSAY(worst)"),
    ],
)
def test_a_value_that_a_search_or_a_count_finds_is_not_typed(value: str, script: str) -> None:
    say = (
        "import json\ndef SAY(v):\n    print('RESULT ' + json.dumps({'claim': 'p.c5', 'quantity': 'n', 'value': v}))\n"
    )
    assert typed(f'RESULT {{"claim": "p.c5", "quantity": "n", "value": "{value}"}}', say + script) == ()


@pytest.mark.parametrize(
    "argv",
    [
        ("python", "x.py", "--paper", "0.176197"),
        ("python", "x.py", "--tolerance=0.176197"),
        ("python", "x.py", "--value", "0.5"),
        ("python", "-c", "import lib; assert abs(lib.go() - 0.176197) < 1e-6; lib.say()"),
        ("bash", "-c", 'python x.py && echo "paper: 0.176197"'),
    ],
)
def test_settings_and_the_papers_value_on_the_command_line_are_not_typed(argv: tuple[str, ...]) -> None:
    assert typed(LINE, LOOP + PRINTED, argv=argv) == ()


def test_another_claim_or_another_value_in_the_text_is_not_the_result() -> None:
    for other in (LINE.replace("p.c2", "p.c3"), LINE.replace("0.176197", "0.5")):
        assert typed(LINE, f"x=$(python v.py)\n./emit $x\n: '{other}'\n", name="run.sh") == ()


def test_comments_and_interpolated_values_of_a_shell_script_are_not_typed() -> None:
    script = f'# Expected: {LINE}\nx=$(python v.py)\npaper=0.176197\necho "RESULT {{\\"claim\\": \\"p.c2\\", $x}}"\n'
    assert typed(LINE, script + 'echo "paper $paper"\n', name="run.sh", argv=("bash", "run.sh")) == ()


@pytest.mark.parametrize(
    "script",
    [
        "RESULT " * 140_000,
        'value": 0.176197, ' * 50_000,
        "RESULT value=%s " * 60_000,
        "x = " + "1+" * 60_000 + "1",
        "a = [1.5]\n" + "a = [a, a]\n" * 10_000 + "print('RESULT', a)",
        "def f():\n    f()\n    f()\nf()\n" * 5_000,
        "s = 'RESULT '\n" + "s = s + s\n" * 10_000 + "print(s)",
        "for a in [1, 2]:\n  for b in range(9):\n    print(f'{a:999999999}')\n" * 3_000,
        "python <<A\n" * 80_000,
        "print('RESULT %999999999d' % 5)\n" * 5_000,
        "if a:\n    b = 1\n" * 10_000,
        "print({'claim': " * 5_000,
    ],
)
def test_hostile_programs_are_survived_quickly(script: str) -> None:
    start = time.process_time()
    typed(LINE, script)
    typed(LINE, argv=("bash", "-c", script))
    assert time.process_time() - start < 4


def test_many_runs_of_one_small_program_are_survived_quickly() -> None:
    script = (
        "import json\ndef f(n):\n    for a in [1, 2, 3]:\n        for b in [1, 2, 3]:\n            f(n)\nf(3)\n"
        + PRINTED
    )
    only = run(json.dumps(LINE), script)
    declared = declared_results(run(LINE)).results
    start = time.process_time()
    for _ in range(300):
        typed_results(only, declared)
    assert time.process_time() - start < 6
