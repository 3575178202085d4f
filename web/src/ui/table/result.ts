import { sayIf, words } from '../../i18n';
import { table } from '../../i18n/table';
import type { DealResult, Match } from '../../protocol.gen';
import { bankingSide } from './seats';
import { winningSide } from './score';

/** The headline of a deal's result, as the viewer's side sees it. */
export function headlineOf(match: Match, result: DealResult, us: number): string {
  const t = words(table);
  const own = winningSide(match, result) === us;
  if (result.winner === 'declarers') return result.steps ? t.up(own, result.steps) : t.keep(own);
  return result.steps ? t.takeUp(own, result.steps) : t.take(own);
}

/** The headline of a match's end, with its reason. */
export function endingOf(match: Match, us: number): { title: string; reason: string } {
  const t = words(table);
  const title =
    match.winner === null ? t.matchDrawn : match.winner === us ? t.matchWon : t.matchLost;
  return { title, reason: sayIf(`event.reason.${match.ended}`) ?? '' };
}

/** A side's level before and after the deal. */
export interface Move {
  own: boolean;
  before: string;
  after: string;
}

/** How the levels moved, one's own side first; `before` is what they were while the deal ran. */
export function movesOf(match: Match, before: readonly string[] | null, us: number): Move[] {
  const known = before ?? levelsKnown(match);
  return [us, 1 - us].map((side) => ({
    own: side === us,
    before: known[side] ?? match.levels[side] ?? '',
    after: match.levels[side] ?? '',
  }));
}

/** Without a memory of the deal only the declarers' level is known: it was played. */
function levelsKnown(match: Match): (string | null)[] {
  const banking = bankingSide(match);
  return [0, 1].map((side) => (side === banking ? match.level : null));
}
