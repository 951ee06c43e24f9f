"""The least program for the sandbox: gives back what it is given, to see whether the sandbox works."""


def main(data: bytes) -> bytes:
    return data
