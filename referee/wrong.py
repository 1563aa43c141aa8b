"""What a judge asked for and cannot have, said by the parts that touch nothing outside."""

from __future__ import annotations


class Wrong(Exception):
    """A wish that does not hold: `code` a short latin word, `what` is wrong and `advice` what to do (Chinese)."""

    def __init__(self, code: str, what: str, advice: str) -> None:
        super().__init__(what)
        self.code, self.what, self.advice = code, what, advice
