"""Write the transcript in docs/protocol.md: what one client and a hall say to each other.

    python tools/make_transcript.py [--check]

Four people play at a hall in this process, with decks from a seed; what one of them sends and
gets is written down, shortened.  Ids and times are replaced, so that every run writes the same.
`--check` writes nothing and exits with 1 if the page is stale.
"""

import argparse
import asyncio
import json
import socket
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "protocol.md"
BEGIN = "<!-- transcript: written by tools/make_transcript.py -->"
END = "<!-- end of the transcript -->"

sys.path[:0] = [str(ROOT / "src")]

from shengji.bots import novice  # noqa: E402
from shengji.engine.cards import show  # noqa: E402
from shengji.hall.client import Client  # noqa: E402
from shengji.hall.serve import Server  # noqa: E402
from shengji.hall.settings import Settings  # noqa: E402
from shengji.hall.web import create_app  # noqa: E402

Data = dict[str, Any]

SEED = 11
NAMES = ("Mei", "Lan", "Bo", "Jun")
ROOM = "k7m2qd"
PERSON = "0c41f2"
SECONDS = 1767225600.0
MS = 5200.0
MOST_SECONDS = 60.0
PACE = 0.2  # slow enough for a person to come back before a bot sits down for her
BEATS = ("ping", "pong")

CARDS_SHOWN = 2
MORE = "…"
WIDE = 110  # characters of a value
ITEMS = 2
MOST_CHANGES = 40
SEEN = ("seat", "phase", "number", "levels", "sizes", "due")


@asynccontextmanager
async def hall(folder: str) -> AsyncIterator[str]:
    """The address of a hall in a hurry, with decks from the seed."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    settings = Settings(port=port, data=folder, local=True, pace=PACE)
    opened = asyncio.Event()
    server = Server(create_app(settings, rng=Random(SEED)), opened.set)
    serving = asyncio.create_task(server.serve([listener]))
    await opened.wait()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await serving


class Writer(Client):
    """A person who notes what is sent and what comes, by chapter."""

    def __init__(self, base: str, token: str, person: str) -> None:
        super().__init__(base, token, person)
        self.noted: list[tuple[str, Data]] = []
        self.heard = self.hear
        self.commands = 0

    def hear(self, frame: Data) -> None:
        """Note what came."""
        self.noted.append(("<", frame))

    async def send(self, frame: Data) -> None:
        """Send, and note it; texts are to come in English."""
        if frame["t"] == "hello":
            frame = {**frame, "lang": "en"}
        self.noted.append(
            (">", {name: value for name, value in frame.items() if value is not None})
        )
        await super().send(frame)

    def chapter(self, text: str) -> None:
        """What follows stands under these words."""
        self.noted.append(("#", {"t": text}))

    async def ask(self, answer: str, **frame: Any) -> None:
        """Send what is no command, and wait for what comes of it."""
        place = len(self.noted)
        await self.send(frame)
        await self.until(lambda: any(one["t"] == answer for _, one in self.noted[place:]))

    async def settled(self) -> None:
        """All that the hall had to say has come; the question for it is not noted."""
        place = len(self.noted)
        await self.ask("pong", t="ping", t0=0.0)
        self.noted[place:] = [one for one in self.noted[place:] if one[1]["t"] not in BEATS]

    async def command(self, kind: str, cid: str | None = None, **fields: Any) -> str:
        """Send a command, numbered in a way that is easy to follow."""
        self.commands += 1
        return await super().command(kind, cid or f"cid-{self.commands}", **fields)


class Table:
    """Four people; the first of them is the one whose frames are shown."""

    def __init__(self, people: list[Writer]) -> None:
        self.people = people
        self.mei = people[0]

    async def settled(self, seq: int = 0) -> None:
        """Everybody has heard of everything up to an event."""
        for one in self.people:
            await one.until(lambda one=one: one.seq >= seq)
            await one.settled()

    async def said(self, who: Writer, kind: str, **fields: Any) -> None:
        """A command of somebody, with all that comes of it."""
        answer = await who.do(kind, **fields)
        await self.settled(answer.get("seq", 0))

    def turn(self) -> Writer:
        """The first person who may act now."""
        return next(one for one in self.people if one.my_turn())

    def match(self) -> Data:
        """The match as Mei sees it."""
        return self.mei.match or {}

    async def novice(self, who: Writer) -> None:
        """Somebody does what the novice would do."""
        answer = await who.act(novice.decide(who.view(), Random(SEED)))
        await self.settled(answer["seq"])

    async def until_mei_follows(self) -> None:
        """Play on until Mei has to follow and could try not to."""
        while not (self.mei.my_turn() and self.match()["demand"] and self.stranger()):
            await self.novice(self.turn())

    def stranger(self) -> str | None:
        """Cards of Mei's with which a duty to follow would be broken."""
        match = self.match()
        group, number = match["demand"]["group"], match["demand"]["number"]
        groups = [match["order"][card][0] for card in match["hand"]]
        others = [card for card in match["hand"] if match["order"][card][0] != group]
        return " ".join(others[:number]) if group in groups and len(others) >= number else None


async def seated(base: str) -> Table:
    """Mei's room with everybody in it."""
    mei = await Writer.guest(base, NAMES[0])
    body = {"rules": {"id": "huanle-2"}, "settings": {"clock": "casual", "speed": "fast"}}
    code = (await mei.post("/api/rooms", body))["code"]
    people = [mei, *[await Writer.guest(base, name) for name in NAMES[1:]]]
    for one in people[1:]:
        await one.post(f"/api/rooms/{code}/join", {})
    mei.chapter("Mei, the host, opens the connection; the others have seats already.")
    for one in people:
        await one.enter(code)
        await one.until(lambda one=one: one.room)
        await mei.settled()
        mei.chapter("")
    return Table(people)


async def played(table: Table) -> None:
    """The scenes that are shown."""
    mei = table.mei
    mei.chapter("She starts the match, and cards are dealt.")
    await table.said(mei, "start")
    await mei.until(lambda: table.match().get("phase") == "bidding", MOST_SECONDS)
    await table.settled()
    mei.chapter("After the last card she bids; nobody has anything against it.")
    await table.said(mei, "bid", cards=" ".join(table.match()["bids"][0]["cards"]))
    while table.match()["phase"] == "bidding":
        await table.said(table.turn(), "pass")
    mei.chapter("She has taken up the kitty, and buries.")
    await table.novice(mei)
    mei.chapter("What would a card be, and what might she do?  Neither changes anything.")
    await mei.ask("verdict", t="preview", id=1, cards=table.match()["hand"][-1])
    await mei.ask("hints", t="hint", id=2)
    mei.chapter("The first trick.")
    while not table.match()["tricks"]:
        await table.novice(table.turn())
    mei.chapter("")
    await table.until_mei_follows()
    mei.chapter("Later she has to follow, and tries something else: the cards say why not.")
    await table.said(mei, "play", cards=table.stranger())
    await come_back(table)
    mei.chapter("Talk, and a heartbeat.")
    await mei.ask("said", t="phrase", key="good_play")
    await mei.ask("said", t="chat", text="One moment, please")
    await mei.ask("pong", t="ping", t0=0.0, rtt=20.0)


async def come_back(table: Table) -> None:
    """A connection that breaks between a command and its answer."""
    mei, witness = table.mei, table.people[1]
    mei.chapter("She plays; the connection breaks before the answer.")
    assert mei.reader is not None
    mei.reader.cancel()
    action = novice.decide(mei.view(), Random(SEED))
    await mei.command("play", cards=show(action.cards))
    await witness.until(lambda: witness.seq > mei.seq)
    await witness.settled()
    mei.chapter(
        "She comes back with the last number that she saw, and sends the command again:\n"
        "it was stored already, and is acknowledged, not played twice."
    )
    await mei.enter(mei.code, mei.seq)
    await mei.until(lambda: not mei.unanswered)
    await mei.settled()


async def conversation() -> str:
    """The transcript as it stands on the page."""
    with tempfile.TemporaryDirectory() as folder:
        async with hall(folder) as base, asyncio.timeout(MOST_SECONDS):
            table = await seated(base)
            await played(table)
            for one in table.people:
                await one.leave()
    names = {
        one.person: f"{name.lower()}{PERSON}" for one, name in zip(table.people, NAMES, strict=True)
    }
    return page_text(table.mei.noted, {**names, table.mei.code: ROOM})


# -- on the page -----------------------------------------------------------------------------------


def page_text(noted: list[tuple[str, Data]], names: dict[str, str]) -> str:
    """Chapters of frames, one a line; a deal's cards but the first and the last are left out."""
    lines: list[str] = []
    shown = True
    dealt = [place for place, one in enumerate(noted) if kind_of(one) == "Dealt"]
    for place, (way, frame) in enumerate(noted):
        if way == "#":
            shown = bool(frame["t"])
            lines += ["```", "", frame["t"], "", "```text"] if shown else []
        elif place == dealt[CARDS_SHOWN]:
            lines.append(f"… {len(dealt) - CARDS_SHOWN - 1} more")
        elif shown and place not in dealt[CARDS_SHOWN:-1]:
            told = stable(short(named(frame, names)))
            lines.append(f"{way} {json.dumps(told, ensure_ascii=False, separators=(',', ':'))}")
    return "\n".join([*lines[2:], "```"])


def kind_of(one: tuple[str, Data]) -> str | None:
    """The name of the event that a frame tells of, if it tells of one."""
    return one[1]["event"]["t"] if one[1]["t"] == "ev" else None


def named(frame: Data, names: dict[str, str]) -> Data:
    """A frame with ids that are the same in every run."""
    text = json.dumps(frame)
    for own, told in names.items():
        text = text.replace(own, told)
    found: Data = json.loads(text)
    return {**found, "online": sorted(found["online"])} if "online" in found else found


def stable(frame: Data) -> Data:
    """A frame with times that are the same in every run."""
    match frame["t"]:
        case "clock" if frame["clock"]:
            return {**frame, "clock": {**frame["clock"], "left": frame["clock"]["total"]}}
        case "said":
            return {**frame, "line": {**frame["line"], "at": SECONDS}}
        case "ping":
            return {**frame, "t0": MS}
        case "pong":
            return {**frame, "t0": MS, "t1": SECONDS * 1000}
        case _:
            return frame


def short(frame: Data) -> Data:
    """A frame without what would fill the page."""
    match frame["t"]:
        case "snap":
            return {**frame, "room": short_room(frame["room"])}
        case "ev":
            event = {name: cut(value) for name, value in frame["event"].items()}
            return {**frame, "event": event, "patch": short_patch(frame["patch"])}
        case "hints":
            return {**frame, "picks": frame["picks"][:1]}
        case _:
            return frame


def short_room(room: Data) -> Data:
    """A room with little of its rules."""
    few = {name: room[name][:1] for name in ("thresholds", "ladder") if name in room}
    return {**room, **few, **({"rules": cut(room["rules"])} if "rules" in room else {})}


def short_patch(patch: Data) -> Data:
    """A patch with little of what is long in it; a whole match with its first fields."""
    found = dict(patch)
    if "room" in patch:
        found["room"] = short_room(patch["room"])
    match = patch.get("match")
    if match:
        whole = len(match) > MOST_CHANGES
        kept = {name: cut(match[name]) for name in (SEEN if whole else match)}
        found["match"] = {**kept, MORE: MORE} if whole else kept
    return found


def cut(value: Any) -> Any:
    """A long value by its first items."""
    if len(json.dumps(value)) <= WIDE:
        return value
    if len(value) <= ITEMS:
        return value
    if isinstance(value, dict):
        return {**dict(list(value.items())[:ITEMS]), MORE: MORE}
    return [*value[:ITEMS], MORE] if isinstance(value, list) else value


def page() -> str:
    """The page with the transcript of now."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}\n\n{asyncio.run(conversation())}\n\n{END}{after}"


def main() -> int:
    """Write the page, or only tell whether it is stale; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    text = page()
    if text == PAGE.read_text(encoding="utf-8"):
        return 0
    print(f"stale: {PAGE.name}" if check else f"written: {PAGE.name}")
    if not check:
        PAGE.write_text(text, encoding="utf-8")
    return int(check)


if __name__ == "__main__":
    sys.exit(main())
