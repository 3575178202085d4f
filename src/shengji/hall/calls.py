"""Bodies and answers of the REST calls, as types.  `web` lists the calls themselves."""

from typing import Any, Literal

from msgspec import Struct, field

from .protocol import Lang, Name, Rung, SeatNumber, Settings, Threshold, Word


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body that a client sends."""


class SessionBody(Body, frozen=True):
    """`POST /api/session`: who am I?  A guest is made where there is none."""

    name: Name | None = None
    lang: Lang = "zh"


class SeatBrief(Struct, frozen=True, kw_only=True):
    """A seat as an invitation shows it."""

    kind: Literal["empty", "person", "bot"]
    name: str


class RoomBrief(Struct, frozen=True, kw_only=True):
    """A room as an invitation shows it; `seat`: mine, `deal`: its number, 0 before the first."""

    code: str
    preset: str
    phase: Literal["lobby", "playing", "ended"]
    seats: tuple[SeatBrief, ...]
    seat: int | None
    deal: int
    levels: tuple[str, ...]
    spectators: Literal["off", "delayed", "live"]


class Session(Struct, frozen=True, kw_only=True):
    """Who one is, one's tables that can go on (last used first), and what can be chosen."""

    person: str
    name: str
    rooms: tuple[RoomBrief, ...]
    presets: tuple[str, ...]
    tiers: tuple[str, ...]


class CreateBody(Body, frozen=True):
    """`POST /api/rooms`: a ruleset (id of a preset, and options), how it is run, bots.

    `bots`: the tier that takes all other seats; `start`: begin at once.
    """

    rules: dict[str, Any] = field(default_factory=lambda: {"id": "huanle-2"})
    settings: Settings = Settings()
    bots: Word | None = None
    start: bool = False


class Created(Struct, frozen=True, kw_only=True):
    """The new room."""

    code: str


class JoinBody(Body, frozen=True):
    """`POST /api/rooms/{code}/join`: take this seat, or any that is free."""

    seat: SeatNumber | None = None


class Joined(Struct, frozen=True, kw_only=True):
    """`seat` is None for one who watches; `asked`: the host was asked for it."""

    code: str
    seat: int | None
    asked: bool


class Qr(Struct, frozen=True, kw_only=True):
    """A QR code: an SVG path in a square of `size` units, 4 units of margin included."""

    size: int
    path: str


class Invite(Struct, frozen=True, kw_only=True):
    """`GET /api/rooms/{code}/invite`: a link to the room."""

    link: str
    qr: Qr


class DeviceLink(Struct, frozen=True, kw_only=True):
    """`POST /api/link`: opens on a second device, once, within `seconds`."""

    link: str
    qr: Qr
    seconds: int


class ClaimBody(Body, frozen=True):
    """`POST /api/link/claim`: the code that stood in the link's fragment."""

    code: Word


class RulesBody(Body, frozen=True):
    """`POST /api/rules`: describe and check a ruleset."""

    rules: dict[str, Any]
    lang: Lang = "zh"


class RulesSection(Struct, frozen=True, kw_only=True):
    """A chapter of the rules in words."""

    title: str
    lines: tuple[str, ...]


class RulesExample(Struct, frozen=True, kw_only=True):
    """Cards that show a rule: what they are, and rows of cards to draw."""

    title: str
    text: str
    rows: tuple[tuple[str, ...], ...]


class RulesText(Struct, frozen=True, kw_only=True):
    """A ruleset in words; or, `ok` false, what is wrong with it and in which option.

    `rules` is the whole ruleset, `differences` tells what differs from the preset.
    """

    ok: bool
    error: str | None = None
    option: str | None = None
    name: str = ""
    preset: str = ""
    rules: dict[str, Any] = {}
    sections: tuple[RulesSection, ...] = ()
    examples: tuple[RulesExample, ...] = ()
    differences: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


class OptionView(Struct, frozen=True, kw_only=True):
    """One option for the editor.  `values`: a list of choices, or the name of a kind of value."""

    name: str
    group: str
    values: tuple[str | int | bool, ...] | str


class ReplayStep(Struct, frozen=True, kw_only=True):
    """One event of a finished deal and what it changed."""

    event: dict[str, Any]
    patch: dict[str, Any]


class Replay(Struct, frozen=True, kw_only=True):
    """A finished deal with all hands open.

    `match` is the view before the first step: a spectator's, with every seat's cards in `hands`
    and each burial in `buried`.  `numbers`: the deals that the record has.
    """

    number: int
    numbers: tuple[int, ...]
    names: tuple[str, ...]
    rules: dict[str, Any]
    thresholds: tuple[Threshold, ...]
    ladder: tuple[Rung, ...]
    match: dict[str, Any]
    steps: tuple[ReplayStep, ...]


class Problem(Struct, frozen=True, kw_only=True):
    """Why a call was refused: a code and a sentence."""

    code: str
    text: str
