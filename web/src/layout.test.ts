import { describe, expect, test } from 'vitest';
import { cardAt, GAP, layHand, LIFT, rowsFor, STRIP, WIDE_STRIP, type HandLayout } from './layout';

const GROUPS = ['S', 'H', 'C', 'D', 'trump'];
const VIEWPORTS = [360, 375, 390, 640, 844, 900];

/** A small repeatable source of numbers from 0 to 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function someHand(count: number, roll: () => number): string[] {
  const favourite = Math.floor(roll() * GROUPS.length);
  const drawn = Array.from({ length: count }, () =>
    roll() < 0.3 ? favourite : Math.floor(roll() * GROUPS.length),
  );
  return drawn.sort().map((index) => GROUPS[index]!);
}

function everyHand(check: (layout: HandLayout, groups: string[], width: number) => void): void {
  const roll = dice(7);
  for (let width = 340; width <= 1440; width += 44) {
    for (const viewport of VIEWPORTS) {
      for (let count = 1; count <= 54; count += 1 + Math.floor(roll() * 4)) {
        const groups = someHand(count, roll);
        check(layHand(groups, { width, viewport }), groups, width);
      }
    }
  }
}

/** Whether so many rows can all begin where a suit begins and still fit. */
function breaksWhole(
  starts: number[],
  rows: number,
  count: number,
  fits: (from: number, end: number) => boolean,
  at = 0,
): boolean {
  if (rows === 1) return fits(at, count);
  return starts.some(
    (start) => start > at && fits(at, start) && breaksWhole(starts, rows - 1, count, fits, start),
  );
}

function byRow<T>(layout: HandLayout, items: readonly T[]): T[][] {
  return Array.from({ length: layout.rows }, (_, row) =>
    items.filter((_, index) => layout.places[index]!.row === row),
  );
}

describe('a hand at any width', () => {
  test('every card stands inside the box', () => {
    everyHand((layout, groups, width) => {
      const { places, cardWidth, cardHeight, height } = layout;
      const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
      expect(places).toHaveLength(groups.length);
      expect(Math.min(...xs)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...xs) + cardWidth).toBeLessThanOrEqual(width + 1e-6);
      expect(Math.min(...ys)).toBeGreaterThanOrEqual(LIFT);
      expect(Math.max(...ys) + cardHeight).toBeLessThanOrEqual(height + 1e-6);
    });
  });

  test('a covered card shows at least a strip that a finger can touch', () => {
    everyHand((layout) => {
      for (const row of byRow(layout, layout.places)) {
        const strips = row.slice(1).map(({ x }, i) => x - row[i]!.x);
        expect(Math.min(...strips, Infinity)).toBeGreaterThanOrEqual(STRIP);
      }
    });
  });

  test('suit groups of one row stand a gap apart', () => {
    everyHand((layout, groups) => {
      const cards = groups.map((group, i) => ({ group, x: layout.places[i]!.x }));
      for (const row of byRow(layout, cards)) {
        const steps = row.slice(1).map((card, i) => ({
          width: card.x - row[i]!.x,
          gap: card.group !== row[i]!.group,
        }));
        const inside = steps.find((step) => !step.gap)?.width;
        for (const step of steps.filter(({ gap }) => gap && inside !== undefined)) {
          expect(step.width - inside!).toBeCloseTo(GAP);
        }
      }
    });
  });

  test('rows follow each other and none is empty', () => {
    everyHand((layout) => {
      const rows = layout.places.map(({ row }) => row);
      expect(rows).toEqual([...rows].sort((a, b) => a - b));
      expect(new Set(rows).size).toBe(layout.rows);
    });
  });

  test('no suit is cut where whole suits fill the rows', () => {
    everyHand((layout, groups, width) => {
      const starts = groups.flatMap((group, i) => (i > 0 && group !== groups[i - 1] ? [i] : []));
      const strip = width < 560 ? STRIP : Math.max(STRIP, layout.cardWidth * WIDE_STRIP);
      const fits = (from: number, end: number) => {
        const gaps = starts.filter((start) => start > from && start < end).length;
        return layout.cardWidth + (end - from - 1) * strip + gaps * GAP <= width;
      };
      if (!breaksWhole(starts, layout.rows, groups.length, fits)) return;
      const cuts = layout.places.flatMap(({ row }, i) =>
        i > 0 && row !== layout.places[i - 1]!.row ? [i] : [],
      );
      expect(starts).toEqual(expect.arrayContaining(cuts));
    });
  });

  test('trump, which comes last, stands at the bottom', () => {
    everyHand(({ places, cardHeight, height }, groups) => {
      if (!groups.includes('trump')) return;
      expect(places.at(-1)!.y + cardHeight).toBeCloseTo(height);
    });
  });
});

describe('rows', () => {
  const PHONE = { width: 370, viewport: 844 };

  test.each([
    [13, PHONE, 1],
    [14, PHONE, 2],
    [25, PHONE, 2],
    [33, PHONE, 3],
    [54, PHONE, 4],
    [54, { width: 340, viewport: 640 }, 5],
    [25, { width: 647, viewport: 375 }, 1],
    [54, { width: 647, viewport: 375 }, 2],
    [54, { width: 824, viewport: 390 }, 2],
    [33, { width: 1160, viewport: 900 }, 1],
    [54, { width: 1160, viewport: 900 }, 2],
  ])('%i cards in %o take %i', (count, room, rows) => {
    expect(rowsFor(count, room)).toBe(rows);
  });

  const hand = (...sizes: number[]) =>
    sizes.flatMap((size, index) => Array<string>(size).fill(GROUPS[index]!));

  test('break between suits where each row has room', () => {
    const groups = hand(6, 5, 0, 0, 14);
    expect(byRow(layHand(groups, PHONE), groups).map((row) => row.length)).toEqual([11, 14]);
  });

  test('take one card more than usual to keep a suit whole', () => {
    const groups = hand(5, 5, 5, 0, 10);
    expect(byRow(layHand(groups, PHONE), groups).map((row) => row.length)).toEqual([15, 10]);
  });

  test('cut the one suit that is longer than a row, and no other', () => {
    const groups = hand(3, 3, 2, 0, 25);
    expect(byRow(layHand(groups, PHONE), groups).map((row) => row.length)).toEqual([8, 13, 12]);
  });

  test('are even where several breaks would do', () => {
    const groups = hand(4, 4, 4, 4, 4);
    const lengths = byRow(layHand(groups, PHONE), groups).map((row) => row.length);
    expect(Math.max(...lengths)).toBe(12);
  });
});

describe('during the deal', () => {
  const room = { width: 370, viewport: 844 };
  const height = layHand(Array<string>(33).fill('S'), room).height;

  test('the height of the full hand is kept from the first card on', () => {
    for (let count = 0; count <= 33; count++) {
      expect(layHand(Array<string>(count).fill('S'), room, 33).height).toBe(height);
    }
  });

  test('the cards lie at the bottom of it', () => {
    const { places, cardHeight } = layHand(['S'], room, 33);
    expect(places[0]!.y + cardHeight).toBeCloseTo(height);
  });
});

describe('the card at a point', () => {
  const layout = layHand(Array<string>(20).fill('S'), { width: 370, viewport: 844 });
  const none = () => false;

  test('is the one whose strip is seen there', () => {
    layout.places.forEach(({ x, y }, index) => {
      expect(cardAt(layout, x + 2, y + 4, none)).toBe(index);
    });
  });

  test('is none beside the cards', () => {
    expect(cardAt(layout, 5, 1, none)).toBe(-1);
    expect(cardAt(layout, -5, layout.height - 5, none)).toBe(-1);
  });

  test('is a lifted card above its place and at its foot', () => {
    const { x, y } = layout.places[3]!;
    const lifted = (index: number) => index === 3;
    expect(cardAt(layout, x + 2, y - LIFT + 1, none)).toBe(-1);
    expect(cardAt(layout, x + 2, y - LIFT + 1, lifted)).toBe(3);
    expect(cardAt(layout, x + 2, y + 4, lifted)).toBe(3);
  });
});
