"""Texts and places as SARIF writes them: messages, regions, and the artifacts these are in."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

from parser.source import NOWHERE, Source, Span
from ptoprove.findings import is_made

SPEC_ROOT = "SPECROOT"
"""The name of the folder of the specification."""

_LINK = re.compile(r"\[(?=[^\]]*\]\()")


def message(text: str) -> dict[str, Any]:
    """A message: braces stand for themselves, and nothing is a link."""
    doubled = text.replace("{", "{{").replace("}", "}}")
    return {"text": _LINK.sub(r"\\[", doubled)}


def formatted(text: str, preformatted: str) -> dict[str, Any]:
    """A message of a line and a text below it, whose layout Markdown keeps."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", preformatted)), 3)
    found = message(f"{text}\n\n{preformatted}")
    markdown = f"{_escaped(text)}\n\n{fence}text\n{preformatted}\n{fence}"
    return {**found, "markdown": markdown.replace("{", "{{").replace("}", "}}")}


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", text)


class Artifacts:
    """The files that places are in, in the order in which they are asked for. The text of those
    that were made is taken along."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()
        self._numbers: dict[str, int] = {}
        self.values: list[dict[str, Any]] = []

    @property
    def base(self) -> dict[str, Any]:
        """What `SPEC_ROOT` stands for on this machine."""
        uri = self._root.as_uri()
        text = "The folder of the specification."
        return {SPEC_ROOT: {"uri": f"{uri.rstrip('/')}/", "description": message(text)}}

    def location(self, span: Span, text: str | None = None) -> dict[str, Any]:
        """A location, and what is said of it."""
        said = {} if text is None else {"message": message(text)}
        if span == NOWHERE:
            return said
        region = {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        }
        place = {"artifactLocation": self._artifact(span.path), "region": region}
        return {"physicalLocation": place, **said}

    def _artifact(self, path: str) -> dict[str, Any]:
        """Where a file is, with its number among `values`."""
        if path not in self._numbers:
            self._numbers[path] = len(self.values)
            self.values.append({"location": self._uri(path), "sourceLanguage": "asl"})
            if is_made(path):
                self.values[-1]["contents"] = {"text": Source.named(path).text}
                self.values[-1]["description"] = message(f"{path}, which ptoprove has made.")
        return {**self._uri(path), "index": self._numbers[path]}

    def _uri(self, path: str) -> dict[str, Any]:
        if is_made(path):
            return {"uri": quote(f"{path.strip('<>')}.asl", safe="")}
        absolute = Path(path).resolve()
        if absolute.is_relative_to(self._root):
            relative = absolute.relative_to(self._root).as_posix()
            return {"uri": quote(relative), "uriBaseId": SPEC_ROOT}
        return {"uri": absolute.as_uri()}
