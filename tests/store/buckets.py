"""S3 on loopback for tests: moto's server, and a wire in front of it that can be cut."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import boto3
from moto.server import ThreadedMotoServer

KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1"}


@contextmanager
def s3_server() -> Iterator[str]:
    """A server of S3; gives its address."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    try:
        yield f"http://{host}:{port}"
    finally:
        server.stop()


def client(endpoint: str) -> "boto3.client":
    names = ("aws_access_key_id", "aws_secret_access_key", "region_name")
    return boto3.client("s3", endpoint_url=endpoint, **dict(zip(names, KEYS.values(), strict=True)))


class Wire:
    """A wire to a server that is cut when `cut_after` bytes of one connection went over it, `cuts` times."""

    def __init__(self, endpoint: str, *, cut_after: int, cuts: int) -> None:
        host, port = endpoint.removeprefix("http://").split(":")
        self._far = (host, int(port))
        self._cut_after = cut_after
        self.cuts = cuts
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.endpoint = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(self._far)
                threading.Thread(target=self._carry, args=(near, far, True), daemon=True).start()
                threading.Thread(target=self._carry, args=(far, near, False), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, counted: bool) -> None:
        carried = 0
        with source, target, suppress(OSError):
            while data := source.recv(4096):
                carried += len(data)
                if counted and carried > self._cut_after and self.cuts > 0:
                    self.cuts -= 1
                    break
                target.sendall(data)
            for end in (source, target):
                end.shutdown(socket.SHUT_RDWR)
