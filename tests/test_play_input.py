"""What people type at a table, read; and lines that fit a terminal."""

import pytest
from rich.cells import cell_len

from shengji.cli.cards_text import CardsError, read_cards
from shengji.cli.play import PlayOptionError, read_levels
from shengji.cli.terminal import coloured, padded, wrapped
from shengji.engine.cards import CODES, parse, show
from shengji.words import LANGUAGES, words


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("5s 5s", "5s 5s"),
        ("5♠5♠", "5s 5s"),
        ("♠5♠5", "5s 5s"),
        ("s5 s5", "5s 5s"),
        ("s55", "5s 5s"),
        ("55s", "5s 5s"),
        ("♠️5 ♠️5", "5s 5s"),
        ("黑桃5黑桃5", "5s 5s"),
        ("黑桃 5 5", "5s 5s"),
        ("ＳＱ", "Qs"),
        ("10h", "Th"),
        ("h10", "Th"),
        ("红桃10，方块a", "Th Ad"),
        ("ts th", "Ts Th"),
        ("bj", "BJ"),
        ("LJ lj BJ", "LJ LJ BJ"),
        ("大王 小王", "BJ LJ"),
        ("big joker, small joker", "BJ LJ"),
        ("jd js", "Jd Js"),
        ("5", "5s"),
        ("55", "5s 5s"),
        ("k", "Kh"),
        ("aa", "As Ad"),
        ("ad 10", "Ad Th"),
    ],
)
def test_cards_are_read_as_people_write_them(line: str, cards: str) -> None:
    hand = parse("5s 5s As Kh Th Ad LJ BJ")
    assert sorted(read_cards(line, hand)) == sorted(parse(cards))


def test_a_bare_rank_means_the_suit_that_is_asked_for() -> None:
    hand = parse("5s 5h 6h 6h 7d 7c")
    hearts = frozenset(parse("5h 6h 7h"))
    assert read_cards("5", hand, hearts) == parse("5h")
    assert read_cards("6 6", hand) == parse("6h 6h")
    assert read_cards("77", hand) == parse("7d 7c")


@pytest.mark.parametrize(
    ("line", "code"),
    [("7", "which_suit"), ("9", "rank_not_held"), ("zz", "no_such_cards"), ("♠", "no_such_cards")],
)
def test_what_is_no_card_is_refused(line: str, code: str) -> None:
    with pytest.raises(CardsError) as caught:
        read_cards(line, parse("7s 7h"))
    assert caught.value.code == code
    for lang in LANGUAGES:
        facts = {"given": "x", "rank": "x", "cards": "x"}
        assert words(lang).say(f"play.cards.{code}", **facts)


@pytest.mark.parametrize("code", CODES)
def test_every_card_is_read_by_its_code_and_by_its_name(code: str) -> None:
    assert show(read_cards(code, ())) == code


def test_levels_are_read_ours_first() -> None:
    assert read_levels("2,10", 0) == ("2", "T")
    assert read_levels("a/k", 1) == ("K", "A")
    with pytest.raises(PlayOptionError):
        read_levels("", 0)


def test_wrapped_lines_fit_and_lose_nothing() -> None:
    for text in ("一二三四五，六七八九十。" * 9, "word " * 40, "x" * 200, "你 甩 ♠A♠A：“好”" * 12):
        for width in (20, 33, 80):
            lines = wrapped(text, width, 2)
            assert all(cell_len(line) <= width for line in lines)
            assert "".join(lines).replace(" ", "") == text.replace(" ", "")
            assert not any(line.lstrip()[:1] in "，。：”" for line in lines)
    assert cell_len(padded("大王", 10)) == 10


def test_red_suits_are_red_and_black_ones_are_not() -> None:
    text = coloured("♠A ♥10 small joker, big joker")
    red = [text.plain[span.start : span.end] for span in text.spans if "red" in str(span.style)]
    assert red == ["♥10", "big joker"]
