import { sayIf, words } from '../../i18n';
import type { DealResult, Match, Threshold } from '../../protocol.gen';
import { rowAt, takeover, winningSide } from './score';

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

/** What the points had to reach: the bank, and from there each level or the row that they are in. */
export function measureOf(thresholds: readonly Threshold[], total: number): string {
  const t = words('result');
  const bank = takeover(thresholds);
  if (bank === null) return '';
  const over = thresholds.filter((row) => row.winner === 'defenders');
  const every = (over[1]?.points ?? bank) - bank;
  const even = over.every((row, i) => row.points === bank + i * every && row.steps === i);
  if (even && every) return t.measure(bank, every);
  const row = rowAt(thresholds, total);
  return row && row.winner === 'defenders' && row.steps
    ? t.measureRow(bank, row.points, row.steps)
    : t.measureBank(bank);
}
