import { beforeEach, describe, expect, it } from 'vitest';
import type { Frame } from './frames';
import { Player } from './player.svelte';

const frames = Array.from({ length: 6 }, () => ({ event: null }) as Frame);

let player: Player;

beforeEach(() => {
  player = new Player(frames, [0, 3, 5], 2);
});

describe('a deal that is looked at again', () => {
  it('goes a step or a trick on and back', () => {
    player.step(-1);
    expect(player.at).toBe(1);
    player.mark(1);
    expect(player.at).toBe(3);
    player.mark(-1);
    expect(player.at).toBe(0);
  });

  it('stops at its ends', () => {
    player.go(-4);
    expect(player.at).toBe(0);
    player.go(Infinity);
    expect(player.at).toBe(5);
    player.step(1);
    expect(player.at).toBe(5);
  });

  it('plays to its end and stops there', () => {
    player.toggle();
    for (let moments = 0; moments < 3; moments++) {
      expect(player.playing).toBe(true);
      player.advance();
    }
    expect(player).toMatchObject({ at: 5, playing: false });
  });

  it('begins anew when it is played at its end', () => {
    player.go(5);
    player.toggle();
    expect(player).toMatchObject({ at: 0, playing: true });
  });

  it('pauses where one takes it by hand', () => {
    player.toggle();
    player.step(1);
    expect(player.playing).toBe(false);
  });

  it('rests half as long at double speed', () => {
    const rest = player.rest;
    player.speed = 2;
    expect(player.rest).toBe(rest / 2);
  });
});
