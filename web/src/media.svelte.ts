/** Whether the window or the system is as a media query says; it follows them as long as the page. */
export class Media {
  matches = $state(false);

  constructor(query: string) {
    const list = matchMedia(query);
    this.matches = list.matches;
    list.addEventListener('change', () => (this.matches = list.matches));
  }
}
