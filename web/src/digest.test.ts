import { expect, test } from 'vitest';

import { digest } from './digest';
import { wire } from './fixtures/wire';

test('the sum is the server’s, whatever the text', () => {
  for (const sample of wire.digests) expect(digest(sample.value)).toBe(sample.digest);
});

test('the order of keys does not matter, that of a list does', () => {
  expect(digest({ b: 1, a: { d: 2, c: 3 } })).toBe(digest({ a: { c: 3, d: 2 }, b: 1 }));
  expect(digest(['5s', '5h'])).not.toBe(digest(['5h', '5s']));
});

test('a whole match has the server’s sum', () => {
  expect(digest(wire.trick.match)).toBe(wire.trick.digest);
});
