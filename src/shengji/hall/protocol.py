"""What goes over the socket, as types: the frames of `shengji.v1`.  `calls` has the REST calls.

JSON text frames, each with its type in `t`.  Cards are codes (`5s`, `BJ`), one string with
blanks from the client, a list from the server.  `docs/protocol.md` tells the story; the browser's
types are emitted from here.
"""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

SUBPROTOCOL = "shengji.v1"

Lang = Literal["zh", "en"]
Cid = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9:_-]+$")]
Code = Annotated[str, Meta(min_length=6, max_length=6, pattern="^[a-z0-9]+$")]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Seq = Annotated[int, Meta(ge=0)]
CardText = Annotated[str, Meta(max_length=700)]
Name = Annotated[str, Meta(min_length=1, max_length=16)]
Line = Annotated[str, Meta(min_length=1, max_length=200)]
Word = Annotated[str, Meta(max_length=40)]


class Frame(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="t",
    tag=lambda name: name.removesuffix("Frame").lower(),
):
    """One message; its tag is the class's name in small letters, without `Frame`."""


# -- from the client ---------------------------------------------------------------------------


class Hello(Frame, frozen=True):
    """The first frame: which room, and the last `seq` that was seen of it."""

    room: Code
    since: Seq | None = None
    lang: Lang = "zh"


class Command(Frame, frozen=True):
    """What changes a room: stored before it is acknowledged, and once only by its `cid`.

    `seq` is the last event that the client had seen.
    """

    cid: Cid
    seq: Seq


class BidFrame(Command, frozen=True):
    """Show cards: bid, reinforce or overturn."""

    cards: CardText


class PassFrame(Command, frozen=True):
    """Do not bid, do not overturn."""


class BuryFrame(Command, frozen=True):
    """Lay away the kitty."""

    cards: CardText


class PlayFrame(Command, frozen=True):
    """Lead or follow; a leader may name the reading, piece by piece."""

    cards: CardText
    reading: Annotated[tuple[Word, ...], Meta(max_length=60)] | None = None


class Sit(Command, frozen=True):
    """Take a seat, from nobody or from a bot."""

    seat: SeatNumber


class Stand(Command, frozen=True):
    """Leave one's seat, to a bot while a match is on."""


class Swap(Command, frozen=True):
    """The host changes two seats."""

    a: SeatNumber
    b: SeatNumber


class Kick(Command, frozen=True):
    """The host takes a person from a seat."""

    seat: SeatNumber


class BotFrame(Command, frozen=True):
    """The host puts a bot on a free seat, changes its tier, or takes it away (None)."""

    seat: SeatNumber
    tier: Word | None


class RulesFrame(Command, frozen=True):
    """The host sets the rules of the next match: a ruleset's id and its options."""

    rules: dict[str, Any]


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a room is run; none of it is a rule of the game.

    `clock`: none, casual (60 s a turn), fast (20 s, and 60 s more a deal).  `speed`: of the
    deal.  `forced`: a play without a choice is made for the player.  `spectators`: not let in,
    two minutes late, or live.
    """

    clock: Literal["off", "casual", "fast"] = "off"
    speed: Literal["slow", "normal", "fast", "instant"] = "normal"
    forced: bool = False
    spectators: Literal["off", "delayed", "live"] = "live"


class Setup(Command, frozen=True):
    """The host sets how the room is run."""

    settings: Settings


class Start(Command, frozen=True):
    """The host starts the match; bots take the free seats."""


class Next(Command, frozen=True):
    """A person is ready for the next deal."""


class Again(Command, frozen=True):
    """The host opens a new match after one has ended."""


class Auto(Command, frozen=True):
    """Let a bot play one's cards 托管, or take them back."""

    on: bool


class Rush(Command, frozen=True):
    """Deal the rest at once; only a person alone with bots may."""


class Rename(Command, frozen=True):
    """Be called something else."""

    name: Name


class Answer(Command, frozen=True):
    """The host lets somebody have the seat that was asked for during a deal, or not."""

    person: Word
    yes: bool


class ChatFrame(Frame, frozen=True):
    """Say something to the room; not stored."""

    text: Line


class Phrase(Frame, frozen=True):
    """Say one of the quick phrases, by its key."""

    key: Word


class Preview(Frame, frozen=True):
    """What would these cards be?  Answered by `verdict`; the newest question wins."""

    id: Seq
    cards: CardText


class Hint(Frame, frozen=True):
    """What might I do?  Answered by `hints`."""

    id: Seq


class LangFrame(Frame, frozen=True):
    """The language of texts from now on."""

    lang: Lang


class Ping(Frame, frozen=True):
    """A heartbeat: the client's clock, and the round trip that it measured last, in ms."""

    t0: float
    rtt: Annotated[float, Meta(ge=0, le=60_000)] = 0.0


ClientFrame = (
    Hello
    | BidFrame
    | PassFrame
    | BuryFrame
    | PlayFrame
    | Sit
    | Stand
    | Swap
    | Kick
    | BotFrame
    | RulesFrame
    | Setup
    | Start
    | Next
    | Again
    | Auto
    | Rush
    | Rename
    | Answer
    | ChatFrame
    | Phrase
    | Preview
    | Hint
    | LangFrame
    | Ping
)


# -- what a room looks like ----------------------------------------------------------------------


class SeatView(Struct, frozen=True, kw_only=True):
    """Who sits there; `auto`: a bot plays for the person.  `person` is a public id."""

    kind: Literal["empty", "person", "bot"] = "empty"
    name: str = ""
    person: str | None = None
    tier: str | None = None
    auto: bool = False


class PersonView(Struct, frozen=True, kw_only=True):
    """A person in the room who has no seat."""

    person: str
    name: str


class AskView(Struct, frozen=True, kw_only=True):
    """Somebody who asks the host for a bot's seat during a deal."""

    person: str
    name: str
    seat: int


class Threshold(Struct, frozen=True, kw_only=True):
    """From so many points on: which side declares next, and how many levels it gains."""

    points: int
    winner: Literal["declarers", "defenders"]
    steps: int


class Rung(Struct, frozen=True, kw_only=True):
    """One level of the ladder; `must`: it has to be played 必打, `goal`: the match's last."""

    level: str
    must: bool
    goal: bool


class RoomView(Struct, frozen=True, kw_only=True):
    """A room as everybody in it sees it.

    `rules` is a whole ruleset, `hand_size` the cards that it deals to each; `preset` is the one
    that it is based on, with `changed` options.  `ready`: seats that wait for the next deal.
    """

    code: str
    host: str
    phase: Literal["lobby", "playing", "ended"]
    seats: tuple[SeatView, ...]
    watchers: tuple[PersonView, ...]
    asks: tuple[AskView, ...]
    ready: tuple[int, ...]
    settings: Settings
    rules: dict[str, Any]
    hand_size: int
    preset: str
    changed: tuple[str, ...]
    thresholds: tuple[Threshold, ...]
    ladder: tuple[Rung, ...]


class Clock(Struct, frozen=True, kw_only=True):
    """A countdown: what for, whose, how long it was and what is left of it, in ms.

    `bank` is each seat's extra time in this deal.
    """

    kind: Literal["bid", "overturn", "bury", "play", "next"]
    seats: tuple[int, ...]
    total: int
    left: int
    bank: tuple[int, ...]


class ChatLine(Struct, frozen=True, kw_only=True):
    """Something said: a text, or the key of a quick phrase; `at` in seconds since 1970."""

    person: str
    name: str
    seat: int | None
    text: str | None
    key: str | None
    at: float


# -- from the server -----------------------------------------------------------------------------


class You(Struct, frozen=True, kw_only=True):
    """Who this connection is."""

    person: str
    name: str


class Snap(Frame, frozen=True):
    """All that the viewer may know now.  `match` is None before the first one."""

    seq: int
    you: You
    room: RoomView
    match: dict[str, Any] | None
    chat: tuple[ChatLine, ...]
    clock: Clock | None
    online: tuple[str, ...]
    digest: str | None


class Patch(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Fields that changed.  A name that ends in `+` is a list that got these items more.

    `match` replaces what was None; `None` there ends the match that was shown.
    """

    room: dict[str, Any] | UnsetType = UNSET
    match: dict[str, Any] | UnsetType | None = UNSET


class Ev(Frame, frozen=True, omit_defaults=True):
    """One event, redacted for the viewer, and what it changed in the view.

    `digest`: CRC-32 in 8 hex digits over the match's JSON, keys sorted, no blanks, after it.
    """

    seq: int
    event: dict[str, Any]
    patch: Patch
    digest: str | UnsetType = UNSET


class Ack(Frame, frozen=True):
    """A command is stored; its last event is `seq`."""

    cid: str
    seq: int


class Nack(Frame, frozen=True):
    """A command was refused: a code, a sentence, and the cards that prove it."""

    cid: str
    code: str
    text: str
    rule: str | None = None
    cards: tuple[str, ...] = ()


class ClockFrame(Frame, frozen=True):
    """The countdown now; None: no time runs."""

    clock: Clock | None


class Presence(Frame, frozen=True):
    """Public ids of the people who are connected."""

    online: tuple[str, ...]


class Said(Frame, frozen=True):
    """Somebody said something."""

    line: ChatLine


class Verdict(Frame, frozen=True):
    """What the cards of a `preview` are.

    `ok`: they may be played; `text` is the button's label or why not; `pieces` are their parts;
    `cards` prove a refusal; `warning` says what a failed throw would cost, or points buried.
    """

    id: int
    ok: bool
    text: str
    names: tuple[str, ...] = ()
    pieces: tuple[tuple[str, ...], ...] = ()
    rule: str | None = None
    cards: tuple[str, ...] = ()
    warning: str | None = None


class HintView(Struct, frozen=True, kw_only=True):
    """A legal action, best first, with its reason in a few words."""

    action: Literal["bid", "pass", "bury", "play"]
    cards: tuple[str, ...]
    text: str


class Hints(Frame, frozen=True):
    """Answers a `hint`."""

    id: int
    picks: tuple[HintView, ...]


class Pong(Frame, frozen=True):
    """Answers a `ping`: the client's clock as it was sent, the server's in ms since 1970."""

    t0: float
    t1: float


class Notice(Frame, frozen=True):
    """Something that the person should know: a code and a sentence."""

    code: str
    text: str


ServerFrame = (
    Snap | Ev | Ack | Nack | ClockFrame | Presence | Said | Verdict | Hints | Pong | Notice
)

CLOSE_RESTART = 1012
CLOSE_SLOW = 1013
CLOSE_AUTH = 4401
CLOSE_ORIGIN = 4403
CLOSE_NO_ROOM = 4404
CLOSE_NO_HELLO = 4408
CLOSE_REPLACED = 4409
CLOSE_REMOVED = 4410
CLOSE_FLOOD = 4429
CLOSE_BAD_FRAME = 4400
