import { words } from '../../i18n';
import type { Trick } from '../../protocol.gen';
import { pointsIn } from '../table/score';
import { sideOf } from '../table/seats';

/** Who gets how many points of a trick; `banker` tells the sides apart. */
export function trickPoints(trick: Trick, banker: number | null): string {
  const t = words('side').tricks;
  const worth = pointsIn(trick.plays.flatMap((play) => play.cards));
  if (worth === 0) return t.nothing;
  const declarers = banker !== null && sideOf(trick.winner) === sideOf(banker);
  return declarers ? t.declarers(worth) : t.defenders(worth);
}
