"""Settings come from the environment, and what cannot be used is told by its name."""

from pathlib import Path

import pytest

from openrepro.errors import OpenReproError
from openrepro.settings import VARIABLES, settings_of


def test_all_is_kept_beside_the_rule_file_by_default(tmp_path: Path) -> None:
    found = settings_of(tmp_path, {})
    assert found.rule_file == tmp_path / "challenge.toml"
    assert found.database_url == f"sqlite:///{tmp_path / 'openrepro.db'}"
    assert found.blob_url == str(tmp_path / "blobs")
    assert (found.on_postgresql, found.workers, found.discover_minutes) == (False, 1, 0)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_postgresql_is_spelled_in_several_ways(tmp_path: Path, scheme: str) -> None:
    found = settings_of(tmp_path, {"OPENREPRO_DATABASE_URL": f"{scheme}://me@host/name"})
    assert found.database_url == "postgresql+psycopg://me@host/name"
    assert found.on_postgresql


def test_a_folder_for_archived_bytes_is_one_below_the_challenge(tmp_path: Path) -> None:
    assert settings_of(tmp_path, {"OPENREPRO_BLOB_URL": "bytes"}).blob_url == str(tmp_path / "bytes")
    assert settings_of(tmp_path, {"OPENREPRO_BLOB_URL": "/mnt/bytes"}).blob_url == "/mnt/bytes"
    assert settings_of(tmp_path, {"OPENREPRO_BLOB_URL": "s3://bucket/x"}).blob_url == "s3://bucket/x"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("OPENREPRO_DATABASE_URL", "mysql://me@host/name"),
        ("OPENREPRO_WORKERS", "-1"),
        ("OPENREPRO_WORKERS", "many"),
        ("OPENREPRO_DISCOVER_MINUTES", "1e3"),
        ("OPENREPRO_HUB_URL", "huggingface.co"),
        ("OPENREPRO_PUBLIC_URL", "javascript:alert(1)"),
    ],
)
def test_what_cannot_be_used_is_told_by_its_name(tmp_path: Path, variable: str, value: str) -> None:
    with pytest.raises(OpenReproError, match=variable):
        settings_of(tmp_path, {variable: value})


@pytest.mark.parametrize("variable", VARIABLES)
def test_every_setting_is_in_the_docs(variable: str) -> None:
    page = Path(__file__).resolve().parents[1] / "docs" / "operating.md"
    assert f"| `{variable}` |" in page.read_text("utf-8")


def test_passwords_and_tokens_are_not_in_the_text_of_the_settings(tmp_path: Path) -> None:
    given = {"OPENREPRO_DATABASE_URL": "postgresql://me:secret1@host/name", "OPENREPRO_HUB_TOKEN": "secret2"}
    assert "secret" not in repr(settings_of(tmp_path, given))
