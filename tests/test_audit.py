"""The look-up of known faults says what it found, and never that all is well when it knows nothing.

What pip-audit and npm answer is written here by hand, in their forms.
"""

import json
import sys
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def audit(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(Path(__file__).parent.parent / "bench")
    import audit as loaded  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415

    yield loaded
    del sys.modules["audit"]


def test_packages_nobody_knows_are_not_called_sound(audit: Any) -> None:
    skipped = {"name": "anyio", "skip_reason": "Dependency not found on PyPI"}
    answer = json.dumps({"dependencies": [skipped, skipped], "fixes": []})
    told = list(audit.python_findings(answer, "No known vulnerabilities found"))
    assert told == ["0 packages looked up, 0 with known faults; 2 not found"]


def test_faults_of_python_packages_are_named(audit: Any) -> None:
    fault = {"id": "PYSEC-1", "fix_versions": ["2.0"], "aliases": [], "description": "…"}
    packages = [
        {"name": "sound", "version": "1.0", "vulns": []},
        {"name": "faulty", "version": "1.0", "vulns": [fault, {**fault, "fix_versions": []}]},
    ]
    assert list(audit.python_findings(json.dumps({"dependencies": packages}), "")) == [
        "2 packages looked up, 1 with known faults; 0 not found",
        "faulty 1.0: PYSEC-1, mended in 2.0",
        "faulty 1.0: PYSEC-1, mended in no version yet",
    ]


def test_faults_of_npm_packages_are_named(audit: Any) -> None:
    faulty = {"severity": "high", "range": "<2", "fixAvailable": True}
    answer = {"vulnerabilities": {"left": faulty}, "metadata": {"dependencies": {"total": 9}}}
    assert list(audit.npm_findings(json.dumps(answer), "")) == [
        "9 packages looked up, 1 with known faults",
        "left <2: high, an update mends it",
    ]


@pytest.mark.parametrize(
    ("answer", "complaint", "why"),
    [
        ("", "npm error\nno network\n", "no network"),
        ('{"message": "405 Method Not Allowed"}', "", "405 Method Not Allowed"),
        ("{", "", "no answer"),
    ],
)
def test_without_an_answer_nothing_is_claimed(
    audit: Any, answer: str, complaint: str, why: str
) -> None:
    assert list(audit.npm_findings(answer, complaint)) == [f"nothing could be looked up: {why}"]


def test_without_an_answer_nothing_is_claimed_of_python_either(audit: Any) -> None:
    told = list(audit.python_findings("", "Traceback\nConnectionError"))
    assert told == ["nothing could be looked up: ConnectionError"]
