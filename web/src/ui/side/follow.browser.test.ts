import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followEnd } from './follow';

let box: HTMLElement;
let stop: () => void;

beforeEach(() => {
  box = document.createElement('div');
  box.style.cssText = 'height: 100px; overflow: auto';
  document.body.append(box);
  for (let line = 0; line < 20; line++) say();
  stop = followEnd(box);
});

afterEach(() => {
  stop();
  box.remove();
});

function say(): void {
  const line = document.createElement('p');
  line.textContent = 'a line';
  box.append(line);
}

const below = () => box.scrollHeight - box.scrollTop - box.clientHeight;

describe('a list that grows', () => {
  it('shows its newest line, and those that come', async () => {
    expect(below()).toBeLessThan(2);
    say();
    await expect.poll(below).toBeLessThan(2);
  });

  it('stays where somebody has scrolled back to', async () => {
    box.scrollTop = 0;
    await new Promise((scrolled) => box.addEventListener('scroll', scrolled, { once: true }));
    say();
    await new Promise(requestAnimationFrame);
    expect(box.scrollTop).toBe(0);
  });
});
