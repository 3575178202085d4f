import { words } from '../../i18n';
import type { Game } from '../../game.svelte';
import type { Match } from '../../protocol.gen';

/** The middle button: what it says, and why it may not be pressed. */
export interface Main {
  label: string;
  detail: string;
  enabled: boolean;
  why: string;
}

/** What the middle button does for the cards picked now. */
export function playButton(game: Game, match: Match, locked: boolean): Main {
  const t = words('table');
  const buries = game.myTurn === 'bury' || match.phase === 'burying';
  const label = buries ? t.bury : t.play;
  const detail = buries
    ? t.buryCount(game.picked.size, match.bury ?? 0)
    : (game.verdict?.text ?? '');
  const why = whyNot(game, match, locked);
  const shown = buries ? match.bury !== null : why === '';
  return { label, detail: shown ? detail : '', enabled: why === '', why };
}

function whyNot(game: Game, match: Match, locked: boolean): string {
  const t = words('table');
  if (game.connection !== 'live') return t.lostLine;
  if (game.myTurn !== 'play' && game.myTurn !== 'bury') return t.notYourTurn;
  if (locked) return game.pending ? t.sending : t.catchingUp;
  if (game.picked.size === 0) return t.chooseFirst;
  if (game.myTurn === 'bury') return buryWhy(game, match.bury ?? 0);
  return game.verdict && !game.verdict.ok ? game.verdict.text : '';
}

function buryWhy(game: Game, all: number): string {
  const t = words('table');
  const missing = all - game.picked.size;
  if (missing > 0) return t.buryMore(missing);
  if (missing < 0) return t.buryFewer(-missing);
  return game.verdict && !game.verdict.ok ? game.verdict.text : '';
}

/** The ids of cards in hand that show why a pick is refused. */
export function proofOf(game: Game): Set<string> {
  const codes = game.nack?.cards ?? (game.verdict && !game.verdict.ok ? game.verdict.cards : []);
  const wanted = new Map<string, number>();
  for (const code of codes) wanted.set(code, (wanted.get(code) ?? 0) + 1);
  const found = game.hand.filter(({ code }) => {
    const left = wanted.get(code) ?? 0;
    wanted.set(code, left - 1);
    return left > 0;
  });
  return new Set(found.map((card) => card.id));
}
