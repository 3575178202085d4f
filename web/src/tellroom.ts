import { sayIf, words } from './i18n';
import type { RoomView, TableEvent } from './protocol.gen';
import type { Told, Turn } from './tell';
import { nameOf } from './telling';

/** An event of the room in words, or null if nothing is to be said of it. */
export function tellRoom(event: TableEvent, at: Turn): Told | null {
  const text = textOf(event, at);
  return text === null ? null : { kind: 'room', text };
}

function textOf(event: TableEvent, { before, after }: Turn): string | null {
  const own = words('log');
  switch (event.t) {
    case 'CameIn':
      return own.cameIn(event.name);
    case 'SatDown':
      return own.satDown(event.name);
    case 'StoodUp':
      return own.stoodUp(nameOf(event.seat, before));
    case 'BotSeated':
      return event.tier === null ? own.botLeft : own.botSeated;
    case 'SeatsSwapped':
      return own.swapped(nameOf(event.a, before), nameOf(event.b, before));
    case 'AutoSet':
      return autoText(event.on, event.why, nameOf(event.seat, after));
    case 'HostSet':
      return own.host(personName(event.person, after.room));
    case 'Renamed':
      return own.renamed(personName(event.person, before.room), event.name);
    case 'RulesSet':
      return own.rules(sayIf(`preset.${after.room.preset}`) ?? after.room.preset);
    case 'RoomSetUp':
      return own.setUp;
    case 'Readied':
      return own.ready(nameOf(event.seat, after));
    case 'Asked':
      return own.asked(event.name);
    case 'MatchCleared':
      return own.cleared;
    case 'RoomClosed':
      return own.closed;
    default:
      return null;
  }
}

function autoText(on: boolean, why: string, who: string): string {
  const own = words('log');
  if (!on) return own.autoOff(who);
  const reasons: Record<string, (who: string) => string> = own.autoOn;
  return (reasons[why] ?? own.autoOn.asked)(who);
}

function personName(person: string, room: RoomView): string {
  const found = [...room.seats, ...room.watchers].find((one) => one.person === person);
  return found?.name || words('log').someone;
}
