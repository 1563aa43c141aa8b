"""Where a watch is drawn: redrawn in place on a terminal, line by line elsewhere (a log, cron's mail)."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.live import Live

LINES = 12  # of what happened, kept on the screen


class Board:
    """Shows the count as it stands and what happened since. Use as `with`."""

    def __init__(self) -> None:
        """Nothing is drawn before the first look."""
        self._happened: list[str] = []
        self._live: Live | None = None

    def __enter__(self) -> Self:
        """The board itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the last drawing on the screen."""
        if self._live is not None:
            self._live.stop()

    def show(self, count: str, happened: list[str], status: str) -> None:
        """`count`: the report as text; `happened`: lines new since the last look; `status`: when the next one is."""
        self._happened = [*self._happened, *happened][-LINES:]
        if not sys.stdout.isatty():
            for line in happened:
                print(line, flush=True)
            return
        if self._live is None:
            from rich.live import Live

            self._live = Live(refresh_per_second=1, screen=False, vertical_overflow="crop")
            self._live.start()
        from rich.text import Text

        self._live.update(Text.from_ansi("\n".join([status, "", *self._happened, "", count])), refresh=True)
