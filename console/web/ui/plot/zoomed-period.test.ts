import { describe, expect, it } from 'vitest';
import { zoomedIn, zoomedOut } from './zoomed-period.ts';

const END = 1_000_000;

describe('a period zoomed out', () => {
  it.each([
    [
      'has its middle where it was',
      { from: 1_000, to: 2_000 },
      { by: 2, end: END },
      { from: 500, to: 2_500 },
    ],
    [
      'has the time under the pointer where it was',
      { from: 1_000, to: 2_000 },
      { at: 1_000, by: 2, end: END },
      { from: 1_000, to: 3_000 },
    ],
    [
      'ends now, and reaches further back instead',
      { from: END - 1_000, to: END },
      { by: 2, end: END },
      { from: END - 2_000, to: END },
    ],
    [
      'ends where it did when that is after now, as a step that has not ended',
      { from: END, to: END + 300 },
      { by: 2, end: END + 100 },
      { from: END - 300, to: END + 300 },
    ],
    [
      'starts at 1970 at the earliest',
      { from: 100, to: 1_100 },
      { by: 4, end: 1_100 },
      { from: 0, to: 1_100 },
    ],
  ])('%s', (_, period, options, zoomed) => {
    expect(zoomedOut(period, options)).toEqual(zoomed);
  });
});

describe('a period zoomed in', () => {
  it('is four fifths as long, with the time under the pointer where it was', () => {
    expect(zoomedIn({ from: 0, to: 1_000 }, 500)).toEqual({ from: 100, to: 900 });
    expect(zoomedIn({ from: 0, to: 1_000 }, 0)).toEqual({ from: 0, to: 800 });
  });

  it('is never shorter than a minute', () => {
    expect(zoomedIn({ from: 0, to: 60 }, 30)).toEqual({ from: 0, to: 60 });
    expect(zoomedIn({ from: 0, to: 66 }, 33)).toEqual({ from: 3, to: 63 });
    expect(zoomedIn({ from: 0, to: 10 }, 5)).toEqual({ from: 0, to: 10 });
  });
});
