const NEAR_PX = 60;

/** Keep the newest line of a scrolling box in sight, unless somebody has scrolled back.
 * Returns how to stop. */
export function followEnd(box: HTMLElement): () => void {
  let following = true;
  const look = (): void => {
    following = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
  };
  const follow = (): void => {
    if (following) box.scrollTop = box.scrollHeight;
  };
  const growth = new MutationObserver(follow);
  growth.observe(box, { childList: true, subtree: true });
  box.addEventListener('scroll', look, { passive: true });
  follow();
  return () => {
    growth.disconnect();
    box.removeEventListener('scroll', look);
  };
}
