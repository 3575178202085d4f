"""A person with a browser: finds things by the words on them, and plays."""

import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    TimeoutError,
    expect,
)

from browser.chromium import PATIENCE_MS, PHONE
from browser.said import SAID, card_name

NETWORK = re.compile(r"net::ERR_|WebSocket connection to")
TOO_LATE_MS = 800
STILL_MS = 300
TOP_LEFT = {"x": 8, "y": 20}
"""Where a card can be touched that the next one covers."""

expect.set_options(timeout=PATIENCE_MS)


class Visitor:
    """One browser with its own cookies and storage, and its page.

    `problems` are errors of the page and requests to other hosts; while `offline_expected`, what
    the browser says of the lost network is none.
    """

    def __init__(
        self,
        browser: Browser,
        base: str,
        *,
        lang: str = "zh",
        size: tuple[int, int] = PHONE,
        theme: str = "dark",
        speed: str = "0",
    ) -> None:
        self.base = base
        self.lang = lang
        self.speed = speed
        self.say = SAID[lang]
        self.problems: list[str] = []
        self.offline_expected = False
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale={"zh": "zh-CN", "en": "en-US"}[lang],
            color_scheme=theme,
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.page = self.new_page()

    def new_page(self) -> Page:
        """Another tab, which becomes the visitor's page."""
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", self._asked)
        page.on("websocket", lambda socket: self._reached(socket.url))
        self.page = page
        return page

    def leave(self) -> None:
        """Close the browser."""
        self.context.close()

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type != "error":
            return
        if not (self.offline_expected and NETWORK.search(message.text)):
            self.problems.append(message.text)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith("data:"):
            self._reached(request.url)

    def _reached(self, url: str) -> None:
        if url.partition("://")[2].partition("/")[0] != self.base.partition("://")[2]:
            self.problems.append(f"reached {url}")

    # -- ways in -----------------------------------------------------------------------------------

    def goes_to(self, path: str) -> None:
        """Open a path of the hall."""
        where, _, fragment = path.partition("#")
        address = f"{self.base}{where}?speed={self.speed}"
        self.page.goto(f"{address}#{fragment}" if fragment else address)

    @property
    def code(self) -> str:
        """The code of the room that the page shows."""
        found = re.search(r"/r/([a-z0-9]+)", self.page.url)
        assert found, self.page.url
        return found[1]

    @property
    def name(self) -> str:
        """What the visitor is called."""
        name: str = self.asks("/api/session", {})["name"]
        return name

    def asks(self, path: str, body: object) -> Any:
        """A call to the hall in the visitor's name."""
        return self.page.evaluate(
            """async ([path, body]) => {
                const headers = { 'Content-Type': 'application/json' };
                const sent = { method: 'POST', headers, body: JSON.stringify(body) };
                return (await fetch(path, sent)).json();
            }""",
            [path, body],
        )

    def opens(self, preset: str = "huanle-2", *, settings: Any = None, **options: Any) -> str:
        """Open a table with three bots, and go there; its code."""
        if self.page.url == "about:blank":
            self.goes_to("/rules")
        self.asks("/api/session", {"lang": self.lang})
        body = {"rules": {"id": preset, **options}, "bots": "novice", "start": True}
        code: str = self.asks("/api/rooms", {**body, "settings": settings or {}})["code"]
        self.goes_to(f"/r/{code}")
        expect(self.hand).to_be_visible()
        return code

    # -- what is on the table ----------------------------------------------------------------------

    def button(self, name: str | re.Pattern[str], **how: Any) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, **how)

    def able(self, name: str) -> Locator:
        """A button that can be pressed now, by how its name begins."""
        return self.button(re.compile(f"^({name})"), disabled=False)

    @property
    def hand(self) -> Locator:
        """The hand."""
        return self.page.get_by_role("toolbar", name=re.compile(self.say["hand"]))

    @property
    def mat(self) -> Locator:
        """The table itself, with its seats and what they have laid."""
        return self.page.get_by_role("region", name=self.say["mat"], exact=True)

    @property
    def laid(self) -> Locator:
        """What lies on the table, seat by seat."""
        return self.mat.get_by_role("group")

    @property
    def cards(self) -> Locator:
        """The cards in hand."""
        return self.hand.get_by_role("button")

    @property
    def hint(self) -> Locator:
        """The button for a hint, when it is one's turn to play or to bury."""
        return self.able(self.say["hint"])

    @property
    def no_bid(self) -> Locator:
        """The button that passes, when one is asked for a bid."""
        return self.able(self.say["pass"])

    @property
    def chips(self) -> Locator:
        """The suits that may be bid now."""
        bids = self.page.get_by_role("group", name=self.say["bids"], exact=True)
        return bids.get_by_role("button", name=re.compile(self.say["lit"]), disabled=False)

    @property
    def result(self) -> Locator:
        """The sheet at the end of a deal."""
        sheets = self.page.get_by_role("region")
        return sheets.filter(has=self.button(self.say["replay"], exact=True))

    def held(self) -> Counter[str]:
        """The names of the cards in hand."""
        names = self.cards.evaluate_all("all => all.map(one => one.ariaLabel)")
        return Counter(re.split("[，,]", name)[0] for name in names)

    def picked(self) -> Counter[str]:
        """The names of the picked cards."""
        chosen = self.hand.get_by_role("button", pressed=True)
        names = chosen.evaluate_all("all => all.map(one => one.ariaLabel)")
        return Counter(re.split("[，,]", name)[0] for name in names)

    def picture(self) -> str:
        """What is on the table once it stays the same for a moment.

        Left out are the log, marks of cards from the kitty, and that a bot has been thinking.
        """
        seen, now = "", self._picture()
        while seen != now:
            self.page.wait_for_timeout(STILL_MS)
            seen, now = now, self._picture()
        return now

    def _picture(self) -> str:
        parts = [self.page.get_by_role("banner"), self.mat, *self.page.get_by_role("group").all()]
        shown = [part.aria_snapshot() for part in (*parts, self.hand)]
        return re.sub("，底牌|, from the kitty|在想 |thinking ", "", "\n".join(shown))

    # -- acts --------------------------------------------------------------------------------------

    def waits_for_turn(self) -> str:
        """Wait until the table asks for something: bid, bury, play, or the deal is over."""
        found = self.no_bid.or_(self.hint).or_(self.result).first
        found.wait_for()
        if self.result.count():
            return "over"
        if self.no_bid.count():
            return "bid"
        return "bury" if self.button(re.compile(f"^{self.say['bury']}")).count() else "play"

    def picks(self, codes: Iterable[str]) -> None:
        """Touch cards until these are picked too."""
        for code, number in Counter(codes).items():
            self._picks(card_name(code, self.lang), number)

    def _picks(self, name: str, number: int) -> None:
        alike = re.compile(f"^{re.escape(name)}(?![0-9])")
        picked = self.hand.get_by_role("button", name=alike, pressed=True)
        others = self.hand.get_by_role("button", name=alike, pressed=False)
        while picked.count() < number:
            others.first.click(position=TOP_LEFT)

    def acts(self, verb: str) -> None:
        """Press the middle button and see the cards go."""
        before = self.cards.count()
        self.able(self.say[verb]).click()
        expect(self.cards).not_to_have_count(before)

    def plays(self, codes: Iterable[str]) -> None:
        """Pick cards and play them."""
        self.picks(codes)
        self.acts("play")

    def takes_hint(self) -> None:
        """Ask for a hint, and see what it picks and that it may be done."""
        self.hint.click()
        expect(self.hand.get_by_role("button", pressed=True)).not_to_have_count(0)
        expect(self.able(f"{self.say['play']}|{self.say['bury']}")).to_be_visible()

    def plays_hint(self) -> None:
        """Play what the hint says."""
        self.takes_hint()
        self.acts("play")

    def bids_or_passes(self) -> None:
        """Bid the most that can be bid in the first lit suit; else pass.

        A bot may come first, and one who is left with nothing to bid is passed for.
        """
        with suppress(TimeoutError):
            if self.chips.count() == 0:
                self.no_bid.click(timeout=TOO_LATE_MS)
                return
            chip = self.chips.first
            several = chip.get_attribute("aria-expanded", timeout=TOO_LATE_MS) is not None
            chip.click(timeout=TOO_LATE_MS)
            if several:
                most = self.page.get_by_role("button", name=re.compile("×[0-9]$")).last
                most.click(timeout=TOO_LATE_MS)

    def buries(self) -> None:
        """Pick plain cards without points, as many as are asked for, and bury them."""
        label = self.button(re.compile(f"^{self.say['bury']}")).inner_text()
        wanted = int(label.partition("/")[2])
        plain = [name for name in self.held().elements() if not re.search(self.say["dear"], name)]
        for name, number in Counter(plain[:wanted]).items():
            self._picks(name, number)
        if len(plain) < wanted:
            self.takes_hint()
        self.acts("bury")

    def plays_on(self) -> None:
        """Play to the end of the deal."""
        while (asked := self.waits_for_turn()) != "over":
            if asked == "play":
                self.plays_hint()
            elif asked == "bury":
                self.buries()
            else:
                self.bids_or_passes()
        expect(self.result).to_be_visible()

    def starts_next(self, number: int) -> None:
        """Go on to the deal of this number."""
        self.able(self.say["next"]).click()
        heading = self.page.get_by_role("heading", name=self.say["deal"].format(number))
        expect(heading).to_be_attached()
        expect(self.result).to_have_count(0)
