import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError, createRoom, join, replayFile, session } from './api';
import { prefs } from './prefs.svelte';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  prefs.lang = 'en';
  vi.stubGlobal('fetch', fetched);
});

afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
});

const answer = (status: number, body: unknown): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });

async function failure(call: Promise<unknown>): Promise<ApiError> {
  return call.then(
    () => expect.unreachable(),
    (error: ApiError) => error,
  );
}

test('a call gives what the server answers', async () => {
  fetched.mockResolvedValue(answer(200, { code: 'k7m2qa' }));
  expect(await createRoom({ rules: { id: 'jj' }, start: true })).toEqual({ code: 'k7m2qa' });
  const [path, init] = fetched.mock.lastCall!;
  expect(path).toBe('/api/rooms');
  expect(JSON.parse(init!.body as string)).toEqual({ rules: { id: 'jj' }, start: true });
});

test('what is not chosen is left to the server', async () => {
  fetched.mockImplementation(async () => answer(200, {}));
  await session();
  expect(JSON.parse(fetched.mock.lastCall![1]!.body as string)).toEqual({ lang: 'en' });
  await join('k7m2qa');
  expect(JSON.parse(fetched.mock.lastCall![1]!.body as string)).toEqual({});
});

test('a record goes out as it is', async () => {
  fetched.mockResolvedValue(answer(200, {}));
  await replayFile('{"a":1}\n{"b":2}\n', 3);
  const [path, init] = fetched.mock.lastCall!;
  expect(path).toBe('/api/replay?deal=3');
  expect(init!.body).toBe('{"a":1}\n{"b":2}\n');
});

test('a refusal has the server’s code and sentence', async () => {
  fetched.mockResolvedValue(answer(404, { code: 'no_room', text: 'There is no such room.' }));
  const error = await failure(join('k7m2qa'));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'no_room', text: 'There is no such room.', status: 404 });
});

test('an answer that is not the server’s still makes a sentence', async () => {
  fetched.mockResolvedValue(answer(502, '<html>Bad gateway</html>'));
  const error = await failure(session());
  expect(error.status).toBe(502);
  expect(error.text).toMatch(/went wrong/);
});

test('no answer at all is told from a refusal', async () => {
  fetched.mockRejectedValue(new TypeError('failed to fetch'));
  const error = await failure(session());
  expect(error).toMatchObject({ code: 'unreached', status: 0 });
  expect(error.text).toMatch(/cannot be reached/);
});
