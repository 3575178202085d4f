"""What a viewer's feed adds up, event by event, is the viewer's match."""

from random import Random

import msgspec
import pytest

from shengji.bots import novice
from shengji.engine.evolve import evolve
from shengji.engine.ruleset import preset
from shengji.engine.state import before_match
from shengji.engine.view import for_seat
from shengji.hall.feeds import WATCH, Feed
from shengji.hall.seating import RoomState
from shengji.hall.wire import digest, match_data, merged
from shengji.proof.playthrough import steps


@pytest.mark.parametrize("rules", ["huanle-2", "jj", "weijia-1", "eighty"])
@pytest.mark.parametrize("viewer", [0, 2, WATCH])
def test_patches_add_up_to_the_viewers_match(rules: str, viewer: int) -> None:
    seat = None if viewer == WATCH else viewer
    room = RoomState(code="table1", match=before_match())
    feed = Feed(viewer, room, 0)
    told: dict[str, object] | None = None
    seq = 0
    digests = 0
    for step in steps(preset(rules), 5, (novice.decide,) * 4, 2, one_by_one=True):
        for event in step.events:
            seq += 1
            room = msgspec.structs.replace(room, match=evolve(room.match, event))
            frame = msgspec.json.decode(feed.publish(seq, event, room, quiet=False))
            patch = frame["patch"].get("match", {})
            told = patch if told is None else merged(told, patch)
            if "digest" in frame:
                digests += 1
                assert frame["digest"] == digest(told)
        whole = match_data(for_seat(room.match, seat))
        assert feed.match == whole
        assert told == msgspec.json.decode(msgspec.json.encode(whole))
    assert digests > 20


def test_a_digest_is_the_same_however_the_keys_are_ordered() -> None:
    keys = [f"k{n}" for n in range(20)]
    mixed = Random(1).sample(keys, 20)
    assert digest(dict.fromkeys(keys, 1)) == digest(dict.fromkeys(mixed, 1))
    assert digest({"a": ["5s", None, True], "b": "黑"}) == "668acab0"
