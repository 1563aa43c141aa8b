"""How far a run has come, on a terminal's stderr; silent where stderr is no terminal."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class ProgressBar:
    """A bar of pages read and the line said last. Use as `with`; it is gone when the run is done."""

    def __init__(self, quiet: bool = False) -> None:
        """Nothing is drawn before the first page is read; nothing at all where something else draws (`quiet`)."""
        self._wanted = sys.stderr.isatty() and not quiet
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._read = 0

    def __enter__(self) -> Self:
        """The bar itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar off the screen."""
        if self._bar is not None:
            self._bar.stop()

    def page(self, number: int, total: int) -> None:
        """Page `number` of `total` has been read."""
        self._read += 1
        if self._wanted:
            self._show(f"第 {number} 页，共 {total} 页", total)

    def say(self, line: str) -> None:
        """One line on what the run waits for."""
        if self._wanted:
            self._show(line, None)

    def _show(self, words: str, total: int | None) -> None:
        if self._bar is None or self._task is None:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn

            columns = (TextColumn("{task.description}"), BarColumn(bar_width=30))
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task(words, total=None)
            self._bar.start()
        self._bar.update(self._task, description=words, completed=min(self._read, total or self._read), total=total)
