import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeQuery } from './route.svelte';

let before = '';

beforeEach(() => {
  before = location.href;
});

afterEach(() => history.replaceState(null, '', before));

test('what the address asks for is asked once, and the rest of it stays', () => {
  history.replaceState(null, '', '/?rules=jj&speed=0');
  expect(takeQuery('rules')).toBe('jj');
  expect(location.search).toBe('?speed=0');
  expect(takeQuery('rules')).toBeNull();
});

test('an address without a question keeps none', () => {
  history.replaceState(null, '', '/?rules=jj');
  takeQuery('rules');
  expect(location.href.endsWith('/')).toBe(true);
});
