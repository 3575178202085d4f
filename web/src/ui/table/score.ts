import { pointsOf } from '../../cards';
import type { DealResult, Match, Threshold } from '../../protocol.gen';
import { bankingSide, sideOf } from './seats';

/** The defenders' points as they stand: tricks, dig and penalties. */
export function standing(match: Match): number {
  return match.points + match.dug + match.penalties;
}

/** The least points with which the defenders take the bank; null if no row gives it to them. */
export function takeover(thresholds: readonly Threshold[]): number | null {
  return thresholds.find((row) => row.winner === 'defenders')?.points ?? null;
}

/** The row of the level table that so many points are in. */
export function rowAt(thresholds: readonly Threshold[], points: number): Threshold | null {
  return thresholds.findLast((row) => row.points <= points) ?? thresholds[0] ?? null;
}

/** What is still to be won: points to the bank or, with the bank won, to the next level. */
export interface Ahead {
  missing: number;
  row: Threshold;
}

/** The row that the defenders play for now; null when there is none above. */
export function ahead(thresholds: readonly Threshold[], points: number): Ahead | null {
  const bank = takeover(thresholds);
  const goal = bank !== null && points < bank ? bank : -Infinity;
  const row = thresholds.find((one) => one.points > points && one.points >= goal);
  return row ? { missing: row.points - points, row } : null;
}

/** How far the meter reaches: half as far again as the bank, and never less than the points. */
export function meterSpan(thresholds: readonly Threshold[], points: number): number {
  const bank = takeover(thresholds) ?? thresholds.at(-1)?.points ?? 0;
  return Math.max(Math.ceil(bank * 1.5), points, 1);
}

export function pointsIn(codes: readonly string[]): number {
  return codes.reduce((sum, code) => sum + pointsOf(code), 0);
}

/** The point cards that the defenders have taken, in the order taken. */
export function captured(match: Match): string[] {
  const banking = bankingSide(match);
  return match.tricks
    .filter((trick) => banking !== null && sideOf(trick.winner) !== banking)
    .flatMap((trick) => trick.plays.flatMap((play) => play.cards))
    .filter((code) => pointsOf(code) > 0);
}

/** How the dig came about: the points dug for, and what they were multiplied by. */
export interface Dig {
  base: number;
  factor: number;
}

/** The arithmetic of a dig; null if none was worth anything. */
export function digOf(match: Match, kind: unknown): Dig | null {
  if (!match.result?.dug) return null;
  const last = match.tricks.at(-1)?.plays.flatMap((play) => play.cards) ?? [];
  const base = pointsIn(kind === 'trick' ? last : match.result.kitty);
  return base ? { base, factor: Math.abs(match.result.dug) / base } : null;
}

/** The side that won a deal. */
export function winningSide(match: Match, result: DealResult): number {
  const banking = bankingSide(match) ?? 0;
  return result.winner === 'declarers' ? banking : 1 - banking;
}
