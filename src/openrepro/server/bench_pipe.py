"""Whole messages over a socket between a server and its judging child: eight bytes of length, then the message."""

import pickle
import select
import socket
from typing import Any, Final

LENGTH: Final = 8
CHUNK: Final = 2**16


def send(end: socket.socket, value: object) -> None:
    """Send `value`, pickled. Both ends are ours: nothing that a stranger wrote is ever unpickled as such."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    end.sendall(len(data).to_bytes(LENGTH, "big"))
    end.sendall(data)


def receive(end: socket.socket) -> bytearray | None:
    """The next message, still pickled; None when there is no memory for it, and it is thrown away.

    Raises EOFError when the other end is gone.
    """
    size = int.from_bytes(_exactly(end, LENGTH), "big")
    try:
        data = bytearray(size)
    except MemoryError:
        for start in range(0, size, CHUNK):
            _exactly(end, min(CHUNK, size - start))
        return None
    _fill(end, data)
    return data


def received(end: socket.socket) -> Any:
    """The next message. Raises MemoryError or EOFError."""
    data = receive(end)
    if data is None:
        raise MemoryError
    return pickle.loads(data)


def waiting(end: socket.socket, seconds: float) -> bool:
    """Whether something can be read within so many seconds."""
    poll = select.poll()
    poll.register(end, select.POLLIN)
    return bool(poll.poll(max(0.0, seconds) * 1000))


def _exactly(end: socket.socket, size: int) -> bytearray:
    data = bytearray(size)
    _fill(end, data)
    return data


def _fill(end: socket.socket, data: bytearray) -> None:
    view, got = memoryview(data), 0
    while got < len(data):
        count = end.recv_into(view[got:])
        if not count:
            raise EOFError
        got += count
