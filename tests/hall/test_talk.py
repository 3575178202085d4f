"""What is said at a table, and what a seat asks: previews and hints."""

from shengji.engine.state import BIDDING

from .halls import Running, in_hall
from .people import SOLO, at_table, cards_to_lead, joined, playing_alone, quiet, told

# -- talk ----------------------------------------------------------------------------------------


@in_hall()
async def test_what_is_said_is_heard_and_kept_for_who_comes_later_but_not_stored(
    hall: Running,
) -> None:
    async with at_table(hall.base) as mei, joined(mei, "Bo") as bo:
        await mei.send({"t": "chat", "text": "  hello \n there "})
        await mei.send({"t": "phrase", "key": "hurry"})
        await mei.send({"t": "phrase", "key": "no such phrase"})
        await bo.until(lambda: len(told(bo, "said")) == 2)
        text, phrase = (frame["line"] for frame in told(bo, "said"))
        assert (text["text"], text["name"], text["seat"]) == ("hello there", "Mei", 0)
        assert (phrase["text"], phrase["key"]) == (None, "hurry")
        rows = await hall.hub.log.load(mei.code)
        assert not any("hello there" in row.payload for row in rows)
        async with joined(mei, "Cai") as cai:
            (snap,) = told(cai, "snap")
            assert [line["text"] for line in snap["chat"]] == ["hello there", None]


@in_hall()
async def test_the_last_fifty_lines_are_kept(hall: Running) -> None:
    async with at_table(hall.base) as mei:
        room = hall.hub.rooms[mei.code]
        for number in range(60):
            room.say(room.members[mei.person], f"line {number}", None)
        await mei.enter(mei.code)
        await mei.until(lambda: len(told(mei, "snap")) == 2)
        assert [line["text"] for line in told(mei, "snap")[-1]["chat"]] == [
            f"line {number}" for number in range(10, 60)
        ]


@in_hall()
async def test_who_talks_too_much_is_asked_to_wait_and_stays(hall: Running) -> None:
    async with at_table(hall.base) as mei, joined(mei, "Bo") as bo:
        for number in range(12):
            await mei.send({"t": "chat", "text": f"line {number}"})
        await quiet(mei)
        assert mei.closed is None
        assert {notice["code"] for notice in told(mei, "notice")} == {"talk_slower"}
        await quiet(bo)
        assert len(told(bo, "said")) == 5


# -- questions -----------------------------------------------------------------------------------


@in_hall()
async def test_a_preview_and_a_hint_are_answered_from_ones_own_view(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei, joined(mei, "Bo") as bo:
        await playing_alone(mei)
        await mei.send({"t": "preview", "id": 7, "cards": cards_to_lead(mei)})
        await mei.send({"t": "hint", "id": 8})
        await bo.send({"t": "preview", "id": 9, "cards": cards_to_lead(mei)})
        await bo.send({"t": "hint", "id": 10})
        await mei.until(lambda: told(mei, "verdict") and told(mei, "hints"))
        assert told(mei, "verdict")[0]["id"] == 7
        hints = told(mei, "hints")[0]
        assert hints["id"] == 8
        hand = (mei.match or {})["hand"]
        assert all(set(pick["cards"]) <= set(hand) for pick in hints["picks"])
        await quiet(bo)
        assert told(bo, "verdict") == told(bo, "hints") == []


@in_hall()
async def test_of_many_questions_the_newest_is_answered_and_nobody_is_closed(
    hall: Running,
) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        await playing_alone(mei)
        card = cards_to_lead(mei)
        for number in range(600):
            await mei.send({"t": "preview", "id": number, "cards": card})
        await mei.until(lambda: told(mei, "verdict") and told(mei, "verdict")[-1]["id"] == 599)
        ids = [frame["id"] for frame in told(mei, "verdict")]
        assert ids == sorted(set(ids))
        assert len(ids) < 120
        assert mei.closed is None


@in_hall()
async def test_a_bid_is_previewed_while_bids_are_open(hall: Running) -> None:
    body = {**SOLO, "rules": {"id": "weijia-3"}, "start": False}
    async with at_table(hall.base, **body) as mei, joined(mei, "Bo") as bo:
        await mei.do("start")
        await mei.until(lambda: mei.my_turn() and (mei.match or {})["phase"] == BIDDING)
        await mei.send({"t": "preview", "id": 1, "cards": cards_to_lead(mei)})
        await mei.until(lambda: told(mei, "verdict"))
        await quiet(bo)
        assert told(bo, "verdict") == []
