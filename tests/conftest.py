"""Golden files: expected text beside the tests, renewed with `--update-goldens`.

No test asserts a time, so hypothesis sets no deadlines.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import settings

# Before anybody imports it, whichever folder is collected first.
pytest.register_assert_rewrite("tests.proofs.deciding")
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens", action="store_true", help="write what golden tests got as expected"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden(name, text)` compares a text with the file `golden/<name>` beside the test."""

    def check(name: str, text: str) -> None:
        file = request.path.parent / "golden" / name
        if request.config.getoption("--update-goldens"):
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.is_file(), f"{file} is missing; run pytest --update-goldens"
        assert text == file.read_text(encoding="utf-8")

    return check
