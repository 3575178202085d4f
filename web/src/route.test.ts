import { expect, test } from 'vitest';

import { pageOf } from './route.svelte';

test.each([
  ['/', '', { name: 'start' }],
  ['/r/k7m2qa', '', { name: 'room', code: 'k7m2qa' }],
  ['/r/k7m2qa/', '', { name: 'room', code: 'k7m2qa' }],
  ['/r/k7m2qa/deal/12', '', { name: 'deal', code: 'k7m2qa', number: 12 }],
  ['/rules', '', { name: 'rules' }],
  ['/replay', '', { name: 'replay' }],
  ['/link', '#abc123', { name: 'link', code: 'abc123' }],
  ['/r/K7M2QA', '', { name: 'room', code: 'k7m2qa' }],
  ['/r/', '', { name: 'missing' }],
  ['/nowhere', '', { name: 'missing' }],
])('%s%s leads to its page', (path, hash, page) => {
  expect(pageOf(path, hash)).toEqual(page);
});
