import { snap, wire } from '../../fixtures/wire';
import { FakeWorld, type FakeSocket } from '../../fixtures/world';
import { Game } from '../../game.svelte';
import type { Match, RoomView } from '../../protocol.gen';

/** A game at whose far end a test sits. */
export interface Pretended {
  game: Game;
  socket: FakeSocket;
  world: FakeWorld;
  show: (match: Partial<Match>, room?: Partial<RoomView>) => void;
}

/** A game of the tests: it is shown whatever `show` says of the table. */
export function pretend(): Pretended {
  const world = new FakeWorld();
  const game = new Game('k7m2qa', world);
  const socket = world.socket;
  socket.accept();
  const show: Pretended['show'] = (match, room = {}) =>
    socket.receive({
      ...snap,
      room: { ...snap.room, ...room },
      match: { ...wire.trick.match, ...match },
    });
  show({});
  return { game, socket, world, show };
}
