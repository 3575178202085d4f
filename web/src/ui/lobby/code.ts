/** Room codes and links, as people type and paste them. */

const CODE = /^[a-z0-9]{6}$/;
const ROOM_PATH = /\/r\/([a-z0-9]{6})(?![a-z0-9])/;

/** The room code in what was typed or pasted: a code in any case, or a link. Null: none. */
export function roomCode(text: string): string | null {
  const small = text.normalize('NFKC').toLowerCase();
  const link = ROOM_PATH.exec(small);
  if (link?.[1]) return link[1];
  const bare = small.replace(/[\s\-_.·]/g, '');
  return CODE.test(bare) ? bare : null;
}

/** Whether only the machine that serves it can open a link. */
export function ownMachine(link: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(link);
}

/** A code as it is shown and read aloud: capitals in two groups of three. */
export function shownCode(code: string): string {
  const capitals = code.toUpperCase();
  return `${capitals.slice(0, 3)} ${capitals.slice(3)}`;
}
