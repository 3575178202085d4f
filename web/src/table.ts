import type { Card } from './cards';
import { digest } from './digest';
import type { Ev, Match, RoomView, Snap } from './protocol.gen';

/** What the server has told of a room, up to one event. */
export interface TableState {
  readonly seq: number;
  readonly room: RoomView;
  readonly match: Match | null;
}

const GREW = '+';

/** The table that a snapshot shows. */
export function tableOf(snap: Snap): TableState {
  return { seq: snap.seq, room: snap.room, match: snap.match };
}

/** The table after an event; the same one if it was there already, and null if the event does not
 * fit: one before it is missing, or the sum of the match is another. */
export function advanced(table: TableState, ev: Ev): TableState | null {
  if (ev.seq <= table.seq) return table;
  if (ev.seq !== table.seq + 1) return null;
  const { room, match } = ev.patch;
  const next = {
    seq: ev.seq,
    room: room === undefined ? table.room : patched(table.room, room),
    match: match === undefined ? table.match : newMatch(table.match, match),
  };
  return ev.digest === undefined || digest(next.match) === ev.digest ? next : null;
}

function newMatch(old: Match | null, changes: Record<string, unknown> | null): Match | null {
  if (changes === null) return null;
  return old === null ? (changes as unknown as Match) : patched(old, changes);
}

/** A view with changed fields; a name that ends in `+` brings what a list got more. */
export function patched<T extends object>(old: T, changes: Record<string, unknown>): T {
  const next = { ...old } as Record<string, unknown>;
  for (const [name, value] of Object.entries(changes)) {
    if (name.endsWith(GREW)) {
      const list = name.slice(0, -GREW.length);
      next[list] = [...(next[list] as unknown[]), ...(value as unknown[])];
    } else {
      next[name] = value;
    }
  }
  return next as T;
}

/** The cards of a hand that has changed.  A card that stays keeps its id, and of equal cards those
 * in `leaving` go first. */
export function renumbered(
  old: readonly Card[],
  codes: readonly string[],
  leaving: ReadonlySet<string>,
): Card[] {
  const staying = [...old].sort((a, b) => Number(leaving.has(a.id)) - Number(leaving.has(b.id)));
  const used = new Set<string>();
  const keep = (code: string): string | undefined =>
    staying.find((card) => card.code === code && !used.has(card.id))?.id;
  return codes.map((code) => {
    const id = keep(code) ?? freeId(code, used);
    used.add(id);
    return { id, code };
  });
}

function freeId(code: string, used: ReadonlySet<string>): string {
  let copy = 0;
  while (used.has(`${code}#${copy}`)) copy++;
  return `${code}#${copy}`;
}
