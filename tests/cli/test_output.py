"""What commands print: one form each for people, programs and agents."""

import json

import click
import pytest
from click.testing import CliRunner, Result

from openrepro.cli.output import (
    Format,
    Table,
    emit,
    emit_json,
    emit_row,
    emit_table,
    emit_wrapped,
    format_option,
    hint,
    marked,
    paint,
    say,
)
from openrepro.judging.label import Label


def printed(form: str, monkeypatch: pytest.MonkeyPatch) -> Result:
    monkeypatch.setenv("COLUMNS", "80")

    @click.command()
    @format_option
    def command(form: Format) -> None:
        say("working")
        if form is Format.JSON:
            emit_json({"text": "\x1b[1m±\u202e\udcff"})
        else:
            emit_table(Table.of(["claim", "label"], [["demo1.c1", marked("verified")]]), form)
        hint("openrepro board show verdicts.jsonl", form)

    return CliRunner().invoke(command, ["--format", form])


def test_people_get_data_on_stdout_and_talk_on_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    result = printed("human", monkeypatch)
    assert result.stdout.splitlines()[-1] == "demo1.c1  ✓ verified"
    assert result.stderr == "working\nnext: openrepro board show verdicts.jsonl\n"


def test_agents_get_one_line_a_row_and_the_next_command(monkeypatch: pytest.MonkeyPatch) -> None:
    result = printed("agent", monkeypatch)
    assert result.stdout == "claim\tlabel\ndemo1.c1\t✓ verified\nnext: openrepro board show verdicts.jsonl\n"


def test_programs_get_one_document_without_anything_that_steers(monkeypatch: pytest.MonkeyPatch) -> None:
    result = printed("json", monkeypatch)
    assert json.loads(result.stdout) == {"text": "\x1b[1m±\u202e\ufffd"}
    assert "\x1b" not in result.stdout
    assert "\u202e" not in result.stdout
    assert result.stderr == "working\n"


def test_an_unknown_form_is_a_usage_error(monkeypatch: pytest.MonkeyPatch) -> None:
    assert printed("yaml", monkeypatch).exit_code == 2


def test_every_label_has_a_sign_beside_its_word() -> None:
    for label in Label:
        sign, word = marked(label).split(" ", 1)
        assert sign
        assert word == label.value
    assert len({marked(label)[0] for label in Label}) == len(Label)


def test_paint_colours_labels_only() -> None:
    assert paint("✓ verified  ") == "\x1b[32m✓ verified  \x1b[0m"
    assert paint("… not judged") == "… not judged"
    assert paint("a sentence") == "a sentence"


def test_emit_cleans_and_emit_wrapped_indents(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    emit("a\x1b[31mb", colour="red")
    emit_wrapped("word " * 20, indent="  ", first="- ")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "a�[31mb"
    assert lines[1].startswith("- word")
    assert lines[2].startswith("  word")
    assert max(map(len, lines)) <= 60


def test_a_cell_cannot_forge_another_row(capsys: pytest.CaptureFixture[str]) -> None:
    emit_row("claim", "c1\nclaim\tc2\tverified", 3)
    assert capsys.readouterr().out == "claim\tc1 claim c2 verified\t3\n"


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from openrepro.cli import output

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert output.coloured()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not output.coloured()
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False, raising=False)
    assert not output.coloured()
