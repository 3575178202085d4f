"""Records: what is written is read again, what is damaged or made up is refused by its line."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driver import accepted, after, play_match
from driver import steps as random_steps
from shengji.engine import record
from shengji.engine.actions import Action, Agree, Play, StartMatch
from shengji.engine.events import (
    BidMade,
    Dealt,
    Event,
    FaultFound,
    MatchStarted,
    Played,
    ThrowFailed,
    TrickTaken,
    TrumpSet,
)
from shengji.engine.evolve import evolve, hands_now
from shengji.engine.kernel.pack import pack
from shengji.engine.kernel.pieces import LONGEST, NO_PIECES, Pieces, add, cards_in
from shengji.engine.kernel.planes import Hand, size
from shengji.engine.pieces import names_of
from shengji.engine.record import (
    RecordError,
    action_from_data,
    action_to_data,
    event_from_data,
    event_to_data,
    load,
    read,
    replay,
    save,
    steps,
    verify,
    write,
)
from shengji.engine.record_codec import CARDS
from shengji.engine.ruleset import PRESETS, Ruleset, preset
from shengji.engine.setting import Setting
from shengji.engine.state import PLAYING, State, before_match
from shengji.words import LANGUAGES, words
from shengji.words.options_text import error_text

ROOT = Path(__file__).resolve().parents[1]
RECORDS = ROOT / "tests" / "records"
NUMBERS = {"coins", "climbed"}  # tuples of ints that are no cards
FAULTS = {
    "exposure_penalty": True,
    "count_penalty": True,
    "runaway_points": 5,
    "takeback_penalty": "level",
    "must_play": ["5", "T"],
}
HEADER = '{"t":"Record","format":1,"engine":"0.1.0"}'
each_preset = pytest.mark.parametrize("name", PRESETS)


@cache
def match(name: str, seed: int = 1, deals: int = 2, stormy: bool = False) -> tuple[Event, ...]:
    """A random match; a stormy one at a table that is not assisted."""
    rules = preset(name).changed(FAULTS) if stormy else preset(name)
    found = play_match(
        rules, seed, deals, assisted=not stormy, one_by_one=seed % 2 > 0, stormy=stormy
    )
    return tuple(found)


@cache
def small() -> tuple[str, ...]:
    """The lines of one deal of one deck."""
    return tuple(write(match("huanle-1", deals=1)))


def refused(code: str, line: int, attempt: Callable[[], object]) -> RecordError:
    """The error that an attempt raises: it must be this one, at this line, and have words."""
    with pytest.raises(RecordError) as caught:
        attempt()
    assert (caught.value.code, caught.value.line) == (code, line), caught.value
    for lang in LANGUAGES:
        assert error_text(caught.value, lang)
    return caught.value


def error_of(attempt: Callable[[], object]) -> RecordError | None:
    """The error of records that an attempt raises; any other exception is let through."""
    try:
        attempt()
    except RecordError as error:
        return error
    return None


# -- round trips -------------------------------------------------------------------------------


@each_preset
@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_is_read_as_it_was_written(name: str, seed: int, tmp_path: Path) -> None:
    events = match(name, seed)
    lines = list(write(events))
    assert read(lines) == read(f"{line}\n" for line in lines) == list(events)
    assert list(write(read(lines))) == lines
    save(tmp_path / "match.jsonl", events)
    assert load(tmp_path / "match.jsonl", verify=True) == list(events)
    assert (tmp_path / "match.jsonl").read_text(encoding="utf-8").split("\n") == [*lines, ""]


@each_preset
def test_a_record_played_again_gives_the_same_state(name: str) -> None:
    events = match(name)
    assert replay(read(write(events))) == after(list(events))


@each_preset
@pytest.mark.parametrize("seed", range(4))
def test_a_match_with_faults_and_rulings_can_be_verified(name: str, seed: int) -> None:
    events = match(name, seed, 4, stormy=True)
    verify(events)
    assert read(write(events)) == list(events)


@each_preset
def test_the_same_match_gives_the_same_bytes(name: str, tmp_path: Path) -> None:
    for path in (tmp_path / "a", tmp_path / "b"):
        save(path, play_match(preset(name), 7, 1))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_lines_are_compact_and_keep_the_order_of_the_fields() -> None:
    events: list[Event] = [
        Played(1, (3, 3), ("pair",)),
        BidMade(2, None, "bid", 1),
        Dealt(0, 53),
        TrumpSet("S", 3, "bid", "2"),
    ]
    assert list(write(events)) == [
        HEADER,
        '{"t":"Played","seat":1,"cards":"5s 5s","pieces":["pair"]}',
        '{"t":"BidMade","seat":2,"cards":null,"kind":"bid","count":1}',
        '{"t":"Dealt","seat":0,"card":"BJ"}',
        '{"t":"TrumpSet","trump":"S","banker":3,"how":"bid","level":"2","card":null}',
    ]
    assert read(write(events)) == events


def test_a_changed_ruleset_is_written_whole() -> None:
    rules = replace(preset("eighty").changed(FAULTS), id="我家 ♠")
    (started,) = accepted(before_match(), StartMatch(rules))
    (again,) = read(write([started]))
    assert isinstance(again, MatchStarted)
    assert again.rules == rules
    assert again.rules.digest == rules.digest
    assert "我家 ♠" in list(write([started]))[1]


def test_the_codec_knows_of_every_number_whether_it_is_a_card() -> None:
    for kind in (*get_args(Event), *get_args(Action)):
        hints = get_type_hints(kind)
        for one in fields(kind):
            if "tuple[int, ...]" in str(hints[one.name]):
                assert (one.name in CARDS) != (one.name in NUMBERS), (kind, one.name)


@pytest.mark.parametrize("stormy", [False, True])
def test_actions_are_read_as_they_were_written(stormy: bool) -> None:
    rules = preset("four-deck-match").changed(FAULTS)
    found = random_steps(rules, Random(3), assisted=not stormy, stormy=stormy)
    for _, (action, _) in zip(range(600), found, strict=False):
        data = json.loads(json.dumps(action_to_data(action)))
        assert action_from_data(data) == action


def test_an_action_may_leave_out_what_has_a_default() -> None:
    assert action_from_data({"t": "Play", "seat": 1, "cards": "5s"}) == Play(1, (3,))
    refused("record_missing_field", 1, lambda: action_from_data({"t": "Play", "seat": 1}))
    refused("record_event", 1, lambda: action_from_data({"t": "Played", "seat": 1}))
    refused("record_event", 1, lambda: action_from_data(["Play"]))


def test_the_header_names_the_version_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == record.ENGINE


# -- actions from events -----------------------------------------------------------------------


@each_preset
@pytest.mark.parametrize("stormy", [False, True])
def test_actions_found_from_events_make_the_same_events(name: str, stormy: bool) -> None:
    events = match(name, 3, 3, stormy)
    state = before_match()
    found: list[Event] = []
    for action, made in steps(events):
        again = accepted(state, action)
        assert again == made
        found += again
        for event in again:
            state = evolve(state, event)
    assert found == list(events)


def packed(cards: Hand, pieces: Pieces, setting: Setting, start: int) -> Iterator[Pieces]:
    """All multisets of pieces that some cards hold at once: these, and these with more."""
    yield pieces
    number = size(cards)
    for place in range(start, len(KINDS)):
        k, n = KINDS[place]
        more = add(pieces, k, n, 1)
        if cards_in(more) <= number and pack(cards, more, setting.table, 0):
            yield from packed(cards, more, setting, place)


KINDS = tuple((k, n) for k in range(2, 5) for n in range(1, LONGEST + 1))


def alternative_leads() -> Iterator[tuple[list[Event], State, Play]]:
    """Leads of a house game that can be read in several ways, each in another than the usual."""
    rules = preset("huanle-3")
    for seed in range(3):
        state, events = before_match(), list[Event]()
        for action, made in random_steps(rules, Random(seed)):
            lead = isinstance(action, Play) and state.deal is not None and state.deal.lead is None
            if isinstance(action, Play) and lead and len(action.cards) > 1:
                assert state.deal is not None
                assert state.deal.setting is not None
                planes = state.deal.setting.trump.hand(action.cards)
                for pieces in packed(planes, NO_PIECES, state.deal.setting, 0):
                    names = names_of(pieces, len(action.cards))
                    yield events, state, Play(action.seat, action.cards, names)
            for event in made:
                state = evolve(state, event)
            events = [*events, *made]
            if state.number > 4:
                break


def test_a_lead_read_in_another_way_is_found_again() -> None:
    other = failed = 0
    for events, state, action in alternative_leads():
        made = accepted(state, action)
        (*_, (again, events_again)) = steps([*events, *made])
        assert events_again == made
        assert isinstance(again, Play)
        other += again.reading is not None
        failed += again.reading is not None and isinstance(made[0], ThrowFailed)
    assert other > 20
    assert failed > 5


# -- files -------------------------------------------------------------------------------------


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    save(path, match("huanle-1"))
    before = path.read_bytes()

    def breaking() -> Iterator[Event]:
        yield from match("eighty")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        save(path, breaking())
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("verified", [False, True])
def test_a_file_that_was_cut_is_refused_or_read_as_far_as_it_goes(
    tmp_path: Path, verified: bool
) -> None:
    path = tmp_path / "match.jsonl"
    events = list(match("huanle-1", deals=1))
    whole = "".join(f"{line}\n" for line in small()).encode()
    starts = [len("".join(f"{line}\n" for line in small()[:n]).encode()) for n in range(4)]
    for end in range(starts[1] + 5, len(whole) - 1, 97):
        path.write_bytes(whole[:end])
        complete = whole[:end].count(b"\n")
        at_end = whole[end : end + 1] == b"\n"
        if not at_end and not whole[:end].endswith(b"\n"):
            refused("record_cut", complete + 1, lambda: load(path))
        found = load(path, verify=verified, allow_cut=True)
        assert found == events[: len(found)]
        if not verified:
            assert len(found) == complete - 1 + at_end
        verify(found[: len(found) if verified else 0])


def test_with_verify_a_cut_leaves_whole_actions_only(tmp_path: Path) -> None:
    events = list(match("huanle-1", deals=1))
    last = max(at for at, event in enumerate(events) if isinstance(event, TrickTaken))
    save(tmp_path / "cut", events[:last])
    refused("record_unfinished", last + 1, lambda: load(tmp_path / "cut", verify=True))
    assert load(tmp_path / "cut", verify=True, allow_cut=True) == events[: last - 1]
    assert load(tmp_path / "cut", allow_cut=True) == events[:last]


def test_the_middle_of_a_letter_may_be_cut(tmp_path: Path) -> None:
    rules = replace(preset("eighty"), id="家")
    text = "\n".join(write(accepted(before_match(), StartMatch(rules)))).encode()
    path = tmp_path / "cut"
    path.write_bytes(text[: text.index("家".encode()) + 1])
    refused("record_cut", 2, lambda: load(path))
    assert load(path, allow_cut=True) == []


# -- damage ------------------------------------------------------------------------------------


def edited(line: int, **changes: object) -> Callable[[list[str]], None]:
    """An edit of some fields of a line; None is taken as it is, `...` takes the field out."""

    def edit(lines: list[str]) -> None:
        data = {**json.loads(lines[line - 1]), **changes}
        kept = {name: value for name, value in data.items() if value is not ...}
        lines[line - 1] = json.dumps(kept)

    return edit


def set_line(line: int, text: str) -> Callable[[list[str]], None]:
    """A whole line is another."""

    def edit(lines: list[str]) -> None:
        lines[line - 1] = text

    return edit


def rules_with(**changes: object) -> Callable[[list[str]], None]:
    """An edit of the ruleset."""

    def edit(lines: list[str]) -> None:
        data = json.loads(lines[1])
        rules = {**data["rules"], **changes}
        data["rules"] = {name: value for name, value in rules.items() if value is not ...}
        lines[1] = json.dumps(data)

    return edit


DAMAGE: list[tuple[str, int, Callable[[list[str]], None]]] = [
    ("record_no_header", 1, lambda lines: lines.clear()),
    ("record_no_header", 1, lambda lines: lines.pop(0)),
    ("record_no_header", 1, edited(1, t="record")),
    ("record_no_header", 1, edited(1, format="1")),
    ("record_no_header", 1, edited(1, format=True)),
    ("record_no_header", 1, edited(1, format=0)),
    ("record_no_header", 1, edited(1, format=-1)),
    ("record_no_header", 1, edited(1, engine=...)),
    ("record_newer", 1, edited(1, format=2)),
    ("record_newer", 1, edited(1, format=10**30)),
    ("record_not_json", 1, set_line(1, "Record")),
    ("record_not_json", 2, set_line(2, "")),
    ("record_not_json", 4, set_line(4, "[]")),
    ("record_not_json", 4, set_line(4, "null")),
    ("record_not_json", 4, set_line(4, '{"t":"Dealt","seat":0,"card":"5s"')),
    ("record_not_json", 4, set_line(4, '{"t":"Dealt","seat":0,"seat":1,"card":"5s"}')),
    ("record_not_json", 4, set_line(4, '{"t":"Dealt","seat":NaN,"card":"5s"}')),
    ("record_not_json", 4, set_line(4, f'{{"t":"Dealt","seat":{"1" * 5000},"card":"5s"}}')),
    ("record_not_json", 4, set_line(4, "[" * 100000)),
    ("record_not_json", 4, set_line(4, '{"t":"Dealt","seat":0,"card":"5s"} {}')),
    ("record_event", 4, edited(4, t="Drawn")),
    ("record_event", 4, edited(4, t=...)),
    ("record_event", 4, edited(4, t=None)),
    ("record_event", 4, edited(4, t=["Dealt"])),
    ("record_event", 4, edited(4, t="Deal")),
    ("record_event", 4, set_line(4, HEADER)),
    ("record_missing_field", 4, edited(4, seat=...)),
    ("record_missing_field", 3, edited(3, cut_by=...)),
    ("record_unknown_field", 4, edited(4, colour="red")),
    ("record_value", 4, edited(4, seat="0")),
    ("record_value", 4, edited(4, seat=0.0)),
    ("record_value", 4, edited(4, seat=True)),
    ("record_value", 4, edited(4, seat=None)),
    ("record_value", 4, edited(4, card=3)),
    ("record_value", 3, edited(3, deck=["5s"])),
    ("record_value", 2, edited(2, assisted=1)),
    ("record_value", 2, edited(2, levels="22")),
    ("record_value", 2, edited(2, levels=[2, 2])),
    ("record_value", 2, edited(2, levels=["\ud800", "2"])),
    ("record_value", 2, edited(2, rules="eighty")),
    ("record_value", 2, edited(2, rules=None)),
    ("record_value", 2, rules_with(id="\ud800")),
    ("record_card", 4, edited(4, card="1s")),
    ("record_card", 4, edited(4, card="")),
    ("record_card", 3, edited(3, deck="5s 5x")),
    ("record_missing_field", 2, rules_with(decks=...)),
    ("record_ruleset", 2, rules_with(id=5)),
    ("record_ruleset", 2, rules_with(colour="red")),
    ("record_ruleset", 2, rules_with(decks=5)),
    ("record_ruleset", 2, rules_with(decks="1")),
    ("record_ruleset", 2, rules_with(kitty=7)),
]


@pytest.mark.parametrize(("code", "line", "edit"), DAMAGE)
def test_damage_is_refused_with_its_line(
    code: str, line: int, edit: Callable[[list[str]], None], tmp_path: Path
) -> None:
    lines = list(small())
    edit(lines)
    refused(code, line, lambda: read(lines))
    path = tmp_path / "damaged.jsonl"
    path.write_text("".join(f"{one}\n" for one in lines), encoding="utf-8")
    refused(code, line, lambda: load(path))


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "damaged.jsonl"
    path.write_bytes("\n".join(small()).encode().replace(b'"Dealt"', b'"De\xfflt"', 1))
    refused("record_not_json", 4, lambda: load(path))
    path.write_bytes("\n".join(small()).encode("utf-16"))
    refused("record_not_json", 1, lambda: load(path))


def test_an_error_says_what_is_wrong_in_words() -> None:
    newer = [HEADER.replace("1,", "9,").replace("0.1.0", "3.0.0")]
    error = refused("record_newer", 1, lambda: read(newer))
    assert error_text(error, "en").startswith("This record was made by a newer version")
    lines = list(small())
    lines[3] = '{"t":"Dealt","seat":0,"card":"1s"}'
    error = refused("record_card", 4, lambda: read(lines))
    assert error_text(error, "en") == "Line 4: in “card” of Dealt, “1s” is not a card."
    assert error_text(error, "zh") == "第 4 行：Dealt 的“card”中，“1s”不是一张牌。"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_error_of_records_has_words(lang: str) -> None:
    codes: set[str] = set()
    for path in (ROOT / "src/shengji/engine").glob("record*.py"):
        source = path.read_text(encoding="utf-8")
        codes |= set(re.findall(r'Error\(\s*"(\w+)"', source))
    assert len(codes) > 20
    for code in codes:
        assert words(lang).has(f"error.{code}"), code


# -- events that cannot follow -----------------------------------------------------------------


def where(kind: type, number: int = 0) -> int:
    """The line of an event of the small match."""
    events = match("huanle-1", deals=1)
    return [at for at, event in enumerate(events) if isinstance(event, kind)][number] + 2


def out(line: int) -> Callable[[list[str]], None]:
    """A line is missing."""
    return lambda lines: lines.__delitem__(line - 1)


def twice(line: int) -> Callable[[list[str]], None]:
    """A line is there twice."""
    return lambda lines: lines.insert(line, lines[line - 1])


IMPOSSIBLE: list[tuple[str, int, Callable[[list[str]], None]]] = [
    ("record_refused", 2, out(2)),
    ("record_refused", 3, twice(2)),
    ("record_refused", 3, out(3)),
    ("record_refused", 2, edited(2, levels=["2", "3", "4"])),
    ("record_refused", 2, edited(2, levels=["1", "2"])),
    ("record_differs", 2, edited(2, levels=[])),
    ("record_refused", 3, edited(3, deck="5s 5s")),
    ("record_refused", 3, edited(3, deck="")),
    ("record_refused", 3, edited(3, first=4)),
    ("record_differs", 3, edited(3, number=2)),
    ("record_differs", 3, edited(3, banker=1)),
    ("record_differs", 3, edited(3, shuffled_by=1)),
    ("record_hidden", 3, edited(3, deck=None)),
    ("record_differs", 4, edited(4, card="LJ")),
    ("record_differs", 4, edited(4, card=None)),
    ("record_differs", 4, edited(4, seat=99)),
    ("record_misplaced", where(TrickTaken) + 1, twice(where(TrickTaken))),
    ("record_differs", where(TrickTaken), twice(where(TrickTaken) - 1)),
    ("record_differs", where(TrickTaken), edited(where(TrickTaken), points=15)),
    ("record_differs", where(TrickTaken), edited(where(TrickTaken), seat=-1)),
    ("record_differs", where(TrickTaken), out(where(TrickTaken))),
    ("record_refused", where(Played), edited(where(Played), seat=7)),
    ("record_refused", where(Played), edited(where(Played), cards="")),
    ("record_differs", where(Played), edited(where(Played), pieces=["pair"] * 99)),
    ("record_differs", where(Played), edited(where(Played), pieces=["2x" + "9" * 9999])),
    ("record_misplaced", 4, edited(4, t="DealtOut", seat=..., card=...)),
]


@pytest.mark.parametrize(("code", "line", "edit"), IMPOSSIBLE)
def test_what_cannot_have_happened_is_refused_with_its_line(
    code: str, line: int, edit: Callable[[list[str]], None]
) -> None:
    lines = list(small())
    edit(lines)
    events = read(lines)
    refused(code, line, lambda: verify(events))


@each_preset
@pytest.mark.parametrize("stormy", [False, True])
def test_no_event_can_be_left_out_or_come_twice(name: str, stormy: bool) -> None:
    events = list(match(name, 5, 1, stormy))
    rng = Random(name)
    for at in rng.sample(range(len(events)), 40):
        for wrong in (events[:at] + events[at + 1 :], events[: at + 1] + events[at:]):
            error = error_of(lambda: verify(wrong))  # noqa: B023
            if error is not None:
                assert 1 < error.line <= len(wrong) + 1
            else:  # what may be said again or not at all: a claim, a proposal
                assert replay(wrong).rules == replay(events).rules


def test_every_prefix_is_whole_or_unfinished() -> None:
    events = match("eighty", 2, 1)
    ends = [0]
    for _, made in steps(events):
        ends.append(ends[-1] + len(made))
    for end in range(0, len(events), 3):
        dealing = isinstance(events[end - 1], Dealt) and isinstance(events[end], Dealt)
        if end in ends or dealing:
            verify(events[:end])
        else:
            refused("record_unfinished", end + 1, lambda end=end: verify(events[:end]))  # type: ignore[misc]


def test_a_fault_out_of_nowhere_is_refused() -> None:
    events = list(match("huanle-1", deals=1))
    for kind in ("revoke", "take-back", "exposed-bid", "wrong-count", "singing"):
        for seat in (None, 1, 9):
            wrong = [*events, FaultFound(1, kind, (), seat, None)]
            with pytest.raises(RecordError) as caught:
                verify(wrong)
            assert caught.value.line == len(wrong) + 1


@given(data=st.data())
def test_any_damage_is_refused_or_leaves_a_record(data: st.DataObject, tmp_path_factory) -> None:  # type: ignore[no-untyped-def]
    whole = "".join(f"{line}\n" for line in small()).encode()
    at = data.draw(st.integers(0, len(whole) - 1))
    more = data.draw(st.binary(max_size=2))
    gone = data.draw(st.integers(0, 2))
    path = tmp_path_factory.getbasetemp() / "mutant.jsonl"
    path.write_bytes(whole[:at] + more + whole[at + gone :])
    check_damaged(path)


@given(data=st.data())
def test_any_damage_of_lines_is_refused_or_leaves_a_record(
    data: st.DataObject,
    tmp_path_factory,  # type: ignore[no-untyped-def]
) -> None:
    lines = list(small())
    at = data.draw(st.integers(0, len(lines) - 1))
    other = data.draw(st.integers(0, len(lines) - 1))
    how = data.draw(st.sampled_from(["out", "twice", "swapped", "copied", "field"]))
    if how == "out":
        del lines[at]
    elif how == "twice":
        lines.insert(at, lines[at])
    elif how == "swapped":
        lines[at], lines[other] = lines[other], lines[at]
    elif how == "copied":
        lines[at] = lines[other]
    else:
        mine = json.loads(lines[at])
        name = data.draw(st.sampled_from(sorted(mine)))
        mine[name] = data.draw(
            st.none()
            | st.booleans()
            | st.integers(-3, 200)
            | st.sampled_from(["5s", "", "2x2", "BJ BJ 2c", "A", [], ["2", "2"], {}, 1.5])
        )
        lines[at] = json.dumps(mine)
    path = tmp_path_factory.getbasetemp() / "mutant.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    check_damaged(path)


def check_damaged(path: Path) -> None:
    """A file is refused, or it is a record like any other."""
    for verified in (False, True):
        error = error_of(lambda: load(path, verify=verified))  # noqa: B023
        if error is not None:
            assert error.line >= 1
            assert all(error_text(error, lang) for lang in LANGUAGES)
            continue
        events = load(path, verify=verified)
        assert read(write(events)) == events
        if verified:
            replay(events)


# -- formats -----------------------------------------------------------------------------------


def test_older_formats_are_brought_up_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def renamed(old: str, new: str) -> record.Upgrade:
        def upgrade(found: Iterator[record.Data]) -> Iterator[record.Data]:
            for data in found:
                yield {new if name == old else name: value for name, value in data.items()}

        return upgrade

    monkeypatch.setattr(record, "FORMAT", 3)
    monkeypatch.setattr(
        record, "UPGRADES", {1: renamed("platz", "place"), 2: renamed("place", "seat")}
    )
    line = '{"t":"Passed","%s":2}'
    for number, name in [(1, "platz"), (2, "place"), (3, "seat")]:
        header = HEADER.replace('"format":1', f'"format":{number}')
        (event,) = read([header, line % name])
        assert event == event_from_data({"t": "Passed", "seat": 2})
    refused("record_unknown_field", 2, lambda: read([HEADER, line % "seat_"]))
    monkeypatch.setattr(record, "UPGRADES", {2: renamed("place", "seat")})
    refused("record_no_header", 1, lambda: read([HEADER]))


def record_files() -> list[Path]:
    """The matches kept of every format."""
    return sorted(RECORDS.glob("format-*/*.jsonl"))


@pytest.mark.parametrize("path", record_files(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_matches_of_every_released_format_can_be_read(path: Path) -> None:
    events = load(path, verify=True)
    assert events
    assert read(write(events)) == events


def test_a_match_of_each_preset_is_kept_for_every_format() -> None:
    for number in range(1, record.FORMAT + 1):
        kept = {path.stem for path in (RECORDS / f"format-{number}").glob("*.jsonl")}
        assert kept >= set(PRESETS), number


def test_a_hidden_card_stays_hidden() -> None:
    data = event_to_data(Dealt(1, None))
    assert data == {"t": "Dealt", "seat": 1, "card": None}
    assert event_from_data(data) == Dealt(1, None)
    hidden = [replace(e, card=None) if isinstance(e, Dealt) else e for e in match("eighty")]
    assert read(write(hidden)) == hidden


def test_after_a_match_nothing_follows() -> None:
    state = after(list(match("huanle-1")))
    assert state.phase != PLAYING
    assert hands_now(state)
    assert action_to_data(Agree(1)) == {"t": "Agree", "side": 1}
    assert isinstance(state.rules, Ruleset)
