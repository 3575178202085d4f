"""House options and corners of what is legal, listed and counted."""

from itertools import combinations

import pytest

from judged import At
from shengji.engine.actions import Play
from shengji.engine.cards import parse
from shengji.engine.decide import decide
from shengji.engine.errors import Refusal
from shengji.engine.rulings import legal


@pytest.mark.rule("A-04", "C-09", "C-17", "D-07")
@pytest.mark.parametrize(
    ("name", "level", "hand", "options"),
    [
        ("huanle-2", "5", "3h 3h 4h As As Ks", {"throws": "plain"}),
        ("huanle-2", "5", "3h 3h 4h 4h As As Ks Ks", {"throws": "none"}),
        ("jj", "7", "7h 7h 7c 7c 7d 7d 3h", {"throws": "none", "level_pairs_any_suit": True}),
        ("four-deck-match", "5", "As As 2s 2s 2s Ks 3h 3h 3h 4h 4h 4h", {}),
    ],
)
def test_leads_that_are_listed_and_counted_are_those_that_are_accepted(
    name: str, level: str, hand: str, options: dict[str, object]
) -> None:
    table = At(name, "S", level, **options).hold(hand)
    cards = sorted(parse(hand))
    choices = {one for n in range(1, len(cards) + 1) for one in combinations(cards, n)}
    accepted = {
        one for one in choices if not isinstance(decide(table.state, Play(0, one)), Refusal)
    }
    listed = [tuple(sorted(one)) for one in legal(table.state)]
    assert set(listed) == accepted
    assert len(accepted) == len(listed) == legal(table.state).count()
