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

TESTS = Path(__file__).resolve().parent.parent / "tests"
SIZES = ("phone", "lying", "desktop")
THEMES = ("dark", "light")
LANGUAGES = ("zh", "en")


def main(folder: str = "shots", *words: str) -> None:
    """Take the pictures."""
    looks = [look for look in product(SIZES, THEMES, LANGUAGES) if set(words) <= set(look)]
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    for look in looks:
        take(out, *look)


def take(out: Path, size: str, theme: str, lang: str) -> None:
    """The pictures of one size, theme and language."""
    from browser import chromium, scenes
    from browser.house import House
    from browser.visitor import Visitor

    sizes = {"phone": chromium.PHONE, "lying": chromium.LYING, "desktop": chromium.DESKTOP}
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data)).open()
        browser = chromium.launched(playwright)
        visitor = Visitor(browser, house.base, size=sizes[size], theme=theme, lang=lang)
        for part in scenes.ALL:
            for scene in part(house, visitor):
                name = f"{scene}.{size}.{theme}.{lang}.png"
                visitor.page.screenshot(path=out / name)
                print(name)
        visitor.leave()
        browser.close()
        house.shut()


if __name__ == "__main__":
    sys.path.insert(0, str(TESTS))
    main(*sys.argv[1:])
