"""Golden playthroughs: actions of a match with what came of each, and how many plays were legal.

A file has one JSON line an action: the action, its events, and before a play the number of
different legal plays.  It holds for ever: a change of a rule shows as a line that differs.
"""

import json
from collections.abc import Iterable, Iterator, Sequence

from shengji.bots.policy import Policy
from shengji.engine.actions import Action, Play
from shengji.engine.decide import decide
from shengji.engine.errors import Refusal
from shengji.engine.evolve import evolve_all
from shengji.engine.record_codec import action_from_data, action_to_data, event_to_data
from shengji.engine.ruleset import Ruleset
from shengji.engine.rulings import legal
from shengji.engine.state import State, before_match

from .playthrough import steps


def golden_line(state: State, action: Action) -> tuple[str, State]:
    """The line of one action in a state, and the state after it.  Raises ValueError if refused."""
    events = decide(state, action)
    if isinstance(events, Refusal):
        raise ValueError(f"{action!r} is refused: {events!r}")
    data: dict[str, object] = {"action": action_to_data(action)}
    if isinstance(action, Play):
        data["legal"] = legal(state).count()
    data["events"] = [event_to_data(event) for event in events]
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")), evolve_all(state, events)


def golden_lines(
    rules: Ruleset, seed: int, policies: Sequence[Policy], deals: int
) -> Iterator[str]:
    """A golden playthrough of so many deals."""
    state = before_match()
    for step in steps(rules, seed, policies, deals):
        line, state = golden_line(state, step.action)
        yield line


def differences(lines: Iterable[str]) -> Iterator[tuple[int, str, str]]:
    """Where the engine differs from a golden playthrough: line number, what stood there, what came.

    The state after a line that differs is not worth comparing, so there is one at most.
    """
    state = before_match()
    for number, line in enumerate(lines, 1):
        action = action_from_data(json.loads(line)["action"], number)
        try:
            came, state = golden_line(state, action)
        except ValueError as error:
            came = str(error)
        if came != line.rstrip("\n"):
            yield number, line, came
            return
