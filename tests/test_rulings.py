"""What is legal, as lazy views: membership, iteration, count and sample tell the same."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from shengji.engine.cards import Cards, parse
from shengji.engine.errors import Refusal
from shengji.engine.leads import Lead, read_lead
from shengji.engine.ruleset import preset
from shengji.engine.rulings import Follows, Leads, Legal, legal
from shengji.engine.setting import Setting, setting_of
from shengji.engine.state import before_match

HANDS = {
    "huanle-2": "3h 3h 4h 4h 6h 8h 8h As",
    "huanle-3": "3h 3h 3h 4h 4h 4h 6h 7h 7h",
    "four-deck-match": "3h 3h 3h 3h 4h 4h 5h 5h 7h",
    "eighty": "9h 9h Th Th Jh Jh Kh 2c",
    "jj": "7s 7s 7h 7h As As 5s",
}
LEADS = ("9h 9h", "9h 9h Th Th", "Ah Kh", "Kh Kh Ah", "Qh Qh Kh Kh Ah", "5s 5s 6s 6s", "Ac")


def setting(name: str) -> Setting:
    return setting_of(preset(name), "S", "7" if name == "jj" else "2")


def follows(name: str, lead: str) -> Follows | None:
    here = setting(name)
    cards = parse(lead)
    led = read_lead(cards, here.trump.hand(cards), here)
    return (
        Follows(here.trump.hand(parse(HANDS[name])), led, here) if isinstance(led, Lead) else None
    )


def positions() -> Iterator[Legal]:
    for name, hand in HANDS.items():
        yield Leads(setting(name).trump.hand(parse(hand)), setting(name))
        yield from (one for lead in LEADS if (one := follows(name, lead)) is not None)


def every_choice(one: Legal) -> set[Cards]:
    """All sets of cards of the hand, whatever their number."""
    hand = one.cards(one.hand)
    return {
        one.cards(one.setting.trump.hand(chosen))
        for number in range(1, len(hand) + 1)
        for chosen in combinations(hand, number)
    }


ALL = list(positions())


@pytest.mark.rule("G-08", "G-10", "G-14", "C-17")
@pytest.mark.parametrize("one", ALL)
def test_iteration_gives_every_legal_play_once_and_count_counts_them(one: Legal) -> None:
    plays = list(one)
    assert len(plays) == len(set(plays)) == one.count()
    assert set(plays) == {cards for cards in every_choice(one) if cards in one}
    assert list(one) == plays, "in a fixed order"


@pytest.mark.parametrize("one", ALL)
def test_samples_are_legal_and_every_legal_play_can_come(one: Legal) -> None:
    rng = Random(7)
    plays = set(one)
    if len(plays) > 150:
        seen = {one.sample(rng) for _ in range(300)}
        assert seen <= plays
        assert len(seen) > 50
        return
    seen = set()
    for _ in range(200):
        seen |= {one.sample(rng) for _ in range(100)}
        if seen == plays:
            break
    assert seen == plays


def test_a_random_lead_is_one_time_in_ten_a_throw() -> None:
    here = setting("huanle-2")
    one = Leads(here.trump.hand(parse(HANDS["huanle-2"])), here)
    rng = Random(3)
    thrown = 0
    for _ in range(3000):
        cards = one.sample(rng)
        lead = read_lead(cards, here.trump.hand(cards), here)
        assert isinstance(lead, Lead)
        thrown += lead.is_throw
    assert 150 < thrown < 350


@pytest.mark.rule("G-09")
def test_a_refused_follow_shows_the_cards_that_prove_it() -> None:
    one = follows("huanle-2", "9h 9h")
    assert one is not None
    refused = one.explain(parse("6h 4h"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.rule) == ("must_follow_pair", "G-09")
    assert refused.cards in (parse("3h 3h"), parse("4h 4h"), parse("8h 8h"))
    assert one.explain(parse("4h 4h")) is None


@pytest.mark.rule("G-10")
def test_a_refused_follow_to_a_tractor_shows_the_tractor() -> None:
    one = follows("huanle-2", "9h 9h Th Th")
    assert one is not None
    refused = one.explain(parse("8h 8h 6h 4h"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.cards) == ("must_follow_run", parse("3h 3h 4h 4h"))


def test_counting_needs_no_listing() -> None:
    here = setting_of(preset("huanle-3").changed({"decks": 4}), "S", "2")
    hand = here.trump.hand(parse(" ".join(f"{rank}c" * 1 for rank in "3456789TJQKA") + " As") * 4)
    led = read_lead(parse("Ah Kh"), here.trump.hand(parse("Ah Kh")), here)
    assert isinstance(led, Lead)
    assert Follows(hand, led, here).count() == 13 * 12 // 2 + 13


def test_nothing_is_legal_before_a_match() -> None:
    with pytest.raises(ValueError, match="no play is due"):
        legal(before_match())
