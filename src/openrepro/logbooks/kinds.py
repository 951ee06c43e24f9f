"""What kind of file a path of a logbook's folder is, by its name and place."""

from openrepro.logbooks.logbook import FileKind

_RESULTS = ("json", "jsonl", "csv", "tsv", "ndjson")
_SOURCES = (
    *("py", "sh", "bash", "js", "ts", "ipynb", "toml", "lock", "yaml", "yml", "cfg", "ini", "r", "jl", "c", "cc"),
    *("cpp", "h", "cu", "rs", "go", "java", "scala", "lean", "v", "sql", "ps1", "bat", "m"),
)
_SOURCE_NAMES = ("requirements.txt", "makefile", "dockerfile", "package.json", "package-lock.json", "tsconfig.json")
_VIEWER = (
    *("index.html", "logbook.css", "logbook.js", "trackio-logo.png", "trackio-logo-light.png"),
    *("trackio-wordmark-dark.png", "bucket-icon.svg"),
)
_TRACE_FOLDERS = ("traces/", "workspace_baselines/", "trace_dataset/", "trackio/traces/")
_TRACE_FILES = ("trace_sources.json", "workspace_bucket_state.json", "imported_workspace.json")


def kind_of(path: str, root: str = "") -> FileKind:
    """The kind of the file at `path` of a logbook whose pages lie in `root` + `pages/`.

    A metadata.json that is not Trackio's is told apart by its content elsewhere.
    """
    name = path.lower().rsplit("/", 1)[-1]
    ending = name.rsplit(".", 1)[-1] if "." in name else ""
    if ending in ("md", "markdown"):
        return FileKind.README if name.startswith("readme.") else FileKind.PAGE
    if name in _TRACE_FILES or _in_traces(path, root):
        return FileKind.TRACE
    if name in ("logbook.json", "workspace.json"):
        return FileKind.MANIFEST
    if name == "metadata.json":
        return FileKind.METADATA
    if name in _VIEWER:
        return FileKind.VIEWER
    if name in _SOURCE_NAMES or ending in _SOURCES:
        return FileKind.SOURCE
    return FileKind.RESULT if ending in _RESULTS else FileKind.OTHER


def _in_traces(path: str, root: str) -> bool:
    homes = (root, root.removesuffix("logbook/"))
    return ".trackio/traces/" in path or any(
        path.startswith(home + folder) for home in homes for folder in _TRACE_FOLDERS
    )
