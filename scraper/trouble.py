"""What can go wrong outside the rules, said to the judge in one line."""

from __future__ import annotations

FAILED, USAGE, UNDECIDED, REFUSED = 1, 2, 3, 4


class Trouble(Exception):
    """A stop the judge can act on.

    `code` short latin word (`no-host`, `login`, `gone`), `what` happened and `advice` what to do next (Chinese),
    `status` the exit status of the contract (1 failed, 2 usage, 4 the board did not give the thread).
    """

    def __init__(self, code: str, what: str, advice: str = "", status: int = REFUSED) -> None:
        super().__init__(what)
        self.code, self.what, self.advice, self.status = code, what, advice, status

    def __str__(self) -> str:
        """The one line for stderr, without control characters."""
        said = f"[{self.code}] {self.what}" + (f"；{self.advice}" if self.advice else "")
        return "".join(c if c.isprintable() else " " for c in said)
