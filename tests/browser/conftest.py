"""A hall and a browser for each run of these tests; visitors who must see no error."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from browser.chromium import launched
from browser.house import House
from browser.visitor import Visitor

Visit = Callable[..., Visitor]


@pytest.fixture(scope="package")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("hall")).open()
    yield house
    house.shut()


@pytest.fixture
def house(open_house: House) -> House:
    """The hall, without pauses and with shuffled decks until a test says otherwise."""
    open_house.arrange()
    return open_house


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """Opens browsers of their own; at the end none may have met an error or gone elsewhere."""
    visitors: list[Visitor] = []

    def come(base: str = "", **how: object) -> Visitor:
        visitors.append(Visitor(browser, base or house.base, **how))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()
    assert [visitor.problems for visitor in visitors if visitor.problems] == []
