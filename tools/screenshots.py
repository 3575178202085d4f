"""Takes pictures of every scene, in all sizes, themes and languages, for people to look at.

    python tools/screenshots.py [FOLDER] [WORD …]

A picture is called `<scene>.<size>.<theme>.<language>.png`; with words only those are taken whose
size, theme and language are named, as in `phone dark`.  Takes some minutes.
"""

import sys
import tempfile
from itertools import product
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from browser import scenes
from browser.chromium import DESKTOP, LYING, PHONE, launched
from browser.house import House
from browser.visitor import Visitor

SIZES = {"phone": PHONE, "lying": LYING, "desktop": DESKTOP}
THEMES = ("dark", "light")
LANGUAGES = ("zh", "en")


def main(folder: str = "shots", *words: str) -> None:
    """Take the pictures."""
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data)).open()
        browser = launched(playwright)
        for size, theme, lang in product(SIZES, THEMES, LANGUAGES):
            if not set(words) <= {size, theme, lang}:
                continue
            visitor = Visitor(browser, house.base, size=SIZES[size], theme=theme, lang=lang)
            for part in scenes.ALL:
                for scene in part(house, visitor):
                    name = f"{scene}.{size}.{theme}.{lang}.png"
                    visitor.page.screenshot(path=out / name)
                    print(name)
            visitor.leave()
        browser.close()
        house.shut()


if __name__ == "__main__":
    main(*sys.argv[1:])
