import { describe, expect, it } from 'vitest';
import { ownMachine, roomCode, shownCode } from './code';

describe('a room code', () => {
  it.each([
    ['k7m2qa', 'as it is'],
    ['K7M2QA', 'in capitals'],
    ['  K7M 2QA ', 'with blanks, as it is shown'],
    ['k7m-2qa', 'with a dash'],
    ['Ｋ７Ｍ２ＱＡ', 'in full-width letters'],
  ])('is read from %s (%s)', (text) => {
    expect(roomCode(text)).toBe('k7m2qa');
  });

  it.each([
    'http://192.168.1.20:8765/r/k7m2qa',
    'https://table.example/r/K7M2QA?speed=0',
    'https://table.example/r/k7m2qa/deal/3',
    '来打牌！http://192.168.1.20:8765/r/k7m2qa 快点',
  ])('is read from the link in %s', (text) => {
    expect(roomCode(text)).toBe('k7m2qa');
  });

  it.each(['', 'k7m2q', 'k7m2qab', 'k7m2q!', '房间', 'https://table.example/', '/r/k7m2qab'])(
    'is not found in %j',
    (text) => {
      expect(roomCode(text)).toBeNull();
    },
  );

  it('is shown in capitals, in two groups, and read back from that', () => {
    expect(shownCode('k7m2qa')).toBe('K7M 2QA');
    expect(roomCode(shownCode('k7m2qa'))).toBe('k7m2qa');
  });
});

describe('a link', () => {
  it.each(['http://localhost:8765/r/k7m2qa', 'http://127.0.0.1/r/k7m2qa', 'http://[::1]:9/r/a'])(
    'such as %s opens on its own machine only',
    (link) => expect(ownMachine(link)).toBe(true),
  );

  it.each(['http://192.168.1.20:8765/r/k7m2qa', 'https://localhost.example/r/k7m2qa'])(
    'such as %s opens elsewhere',
    (link) => expect(ownMachine(link)).toBe(false),
  );
});
