/** Where one card of the hand stands: its left and top edge in px, and its row from the top. */
export interface Place {
  x: number;
  y: number;
  row: number;
}

export interface HandLayout {
  cardWidth: number;
  cardHeight: number;
  /** Of the whole hand, with room above it for a lifted card. */
  height: number;
  rows: number;
  places: Place[];
}

/** The room a hand has: the width of its box and the height of the window, in px. */
export interface Room {
  width: number;
  viewport: number;
}

/** How far a picked card stands out. */
export const LIFT = 13;
/** The least that is seen of a covered card: its rank and suit can be read and touched. */
export const STRIP = 19;
export const GAP = 9;

/** On wide screens a strip is this share of the card, so that a large rank is seen too. */
export const WIDE_STRIP = 0.31;
const HEADROOM = LIFT + 3;
const RATIO = 1.4;
const ROW_OFFSET = 0.6;
/** On a narrow screen a longer hand takes a second row, so that a finger finds its card. */
const ONE_ROW = 13;

interface Size {
  card: number;
  spread: number;
  strip: number;
  narrow: boolean;
}

/** The card's width, the share of it that a card in a loose row shows, and the least strip. */
function sizeFor({ width, viewport }: Room): Size {
  if (width < 560) {
    return { card: viewport < 700 ? 56 : 66, spread: 0.62, strip: STRIP, narrow: true };
  }
  const card = viewport < 480 ? 58 : width < 900 ? 72 : 96;
  const spread = viewport < 480 ? 0.58 : 0.44;
  return { card, spread, strip: Math.max(STRIP, card * WIDE_STRIP), narrow: false };
}

/** The most cards that one row is sure to show, however many suit groups it has. */
function capacity(room: Room): number {
  const { card, strip } = sizeFor(room);
  return Math.max(1, Math.floor((room.width - card - 3 * GAP) / strip));
}

/** How many rows a hand of so many cards takes. */
export function rowsFor(count: number, room: Room): number {
  const { narrow } = sizeFor(room);
  const least = narrow && count > ONE_ROW ? 2 : 1;
  return Math.max(least, Math.ceil(count / capacity(room)));
}

/** Places for a hand whose cards have these suit groups, from left to right and top to bottom.
 * `reserve` is the size the hand will grow to: its height is kept free from the first card on. */
export function layHand(groups: readonly string[], room: Room, reserve = 0): HandLayout {
  const { card, spread } = sizeFor(room);
  const cardHeight = card * RATIO;
  const offset = cardHeight * ROW_OFFSET;
  const rows = rowsFor(groups.length, room);
  const reserved = Math.max(rows, rowsFor(reserve, room));
  const places: Place[] = [];
  rowEnds(groups, rows, room).forEach((end, row) => {
    const y = HEADROOM + (reserved - rows + row) * offset;
    const run = groups.slice(places.length, end);
    for (const x of spreadOut(run, room.width, card, spread)) places.push({ x, y, row });
  });
  const height = HEADROOM + (reserved - 1) * offset + cardHeight;
  return { cardWidth: card, cardHeight, height, rows, places };
}

/** The left edges of one row's cards, which stand in the middle of the width. */
function spreadOut(run: readonly string[], width: number, card: number, spread: number): number[] {
  const gaps = run.map((group, i) => (i > 0 && group !== run[i - 1] ? GAP : 0));
  const gapped = gaps.reduce<number>((sum, gap) => sum + gap, 0);
  const steps = run.length - 1;
  const step = Math.min(card * spread, (width - card - gapped) / Math.max(1, steps));
  let x = Math.max(0, (width - card - gapped - step * steps) / 2);
  return gaps.map((gap, i) => {
    x += i > 0 ? step + gap : 0;
    return x;
  });
}

/** Weighs more than any unevenness of rows. */
const CUT = 1e6;

/** The index after each row's last card: the fewest suit groups are cut, then rows are as even
 * as can be. */
function rowEnds(groups: readonly string[], rows: number, room: Room): number[] {
  const { card, strip } = sizeFor(room);
  const count = groups.length;
  const changes = (at: number) => at > 0 && at < count && groups[at] !== groups[at - 1];
  let costs = [0, ...Array<number>(count).fill(Infinity)];
  const starts: number[][] = [];
  for (let row = 0; row < rows; row++) {
    const next = Array<number>(count + 1).fill(Infinity);
    const start = Array<number>(count + 1).fill(0);
    for (let end = 1; end <= count; end++) {
      let width = card;
      for (let from = end - 1; from >= 0 && width <= room.width; from--) {
        const cut = from > 0 && !changes(from) ? CUT : 0;
        const cost = costs[from]! + cut + (end - from) ** 2;
        if (cost < next[end]!) [next[end], start[end]] = [cost, from];
        width += strip + (changes(from) ? GAP : 0);
      }
    }
    costs = next;
    starts.push(start);
  }
  const ends: number[] = [];
  for (let row = rows - 1, end = count; row >= 0; end = starts[row]![end]!, row--) {
    ends.unshift(end);
  }
  return ends;
}

/** The index of the card that is seen at a point of the hand's box, or −1; a card that `lifted`
 * names is seen that much higher, and its old place still counts as its own. */
export function cardAt(
  { places, cardWidth, cardHeight }: HandLayout,
  x: number,
  y: number,
  lifted: (index: number) => boolean,
): number {
  const covers = ({ x: left, y: top }: Place, raised: number) =>
    x >= left && x <= left + cardWidth && y >= top - raised && y <= top + cardHeight;
  let index = places.length - 1;
  while (index >= 0 && !covers(places[index]!, lifted(index) ? LIFT : 0)) index--;
  return index;
}
