import type { Replay, RoomView, SeatView } from '../../protocol.gen';
import type { TableState } from '../../table';
import { tell } from '../../tell';
import type { Frame } from './frames';

/** An event in words; `at` is its moment, `mark`: a trick or a part of the deal ends there. */
export interface Line {
  at: number;
  text: string;
  mark: boolean;
}

/** What happened, line by line.  The first moment has no event; `start` is what it is called. */
export function linesOf(replay: Replay, frames: readonly Frame[], start: string): Line[] {
  const room = roomOf(replay);
  const table = ({ match }: Frame): TableState => ({ seq: 0, room, match });
  const lines: Line[] = [{ at: 0, text: start, mark: true }];
  frames.forEach((frame, at) => {
    const before = frames[at - 1];
    if (!before || !frame.event) return;
    const told = tell(frame.event, table(before), table(frame));
    if (told) lines.push({ at, text: told.text, mark: told.kind === 'trick' });
  });
  return lines;
}

/** The line that a moment belongs to. */
export function lineAt(lines: readonly Line[], at: number): Line | undefined {
  return lines.filter((line) => line.at <= at).at(-1);
}

/** The room that a record was made in, as far as words about its events need one. */
function roomOf(replay: Replay): RoomView {
  const seats = replay.names.map((name): SeatView => ({
    kind: 'person',
    name,
    person: null,
    tier: null,
    auto: false,
  }));
  return {
    code: '',
    host: '',
    phase: 'ended',
    seats,
    watchers: [],
    asks: [],
    ready: [],
    settings: { clock: 'off', speed: 'normal', forced: false, spectators: 'live' },
    rules: replay.rules,
    hand_size: 0,
    preset: replay.rules.id ?? '',
    changed: [],
    thresholds: replay.thresholds,
    ladder: replay.ladder,
  };
}
