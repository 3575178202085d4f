import { sayIf, words } from '../../i18n';
import type { DealResult, Match } from '../../protocol.gen';
import { winningSide } from './score';

/** The headline of a deal's result, as the viewer's side sees it. */
export function headlineOf(match: Match, result: DealResult, us: number): string {
  const t = words('result');
  const own = winningSide(match, result) === us;
  if (result.winner === 'declarers') return result.steps ? t.up(own, result.steps) : t.keep(own);
  return result.steps ? t.takeUp(own, result.steps) : t.take(own);
}

/** The headline of a match's end, with its reason. */
export function endingOf(match: Match, us: number): { title: string; reason: string } {
  const t = words('result');
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

/** How the levels moved, one's own side first. */
export function movesOf(match: Match, us: number): Move[] {
  return [us, 1 - us].map((side) => ({
    own: side === us,
    before: match.levels_before[side] ?? '',
    after: match.levels[side] ?? '',
  }));
}
