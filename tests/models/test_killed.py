"""A process that is killed while it asks pays again for at most the calls that were in flight."""

import os
import signal
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path

from openrepro.judging.readers.model.question import Role
from openrepro.models.asking import Asker
from openrepro.models.endpoint import Price
from openrepro.models.folder_responses import FolderResponses
from tests.models.loopback import Told, loopback
from tests.models.questions import fits, question

IN_FLIGHT, QUESTIONS = 8, 150
IN_HAND = IN_FLIGHT + IN_FLIGHT // 4
PRICE = Price(Decimal(1), Decimal(1))
EACH, MOST = PRICE.of(100, 10), PRICE.of(200, 2_000)
ASKS = """
import sys
from decimal import Decimal
from pathlib import Path
from openrepro.judging.readers.model.question import Role
from openrepro.models.asking import Asker
from openrepro.models.endpoint import Endpoint, Price
from openrepro.models.folder_responses import FolderResponses
from tests.models.questions import fits, question

url, folder, in_flight, count = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
endpoint = Endpoint("small", url, "m", price=Price(Decimal(1), Decimal(1)), in_flight=in_flight, timeout_s=5)
with Asker({Role.READER: endpoint}, FolderResponses(folder), accepts=fits) as asker:
    asker.ask(question(f"q{number}") for number in range(count))
"""


def asking(url: str, folder: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-c", ASKS, url, str(folder), str(IN_FLIGHT), str(QUESTIONS)])


def test_a_run_after_a_kill_pays_again_for_at_most_what_was_in_flight(tmp_path: Path) -> None:
    questions = [question(f"q{number}") for number in range(QUESTIONS)]
    with loopback(lambda _: Told(after_s=0.02)) as server:
        killed = asking(server.url, tmp_path)
        until = time.monotonic() + 20
        while len(server.bodies) < QUESTIONS // 3 and time.monotonic() < until:
            time.sleep(0.005)
        os.kill(killed.pid, signal.SIGKILL)
        killed.wait()
        lost = FolderResponses(tmp_path).spent() - EACH * len(list((tmp_path / "replies").glob("*/[0-9a-f]*")))
        endpoint = server.endpoint(model="m", price=PRICE, in_flight=IN_FLIGHT)
        for _ in range(2):
            with Asker({Role.READER: endpoint}, FolderResponses(tmp_path), accepts=fits) as asker:
                replies = asker.ask(questions)
            assert [reply.silence for reply in replies.values()] == [None] * QUESTIONS
            assert QUESTIONS <= len(server.bodies) <= QUESTIONS + IN_HAND
    assert 0 <= lost <= IN_HAND * MOST
    assert FolderResponses(tmp_path).spent() <= QUESTIONS * EACH + IN_HAND * MOST
