"""axe finds nothing wrong, in any scene, theme and size."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from browser import scenes
from browser.chromium import DESKTOP, PHONE
from browser.conftest import Visit
from browser.house import House

LOOKS = [
    ("dark", PHONE, "zh"),
    ("light", PHONE, "en"),
    ("dark", DESKTOP, "en"),
    ("light", DESKTOP, "zh"),
]
RULES = """() => Object.fromEntries(
    axe.getRules()
        .filter(({ tags }) => !tags.includes('experimental') && !tags.includes('wcag2aaa'))
        .map(({ ruleId }) => [ruleId, { enabled: true }]))"""
"""Also those that axe leaves out unless it is asked, such as the size of targets.

Not those that belong to another standard (AAA) or that axe itself calls experimental; two of these
contradict rules that are on.
"""


@pytest.mark.parametrize("part", scenes.ALL)
@pytest.mark.parametrize(("theme", "size", "lang"), LOOKS)
def test_axe_finds_nothing(
    house: House, visit: Visit, part: Any, theme: str, size: tuple[int, int], lang: str
) -> None:
    visitor = visit(theme=theme, size=size, lang=lang)
    found: list[str] = []
    for scene in part(house, visitor):
        found += [f"{scene}: {line}" for line in violations(visitor.page)]
    assert found == []


def violations(page: Page) -> list[str]:
    """What axe finds: the rule, where, and why."""
    axe = Axe()
    page.evaluate(axe.axe_script)
    rules = page.evaluate(RULES)
    told = axe.run(page, options={"resultTypes": ["violations"], "rules": rules})
    return [
        f"{one['id']} at {node['target'][0]}: {node['failureSummary']}"
        for one in told.response["violations"]
        for node in one["nodes"]
    ]
