"""Take the pictures in docs/screenshots/: the sample game's reports in the machine's chromium.

`python docs/screenshots.py`; needs chromium and the development requirements.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from cli import desk
from scraper.sample_board import sample_board, sample_game
from tests.support.browser import chromium

HERE = Path(__file__).parent / "screenshots"
# Name, stage, width and height of the window, how far down, colours.
PICTURES = (
    ("tally", "D1", 820, 900, 0, "light"),
    ("matrix", "D1", 820, 900, 1250, "light"),
    ("phone-dark", "D1", 360, 760, 0, "dark"),
    ("phone-ballots", "D1", 360, 760, 2300, "light"),
)


def report(stage: str, base: str, folder: Path) -> Path:
    """The page of a stage's count."""
    game, page = folder / "game.toml", folder / f"{stage}.html"
    game.write_text(sample_game(base), "utf-8")
    words = ["tally", "--game", str(game), "--stage", stage, "--as-of", "2010-05-05T09:10", "-o", str(page)]
    done = CliRunner().invoke(desk, [*words, "--archive", str(folder / "demo.db"), "--delay", "0"])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return page


def main() -> None:
    """Take every picture anew."""
    HERE.mkdir(exist_ok=True)
    with sample_board() as base, TemporaryDirectory() as name, chromium() as browser:
        for picture, stage, width, height, down, scheme in PICTURES:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            page.goto(report(stage, base, Path(name)).as_uri())
            page.evaluate(f"window.scrollTo(0, {down})")
            page.screenshot(path=HERE / f"{picture}.png")
            page.close()


if __name__ == "__main__":
    main()
