"""Rule cases: all that are given hold, and a broken file is refused with file, case and field."""

from pathlib import Path

import pytest

from shengji.engine.cards import CardError
from shengji.engine.options import RulesetError
from shengji.proof.case_fields import KINDS
from shengji.proof.cases import Case, CaseError, Result, read_cases, run_case

FOLDER = Path(__file__).parent / "cases"
GIVEN = [
    pytest.param(case, id=case.id, marks=pytest.mark.rule(*case.rules))
    for file in sorted(FOLDER.glob("*.toml"))
    for case in read_cases(file)
]
BASE = {
    "id": '"one"',
    "kind": '"follow"',
    "rules": '["G-08"]',
    "system": '"huanle-2"',
    "trump": '"S"',
    "level": '"2"',
    "lead": '"Ah"',
    "hand": '"3h 4s"',
    "cards": '"4s"',
    "expect": "{ legal = false }",
}
BIDS = {
    **{name: BASE[name] for name in ("id", "rules", "level")},
    "kind": '"bids"',
    "system": '"eighty"',
    "first_deal": "true",
    "bids": '[{ seat = 1, cards = "2h", at = "deal" }]',
    "expect": "{ accepted = [true] }",
}


@pytest.mark.parametrize("case", GIVEN)
def test_a_given_case_holds(case: Case) -> None:
    result = run_case(case)
    assert result.passed, f"expected {result.expected}, got {result.got}"


def test_every_kind_of_case_is_given() -> None:
    assert {str(case.values[0].kind) for case in GIVEN} == set(KINDS)  # type: ignore[union-attr]


def written(*tables: dict[str, str], **changes: str | None) -> str:
    """A file of cases, with some fields changed in each; None leaves a field out."""
    texts = []
    for table in tables:
        fields = {**table, **changes}
        lines = [f"{name} = {value}" for name, value in fields.items() if value is not None]
        texts.append("\n".join(["[[case]]", *lines]))
    return "\n\n".join(texts) + "\n"


def refused(folder: Path, text: str | bytes) -> CaseError:
    """The error of a broken file."""
    file = folder / "broken.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(CaseError) as caught:
        read_cases(file)
    assert caught.value.file == str(file)
    return caught.value


def ran(folder: Path, *tables: dict[str, str], **changes: str | None) -> list[Result]:
    """The results of some cases."""
    file = folder / "cases.toml"
    file.write_text(written(*tables, **changes), encoding="utf-8")
    return [run_case(case) for case in read_cases(file)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[[case]\n", "not_toml"),
        (b"\xff\xfe", "not_toml"),
        ("", "no_cases"),
        ("case = 3\n", "no_cases"),
        ('case = ["x"]\n', "no_cases"),
    ],
)
def test_a_file_that_holds_no_cases_is_refused(
    tmp_path: Path, text: str | bytes, code: str
) -> None:
    error = refused(tmp_path, text)
    assert error.reason.code == code
    assert error.case == ""


@pytest.mark.parametrize("name", BASE)
def test_a_field_that_is_missing_is_named(tmp_path: Path, name: str) -> None:
    error = refused(tmp_path, written(BASE, **{name: None}))
    assert (error.field, error.reason.code) == (name, "missing_field")
    assert error.case == ("#1" if name == "id" else "one")


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"id": '""'}, "id", "field_kind"),
        ({"kind": '"flying"'}, "kind", "unknown_value"),
        ({"system": '"ninety"'}, "system", "unknown_value"),
        ({"trump": '"X"'}, "trump", "unknown_value"),
        ({"level": '"10"'}, "level", "unknown_value"),
        ({"rules": '"G-08"'}, "rules", "field_kind"),
        ({"colour": '"red"'}, "colour", "unknown_field"),
        ({"options": "3"}, "options", "field_kind"),
        ({"options": "{ colour = 1 }"}, "options.colour", "unknown_option"),
        ({"options": "{ decks = 9 }"}, "options.decks", "option_value"),
        ({"options": "{ bombs = true }"}, "options.bombs", "contradiction"),
        ({"lead": '"1h"'}, "lead", "no_such_card"),
        ({"lead": '""'}, "lead", "cards_empty"),
        ({"hand": "3"}, "hand", "field_kind"),
        ({"hand": '"3h 3h 3h 3h 3h"'}, "hand", "too_many_alike"),
        ({"expect": "{}"}, "expect", "field_kind"),
        ({"expect": "{ legal = 1 }"}, "expect.legal", "field_kind"),
        ({"expect": "{ leagl = true }"}, "expect.leagl", "unknown_field"),
    ],
)
def test_a_field_that_is_wrong_is_named(
    tmp_path: Path, changes: dict[str, str], field: str, code: str
) -> None:
    error = refused(tmp_path, written(BASE, **changes))
    assert (error.field, error.reason.code) == (field, code)
    assert error.case == ("#1" if field == "id" else "one")


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"bids": "3"}, "bids", "field_kind"),
        ({"bids": '[{ seat = 1, at = "deal" }]'}, "bids.1", "field_kind"),
        ({"bids": '[{ seat = 1, cards = "2h" }]'}, "bids.1", "field_kind"),
        ({"bids": '[{ seat = 4, cards = "2h", at = "deal" }]'}, "bids.1", "field_kind"),
        ({"bids": '[{ seat = 1, cards = "2x", at = "deal" }]'}, "bids", "no_such_card"),
        (
            {
                "bids": '[{ seat = 1, pass = true, at = "after" }, '
                '{ seat = 1, cards = "2h", at = "deal" }]'
            },
            "bids.2",
            "entry_order",
        ),
        ({"first_deal": "false"}, "banker", "missing_field"),
    ],
)
def test_a_bid_that_is_wrong_is_named(
    tmp_path: Path, changes: dict[str, str], field: str, code: str
) -> None:
    error = refused(tmp_path, written(BIDS, **changes))
    assert (error.field, error.reason.code) == (field, code)


def test_the_reason_keeps_the_engines_own_error(tmp_path: Path) -> None:
    assert isinstance(refused(tmp_path, written(BASE, lead='"1h"')).reason, CardError)
    assert isinstance(refused(tmp_path, written(BASE, options="{ x = 1 }")).reason, RulesetError)


def test_an_id_may_stand_only_once(tmp_path: Path) -> None:
    assert refused(tmp_path, written(BASE, BASE)).reason.code == "case_twice"


def test_uneven_plays_are_no_trick(tmp_path: Path) -> None:
    changes = {"plays": '["3h", "4h 4h"]', "kind": '"trick"', "expect": "{ winner = 0 }"}
    trick = {name: value for name, value in BASE.items() if name not in ("lead", "hand", "cards")}
    assert refused(tmp_path, written(trick, **changes)).reason.code == "plays_uneven"


def test_a_file_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_cases(tmp_path / "none.toml")


def test_a_case_that_does_not_hold_says_what_came(tmp_path: Path) -> None:
    (result,) = ran(tmp_path, BASE, expect="{ legal = true }")
    assert not result.passed
    assert (result.expected, result.got) == ({"legal": True}, {"legal": False})


@pytest.mark.parametrize("cards", ["5h", "3h 4s", "3h 3h"])
def test_cards_not_held_and_a_wrong_number_are_not_legal(tmp_path: Path, cards: str) -> None:
    assert ran(tmp_path, BASE, cards=f'"{cards}"')[0].passed


def lead(**changes: str) -> dict[str, str]:
    """A throw of 9 88 44 that a jack stops."""
    bare = {name: value for name, value in BASE.items() if name not in ("lead", "hand")}
    hands = '{ 0 = "9h 8h 8h 4h 4h", 2 = "Jh" }'
    return {**bare, "kind": '"lead"', "hands": hands, "cards": '"4h 4h 8h 8h 9h"', **changes}


@pytest.mark.rule("G-15")
def test_what_expect_leaves_out_is_not_checked(tmp_path: Path) -> None:
    for expect in (
        "{ legal = true }",
        "{ stands = false }",
        '{ legal = true, stands = false, forced = "9h" }',
    ):
        assert ran(tmp_path, lead(expect=expect))[0].passed
    assert not ran(tmp_path, lead(expect="{ legal = true, stands = true }"))[0].passed
    assert not ran(tmp_path, lead(expect='{ forced = "8h 8h" }'))[0].passed


def test_a_lead_of_cards_not_held_is_not_legal(tmp_path: Path) -> None:
    expect = "{ legal = false }"
    assert ran(tmp_path, lead(expect=expect, cards='"Kh"'))[0].passed
    assert ran(tmp_path, lead(expect=expect, leader="1"))[0].passed


def came(folder: Path, bids: str, **changes: str | None) -> tuple[object, ...]:
    """What comes of some bids: accepted, trump, banker, overturns."""
    got = ran(folder, BIDS, bids=f"[{bids}]", **changes)[0].got
    return got["accepted"], got["trump"], got["banker"], got["overturns"]


@pytest.mark.rule("A-16", "A-17")
def test_overturns_come_in_turn_and_a_refused_one_does_not_lose_the_turn(tmp_path: Path) -> None:
    bids = (
        '{ seat = 1, cards = "2h", at = "deal" }, { seat = 3, cards = "2s 2s", at = "after" },'
        '{ seat = 2, cards = "2s", at = "after" }, { seat = 2, pass = true, at = "after" },'
        '{ seat = 2, pass = true, at = "after" }, { seat = 3, cards = "2s 2s", at = "after" }'
    )
    assert came(tmp_path, bids) == ((True, False, False, True, False, True), "S", 3, 1)


@pytest.mark.rule("A-17")
def test_in_later_deals_the_round_begins_after_the_banker_and_the_banker_is_last(
    tmp_path: Path,
) -> None:
    bids = (
        '{ seat = 2, cards = "2h", at = "deal" }, { seat = 0, cards = "2s 2s", at = "after" },'
        '{ seat = 1, pass = true, at = "after" }, { seat = 3, pass = true, at = "after" },'
        '{ seat = 0, cards = "2s 2s", at = "after" }'
    )
    got = came(tmp_path, bids, first_deal="false", banker="0")
    assert got == ((True, False, True, True, True), "S", 0, 1)


@pytest.mark.rule("A-10")
def test_a_first_deal_of_eighty_without_bids_is_voided(tmp_path: Path) -> None:
    assert came(tmp_path, "") == ((), None, None, 0)
    late = '{ seat = 1, cards = "2h", at = "after" }'
    assert came(tmp_path, late) == ((False,), None, None, 0)


@pytest.mark.rule("G-26")
@pytest.mark.parametrize("system", ["jj", "jj-home", "huanle-1", "huanle-2", "weijia-3"])
def test_a_first_deal_without_bids_can_be_no_trump(tmp_path: Path, system: str) -> None:
    assert came(tmp_path, "", system=f'"{system}"') == ((), "NT", 0, 0)


@pytest.mark.rule("F-02")
def test_free_bidding_after_the_deal_is_in_no_turn(tmp_path: Path) -> None:
    bids = (
        '{ seat = 3, cards = "2h", at = "after" }, { seat = 1, pass = true, at = "after" },'
        '{ seat = 0, cards = "2s 2s", at = "after" }'
    )
    assert came(tmp_path, bids, system='"weijia-2"') == ((True, True, True), "S", 0, 1)


@pytest.mark.rule("C-05")
def test_cards_are_added_to_a_concealed_bid(tmp_path: Path) -> None:
    bids = (
        '{ seat = 0, cards = "2h LJ", at = "deal" }, { seat = 2, cards = "2h", at = "deal" },'
        '{ seat = 1, cards = "2s 2s LJ", at = "deal" }, { seat = 0, cards = "2h", at = "deal" },'
        '{ seat = 1, cards = "2s 2s 2s 2s LJ", at = "after" }'
    )
    got = came(tmp_path, bids, system='"four-deck-match"')
    assert got == ((True, True, False, True, True), "S", 1, 1)
