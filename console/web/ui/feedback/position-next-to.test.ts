import { describe, expect, it } from 'vitest';
import { positionNextTo } from './position-next-to.ts';

const room = { width: 1_000, height: 500 };
const size = { width: 100, height: 20 };

describe('a tooltip', () => {
  it('stands below its target, in the middle', () => {
    expect(
      positionNextTo({ left: 500, top: 100, width: 40, height: 30 }, size, { side: 'bottom', room }),
    ).toEqual({ left: 470, top: 136 });
  });

  it('goes above when there is no room below', () => {
    expect(
      positionNextTo({ left: 500, top: 470, width: 40, height: 30 }, size, { side: 'bottom', room }).top,
    ).toBe(444);
  });

  it('never leaves the window', () => {
    expect(
      positionNextTo({ left: 990, top: 100, width: 10, height: 30 }, size, { side: 'bottom', room }).left,
    ).toBe(896);
  });
});
