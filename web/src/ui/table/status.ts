import { say, words } from '../../i18n';
import type { Game } from '../../game.svelte';
import type { BidSeen, Demand, Match } from '../../protocol.gen';
import { cardsText, pieceName } from '../../telling';
import { nameOf } from './people';

/** What the status line says: how it is meant, and what a failed throw or burial may cost. */
export interface Status {
  text: string;
  tone: 'plain' | 'mine' | 'good' | 'bad';
  warning: string;
}

/** The pieces that a follower owes; single cards go without saying. */
function owedText(demand: Demand): string {
  const owed = (demand.pieces ?? []).filter((name) => name !== 'single');
  const texts = [...new Set(owed)].map((name) => {
    const times = owed.filter((one) => one === name).length;
    return times > 1 ? `${pieceName(name)} ×${times}` : pieceName(name);
  });
  return texts.join(say('list.comma'));
}

/** The suit group to follow: a sign, or the word for trump. */
function groupText(group: Demand['group']): string {
  return group === 'trump' ? say('term.trump') : say(`sign.${group}`);
}

/** The status line for this moment. */
export function statusOf(game: Game, match: Match): Status {
  if (game.nack) return line(game.nack.text, 'bad');
  if (game.pending) return line(words('table').sending, 'plain');
  if (game.myTurn === 'bid' && game.advice) return line(game.advice.text, 'good');
  if (game.verdict && game.picked.size > 0 && game.myTurn !== null) {
    const { ok, text, warning } = game.verdict;
    const note = warning ?? game.advice?.text ?? '';
    return ok ? line(fits(game, match), 'good', note) : line(text, 'bad', note);
  }
  return game.myTurn === null
    ? line(waiting(game, match), 'plain')
    : line(asked(game, match), 'mine');
}

function line(text: string, tone: Status['tone'], warning = ''): Status {
  return { text, tone, warning };
}

/** The pick will do: the button says what it is. */
function fits(game: Game, match: Match): string {
  return game.myTurn === 'bury' ? words('table').buryReady : asked(game, match);
}

/** What the viewer is asked for. */
function asked(game: Game, match: Match): string {
  const t = words('table');
  switch (game.myTurn) {
    case 'bury':
      return t.buryPick(match.bury ?? 0);
    case 'play':
      if (!match.demand) return t.yourLead;
      return t.follow(groupText(match.demand.group), match.demand.number, owedText(match.demand));
    default:
      if (match.phase === 'overturning') return t.yourOverturn;
      if (match.bids.length && match.phase !== 'bidding') return t.canBid;
      if (match.bids.length) return match.bid ? t.yourAnswer : t.yourBid;
      return bidLine(game, match.bid);
  }
}

/** Whom the table waits for. */
function waiting(game: Game, match: Match): string {
  const t = words('table');
  const name = match.turn === null ? '' : nameOf(game, match.turn);
  switch (match.phase) {
    case 'dealing':
    case 'bidding':
      return bidLine(game, match.bid);
    case 'overturning':
      return t.waitOverturn(name);
    case 'burying':
      return t.waitBury(name);
    case 'playing':
      return name && match.turn !== game.seat ? t.waitPlay(name) : '';
    default:
      return '';
  }
}

/** The bid in force, in words. */
function bidLine(game: Game, bid: BidSeen | null): string {
  const t = words('table');
  if (!bid) return t.noBidYet;
  const cards = bid.cards ? cardsText(bid.cards) : t.hiddenBid(bid.count);
  return t.laidBid(nameOf(game, bid.seat), t.bidKind[bid.kind], cards);
}
