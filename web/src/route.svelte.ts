export type Page =
  | { name: 'start' }
  | { name: 'missing' }
  | { name: 'room'; code: string }
  | { name: 'deal'; code: string; number: number }
  | { name: 'rules' }
  | { name: 'replay' }
  | { name: 'link'; code: string };

const ROOM = /^\/r\/([a-z0-9]+)\/?$/i;
const DEAL = /^\/r\/([a-z0-9]+)\/deal\/(\d+)\/?$/i;

/** The page that a path and its fragment name. */
export function pageOf(path: string, hash: string): Page {
  const room = ROOM.exec(path);
  if (room) return { name: 'room', code: room[1]!.toLowerCase() };
  const deal = DEAL.exec(path);
  if (deal) return { name: 'deal', code: deal[1]!.toLowerCase(), number: Number(deal[2]) };
  if (path === '/rules') return { name: 'rules' };
  if (path === '/replay') return { name: 'replay' };
  if (path === '/link') return { name: 'link', code: hash.replace(/^#/, '') };
  return { name: path === '/' ? 'start' : 'missing' };
}

export const route = $state<{ page: Page }>({ page: here() });

function here(): Page {
  return typeof location === 'undefined'
    ? { name: 'start' }
    : pageOf(location.pathname, location.hash);
}

/** Go to a path of this site; `replace` leaves no way back to where one was. */
export function navigate(path: string, replace = false): void {
  const kept = new URLSearchParams(location.search).get('speed');
  const [where, hash] = path.split('#');
  const query = kept === null ? '' : `${where!.includes('?') ? '&' : '?'}speed=${kept}`;
  const address = `${where}${query}${hash === undefined ? '' : `#${hash}`}`;
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  route.page = here();
  scrollTo(0, 0);
}

/** What the page's address asks for by this name; the address asks for it once. */
export function takeQuery(name: string): string | null {
  const query = new URLSearchParams(location.search);
  const value = query.get(name);
  if (value !== null) {
    query.delete(name);
    history.replaceState(null, '', `${location.pathname}?${query}`.replace(/\?$/, ''));
  }
  return value;
}

/** Follow the browser's own back and forward; returns how to stop. */
export function followHistory(): () => void {
  const moved = (): void => {
    route.page = here();
  };
  addEventListener('popstate', moved);
  return () => removeEventListener('popstate', moved);
}
