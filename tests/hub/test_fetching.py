import threading
import time

import pytest

from openrepro.hub.fetching import BusyError, Fetcher, FetchError, origin
from openrepro.hub.manners import Manners, StoppedError
from tests.hub.conftest import QUICK
from tests.hub.imitation import Imitation, Reply, always, json_reply, once


def test_an_answer_is_given_as_it_came(imitation: Imitation, fetcher: Fetcher) -> None:
    imitation.rules.append(once("/x", Reply(404, b"no", {"X-Thing": "1"})))
    answer = fetcher.get(f"{imitation.url}/x", cap=10)
    assert (answer.status, answer.body, answer.headers["x-thing"]) == (404, b"no", "1")


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_busy_server_is_asked_again(imitation: Imitation, fetcher: Fetcher, status: int) -> None:
    imitation.rules += [once("/x", Reply(status)), once("/x", Reply(200, b"ok"))]
    assert fetcher.get(f"{imitation.url}/x", cap=10).body == b"ok"
    assert imitation.count("/x") == 2


def test_a_server_that_stays_busy_is_left_alone(imitation: Imitation, fetcher: Fetcher) -> None:
    imitation.rules.append(always("/x", Reply(504)))
    with pytest.raises(BusyError, match=r"was busy 3 times \(status 504\)"):
        fetcher.get(f"{imitation.url}/x", cap=10)
    assert imitation.count("/x") == 3


def test_retry_after_is_obeyed(imitation: Imitation, fetcher: Fetcher) -> None:
    imitation.rules += [once("/x", Reply(429, headers={"Retry-After": "1"})), once("/x", Reply(200, b"ok"))]
    began = time.monotonic()
    assert fetcher.get(f"{imitation.url}/x", cap=10).body == b"ok"
    assert time.monotonic() - began >= 1


def test_a_server_that_asks_for_an_hour_is_not_asked_again(imitation: Imitation, fetcher: Fetcher) -> None:
    imitation.rules.append(always("/x", Reply(429, headers={"Retry-After": "3600"})))
    with pytest.raises(BusyError, match="asks to wait 3600 s") as told:
        fetcher.get(f"{imitation.url}/x", cap=10)
    assert (told.value.seconds, imitation.count("/x")) == (3600, 1)


def test_a_used_up_rate_limit_holds_the_next_request(imitation: Imitation, fetcher: Fetcher) -> None:
    imitation.rules += [once("/x", Reply(200, b"ok", {"RateLimit": '"api";r=0;t=1'})), once("/x", Reply(200, b"ok"))]
    began = time.monotonic()
    for _ in range(2):
        fetcher.get(f"{imitation.url}/x", cap=10)
    assert time.monotonic() - began >= 0.9


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (Reply(200, b"x" * 11), "sent more than 10 bytes"),
        (Reply(200, b"x", {"Content-Encoding": "gzip"}), "in a coding nobody asked for"),
    ],
)
def test_an_answer_out_of_bounds_is_not_used(
    imitation: Imitation, fetcher: Fetcher, reply: Reply, sentence: str
) -> None:
    imitation.rules.append(always("/x", reply))
    with pytest.raises(FetchError, match=sentence):
        fetcher.get(f"{imitation.url}/x", cap=10)
    assert imitation.count("/x") == 1


def test_an_answer_that_breaks_off_is_asked_for_again(imitation: Imitation, fetcher: Fetcher) -> None:
    imitation.rules += [once("/x", Reply(200, b"whole", cut=2)), once("/x", Reply(200, b"whole"))]
    assert fetcher.get(f"{imitation.url}/x", cap=10).body == b"whole"


def test_a_server_that_always_breaks_off_is_one_sentence(imitation: Imitation, fetcher: Fetcher) -> None:
    imitation.rules.append(always("/x", Reply(200, b"whole", cut=2)))
    with pytest.raises(FetchError, match=r"http://127\.0\.0\.1:[0-9]+/x could not be read: .+\.$"):
        fetcher.get(f"{imitation.url}/x", cap=10)
    assert imitation.count("/x") == 3


def test_nobody_there_is_one_sentence(fetcher: Fetcher) -> None:
    with pytest.raises(FetchError, match="could not be read"):
        fetcher.get("http://127.0.0.1:1/x", cap=10)


def test_a_silent_server_is_given_up(imitation: Imitation) -> None:
    imitation.rules.append(always("/x", Reply(200, b"ok", slow=1.0)))
    fetcher = Fetcher(Manners(silence_s=0.1, attempts=2, first_wait=0.001), home=imitation.url)
    with pytest.raises(FetchError, match="no answer within 0 s"):
        fetcher.get(f"{imitation.url}/x", cap=10)
    fetcher.close()


def test_a_redirect_is_reported_and_not_followed(imitation: Imitation, fetcher: Fetcher) -> None:
    imitation.rules.append(always("/x", Reply(302, b"x" * 50, {"Location": "/y?z=1"})))
    answer = fetcher.get(f"{imitation.url}/x", cap=10)
    assert (answer.status, answer.location, imitation.count("/y")) == (302, f"{imitation.url}/y?z=1", 0)


def test_the_token_goes_home_and_nowhere_else(imitation: Imitation) -> None:
    fetcher = Fetcher(QUICK, home=imitation.url, token="secret")
    fetcher.get(f"{imitation.url}/api/spaces/ada/repro-one", cap=1000)
    fetcher.get(f"{imitation.files_url}/api/spaces/ada/repro-one", cap=1000)
    fetcher.close()
    assert imitation.tokens == ["Bearer secret", ""]


def test_no_cookie_is_kept(imitation: Imitation, fetcher: Fetcher) -> None:
    imitation.rules.append(once("/x", Reply(200, b"", {"Set-Cookie": "a=b"})))
    fetcher.get(f"{imitation.url}/x", cap=10)
    assert not list(fetcher._client.cookies.jar)


@pytest.mark.parametrize("url", ["ftp://host/x", "file:///etc/passwd", "http://", "http://host:99999/", "http://a/\n"])
def test_an_address_that_is_none_is_refused(fetcher: Fetcher, url: str) -> None:
    with pytest.raises(FetchError, match="no address that can be asked"):
        fetcher.get(url, cap=10)


def test_stopping_ends_a_long_wait(imitation: Imitation) -> None:
    stop = threading.Event()
    fetcher = Fetcher(Manners(attempts=5), home=imitation.url, stop=stop)
    imitation.rules.append(always("/x", Reply(429, headers={"Retry-After": "200"})))
    threading.Timer(0.2, stop.set).start()
    began = time.monotonic()
    with pytest.raises(StoppedError):
        fetcher.get(f"{imitation.url}/x", cap=10)
    fetcher.close()
    assert time.monotonic() - began < 10


def test_only_so_many_requests_run_at_once(imitation: Imitation) -> None:
    running, most, lock = [0], [0], threading.Lock()

    fetcher = Fetcher(Manners(per_second=10_000, burst=1_000, at_once=3), home=imitation.url)
    real = fetcher._client.stream

    def counted(*args: object, **kwargs: object) -> object:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        time.sleep(0.01)
        with lock:
            running[0] -= 1
        return real(*args, **kwargs)  # type: ignore[arg-type]

    fetcher._client.stream = counted  # type: ignore[method-assign,assignment]
    imitation.rules.append(always("/x", json_reply([])))
    threads = [threading.Thread(target=fetcher.get, args=(f"{imitation.url}/x",), kwargs={"cap": 10}) for _ in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    fetcher.close()
    assert most[0] == 3


def test_origins_are_compared_with_their_ports() -> None:
    assert origin("HTTPS://Host/x") == origin("https://host:443/y") != origin("http://host/")
    assert origin("nonsense") == origin("http://host:port/") == ""
