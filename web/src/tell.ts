import { pointsOf } from './cards';
import { say, sayIf, words, type Dictionary, type Facts } from './i18n';
import type { GameEvent, TableEvent } from './protocol.gen';
import type { TableState } from './table';
import { tellRoom } from './tellroom';
import { cardsText, listed, nameOf, piecesText, rankName, sentences } from './telling';

/** What a line of the log is about. */
export type LineKind = 'deal' | 'bid' | 'play' | 'trick' | 'result' | 'room';

export interface Told {
  text: string;
  kind: LineKind;
}

/** One event with the table before and after it. */
export interface Turn {
  before: TableState;
  after: TableState;
}

type Teller<Event> = (event: Event, at: Turn) => Told | null;
type Tellers = { [Name in GameEvent['t']]?: Teller<Extract<GameEvent, { t: Name }>> };

/** An event in words, or null if nothing is to be said of it. */
export function tell(event: TableEvent, before: TableState, after: TableState): Told | null {
  const at = { before, after };
  const teller = GAME[event.t as GameEvent['t']] as Teller<TableEvent> | undefined;
  return teller === undefined ? tellRoom(event, at) : teller(event, at);
}

const own = (): Dictionary['log'] => words('log');
const codes = (text: string): string[] => text.split(' ').filter((code) => code !== '');
const line = (kind: LineKind, ...texts: string[]): Told => ({ kind, text: sentences(texts) });
const pointsIn = (cards: string[]): number => cards.reduce((sum, code) => sum + pointsOf(code), 0);

const isOurs = (side: number, at: Turn): boolean => side === (at.after.match?.seat ?? 0) % 2;
const ofSide = (side: number, at: Turn): string =>
  say(isOurs(side, at) ? 'play.ours' : 'play.theirs');
const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const isMine = (seat: number, at: Turn): boolean => at.after.match?.seat === seat;

/** A seat's name inside of a sentence. */
function within(seat: number, at: Turn): string {
  const name = nameOf(seat, at.after);
  return isMine(seat, at) ? name.toLowerCase() : name;
}

const GAME: Tellers = {
  MatchStarted: (_, { after }) =>
    line('room', own().matchStarted(sayIf(`preset.${after.room.preset}`) ?? after.room.preset)),

  DealStarted: ({ number, banker }, at) => {
    const levels = at.after.match?.bid_levels ?? [];
    const ours = (at.after.match?.seat ?? 0) % 2;
    if (banker === null) {
      const [mine, theirs] = [levels[ours] ?? '', levels[1 - ours] ?? ''].map(rankName);
      return line('deal', say('event.deal_raced', { number, ours: mine!, theirs: theirs! }));
    }
    const side = ofSide(banker % 2, at);
    const level = rankName(levels[banker % 2] ?? '');
    return line('deal', say('event.deal', { number, banker: within(banker, at), side, level }));
  },

  DealtOut: () => line('bid', own().dealtOut),

  BidMade: ({ seat, cards, kind, count }, { after }) => {
    const who = nameOf(seat, after);
    if (cards === null) return line('bid', say('event.bid_hidden', { seat: who, count }));
    return line('bid', say(`event.bid.${kind}`, { seat: who, cards: cardsText(codes(cards)) }));
  },

  BidsShown: ({ bids }, { after }) => {
    const shown = bids.map(([seat, cards]) => `${nameOf(seat, after)} ${cardsText(codes(cards))}`);
    return line('bid', say('event.bids_shown', { bids: listed(shown) }));
  },

  Passed: ({ seat }, { before, after }) => {
    const who = nameOf(seat, after);
    const bid = before.match?.bid;
    if (bid?.seat === seat) return null;
    return line('bid', bid ? own().passedOverturn(who) : own().passedBid(who));
  },

  TrumpSet: ({ trump, banker, how, level, card }, at) => {
    const facts: Facts = { banker: within(banker, at), level: rankName(level) };
    const set =
      trump === 'NT'
        ? say('event.no_trump', facts)
        : say('event.trump', { ...facts, trump: sayIf(`suit.${trump}`) ?? trump });
    if (how === 'turned') {
      return line('bid', say('event.turned', { card: cardsText(card ? [card] : []) }), set);
    }
    return how === 'nobody' ? line('bid', say('event.nobody'), set) : line('bid', set);
  },

  DealVoided: ({ reason }) => line('result', sayIf(`event.voided.${reason}`) ?? reason),

  KittyTaken: ({ seat, cards }, at) => {
    const number = (at.after.match?.sizes[seat] ?? 0) - (at.before.match?.sizes[seat] ?? 0);
    if (cards !== null && isMine(seat, at)) {
      const taken = codes(cards);
      return line(
        'bid',
        say('event.kitty_yours', { number: taken.length, cards: cardsText(taken) }),
      );
    }
    return line('bid', say('event.kitty_taken', { seat: nameOf(seat, at.after), number }));
  },

  Buried: ({ seat, cards }, at) => {
    if (cards === null || !isMine(seat, at)) {
      return line('bid', say('event.buried', { seat: nameOf(seat, at.after) }));
    }
    const laid = codes(cards);
    return line(
      'bid',
      say('event.buried_yours', { cards: cardsText(laid), points: pointsIn(laid) }),
    );
  },

  Played: ({ seat, cards, pieces }, { before, after }) => {
    const leads = before.match?.plays.length === 0;
    const text = cardsText(codes(cards));
    const who = nameOf(seat, after);
    if (!leads) return line('play', own().played(who, text));
    const names = piecesText(pieces);
    return line('play', own().led(who, text) + (names === '' ? '' : own().pieces(names)));
  },

  ThrowFailed: ({ seat, cards, forced, by, beaten_by }, at) => {
    const facts: Facts = {
      seat: nameOf(seat, at.after),
      by: within(by, at),
      cards: cardsText(codes(cards)),
      forced: cardsText(codes(forced)),
    };
    if (beaten_by === null) return line('play', say('event.throw_failed', facts));
    const beaten = cardsText(codes(beaten_by));
    return line('play', own().thrown(facts, beaten));
  },

  Penalised: ({ seat, side, points, levels, coins, personal }, at) => {
    const costs = [
      points === 0 ? '' : say('event.cost.points', { points: signed(points) }),
      levels === 0 ? '' : say('event.cost.levels', { number: levels }),
      coins === 0 ? '' : say('event.cost.coins', { number: coins }),
      personal === 0 ? '' : say('event.cost.personal', { number: personal }),
    ].filter((cost) => cost !== '');
    const who = seat === null ? own().fined(isOurs(side, at)) : nameOf(seat, at.after);
    return line('play', say('event.penalised', { seat: who, costs: listed(costs) }));
  },

  TrickTaken: ({ seat, points }, { before, after }) => {
    const cards = before.match?.plays.flatMap((play) => play.cards) ?? [];
    const worth = pointsIn(cards);
    const side = points === 0 ? 'declarers' : 'defenders';
    const key = worth === 0 && points === 0 ? 'none' : side;
    const end = say(`event.trick_points.${key}`, { points: points === 0 ? worth : points });
    return line('trick', own().took(nameOf(seat, after)) + end);
  },

  Dug: ({ seat, points, factor }, { after }) => {
    if (points === 0) return null;
    const key = after.room.rules.dig === 'trick' ? 'trick' : 'kitty';
    const base = Math.abs(points / factor);
    const facts: Facts = { seat: nameOf(seat, after), base, factor, points };
    return line('result', say(`event.dug.${key}`, facts));
  },

  DealScored: ({ kitty, total, winner, steps }, { after }) => {
    const laid = codes(kitty);
    const need = after.room.thresholds.find((row) => row.winner === 'defenders')?.points ?? 0;
    const told = own().scored(
      total,
      need,
      words('table')[winner === 'declarers' ? 'declarersRow' : 'defendersRow'](steps),
    );
    if (laid.length === 0) return line('result', told);
    const facts: Facts = { cards: cardsText(laid), points: pointsIn(laid) };
    return line('result', say('event.kitty', facts) + say('event.stop'), told);
  },

  LevelsMoved: ({ levels, banker }, at) => {
    const moves = levels.map((level, side) => {
      const before = rankName(at.before.match?.levels[side] ?? level);
      const facts: Facts = { side: ofSide(side, at), before, after: rankName(level) };
      return say(before === facts.after ? 'event.level_kept' : 'event.level_moved', facts);
    });
    const text = say('list.semicolon').trimEnd();
    const moved = begun(moves.join(`${text}${say('list.space')}`) + say('event.stop'));
    if (banker === null) return line('result', moved);
    return line('result', moved, say('event.next_banker', { banker: within(banker, at) }));
  },

  Settled: ({ coins }, { after }) => {
    const each = coins.map((sum, seat) => `${nameOf(seat, after)} ${signed(sum)}`);
    return line('result', say('event.settled', { coins: listed(each) }));
  },

  TimeCalled: () => line('result', say('event.time_called')),

  MatchEnded: ({ winner, reason }, at) => {
    const ours = (at.after.match?.seat ?? 0) % 2;
    const key = winner === null ? 'drawn' : winner === ours ? 'won' : 'lost';
    const why = sayIf(`event.reason.${reason}`) ?? reason;
    return line('result', say(`event.ended.${key}`, { reason: why }));
  },
};

function signed(number: number): string {
  return number > 0 ? `+${number}` : String(number);
}
