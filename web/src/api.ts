import type {
  Created,
  CreateBody,
  DeviceLink,
  Invite,
  Joined,
  Lang,
  OptionView,
  Problem,
  Replay,
  Rules,
  RulesText,
  Session,
} from './protocol.gen';
import { prefs } from './prefs.svelte';

/** Why a call was refused: a code, a sentence for people, and the HTTP status (0: no answer). */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly text: string,
    readonly status: number,
  ) {
    super(text);
  }
}

const UNREACHED = {
  zh: '连不上牌桌的服务器。请看看网络，再试一次。',
  en: 'The table’s server cannot be reached. Check the network and try again.',
};
const BROKEN = {
  zh: '服务器出了差错。请再试一次。',
  en: 'Something went wrong on the server. Please try again.',
};

async function call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': prefs.lang };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer: Response;
  try {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : text,
    });
  } catch {
    throw new ApiError('unreached', UNREACHED[prefs.lang], 0);
  }
  if (answer.ok) return (await answer.json()) as T;
  const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  throw new ApiError(problem.code ?? 'broken', problem.text ?? BROKEN[prefs.lang], answer.status);
}

/** Who I am; a guest is made where there is none, and renamed where a name is given. */
export const session = (name?: string): Promise<Session> =>
  call(
    'POST',
    '/api/session',
    name === undefined ? { lang: prefs.lang } : { name, lang: prefs.lang },
  );

export const createRoom = (body: CreateBody): Promise<Created> => call('POST', '/api/rooms', body);

/** Take a seat, or any that is free. */
export const join = (code: string, seat?: number): Promise<Joined> =>
  call('POST', `/api/rooms/${code}/join`, seat === undefined ? {} : { seat });

export const invite = (code: string): Promise<Invite> => call('GET', `/api/rooms/${code}/invite`);

/** A link that opens a second device as the same person. */
export const deviceLink = (): Promise<DeviceLink> => call('POST', '/api/link', {});

/** Become the person who made the link. */
export const claim = (code: string): Promise<Session> => call('POST', '/api/link/claim', { code });

/** A ruleset in words, or what is wrong with it. */
export const describe = (rules: Rules, lang: Lang): Promise<RulesText> =>
  call('POST', '/api/rules', { rules, lang });

export const options = (): Promise<OptionView[]> => call('GET', '/api/options');

/** A finished deal of a room. */
export const deal = (code: string, number: number): Promise<Replay> =>
  call('GET', `/api/rooms/${code}/deals/${number}`);

/** A deal of a record that one has as a file; the first if no number is given. */
export const replayFile = (text: string, number?: number): Promise<Replay> =>
  call('POST', number === undefined ? '/api/replay' : `/api/replay?deal=${number}`, text);
