import { describe, expect, it } from 'vitest';
import { RestartDetector, type HeaderMark, type DatagramOrder } from './restart-detector.ts';
import { DAY_S } from '#schemas/time/duration.ts';

const START_MS = Date.UTC(2026, 10, 20, 12);
/** Seconds of the export time, uptime and sequence of NetFlow v9, received as sent. */
type V9 = readonly [second: number, uptimeS: number, sequence: number];
type Ipfix = readonly [second: number, sequence: number];

const v9 = ([second, uptimeS, sequence]: V9): HeaderMark => ({
  sequence,
  exportMs: START_MS + second * 1_000,
  uptimeMs: uptimeS * 1_000,
});
const ipfix = ([second, sequence]: Ipfix): HeaderMark => ({
  sequence,
  exportMs: START_MS + second * 1_000,
  uptimeMs: null,
});

/** Datagrams that arrive a second after one another. */
function ordersOf(marks: readonly HeaderMark[]): readonly DatagramOrder[] {
  const detector = new RestartDetector();
  return marks.map((mark, at) => detector.observe(mark, START_MS + at * 1_000));
}
const [current, restart, stale] = ['current', 'restart', 'stale'] as const;
const WRAP_S = 2 ** 32 / 1_000;

describe('a restart of a NetFlow v9 exporter', () => {
  it.each<[string, readonly V9[], readonly DatagramOrder[]]>([
    [
      'is its uptime going back',
      [
        [0, 3_600, 500_000],
        [300, 60, 1],
        [301, 61, 2],
      ],
      [current, restart, current],
    ],
    [
      'after a short run, whose numbers are low',
      [
        [0, 30, 12],
        [20, 2, 1],
      ],
      [current, restart],
    ],
    [
      'with a clock that was lost',
      [
        [0, 3_600, 500_000],
        [-8 * 365 * DAY_S, 60, 1],
      ],
      [current, restart],
    ],
    [
      'without a clock, whose boot time is always the same',
      [
        [3_600, 3_600, 9_000],
        [90, 90, 1],
      ],
      [current, restart],
    ],
    [
      'is not a delayed datagram',
      [
        [10, 3_610, 11],
        [9, 3_609, 10],
        [11, 3_611, 12],
      ],
      [current, current, current],
    ],
    [
      'is not one that came half a minute late',
      [
        [40, 3_640, 40],
        [10, 3_610, 10],
      ],
      [current, current],
    ],
    [
      'is not the wrap of its uptime',
      [
        [0, WRAP_S - 2, 11],
        [4, 2, 12],
      ],
      [current, current],
    ],
    [
      'is not the wrap within a long silence',
      [
        [0, WRAP_S - 1_800, 11],
        [3_600, 1_800, 12],
      ],
      [current, current],
    ],
    [
      'is not a clock that is set',
      [
        [0, 100, 1],
        [DAY_S, 101, 2],
        [102, 102, 3],
      ],
      [current, current, current],
    ],
    [
      'is not a jump of its sequence',
      [
        [0, 100, 500_000],
        [1, 101, 1],
      ],
      [current, current],
    ],
    [
      'is recognised once: what was sent before it and arrives after it is stale',
      [
        [0, 3_600, 500_000],
        [300, 60, 1],
        [1, 3_601, 500_001],
        [301, 61, 2],
      ],
      [current, restart, stale, current],
    ],
  ])('%s', (_, marks, expected) => {
    expect(ordersOf(marks.map(v9))).toEqual(expected);
  });
});

describe('a restart of an IPFIX exporter', () => {
  it.each<[string, readonly Ipfix[], readonly DatagramOrder[]]>([
    [
      'is its sequence going back in a later message',
      [
        [0, 500_000],
        [300, 0],
        [301, 24],
      ],
      [current, restart, current],
    ],
    [
      'after a short run',
      [
        [0, 48],
        [20, 0],
      ],
      [current, restart],
    ],
    [
      'with a clock that was lost',
      [
        [0, 500_000],
        [-8 * 365 * DAY_S, 0],
      ],
      [current, restart],
    ],
    [
      'from a high number',
      [
        [0, 3_000_000_000],
        [300, 0],
      ],
      [current, restart],
    ],
    [
      'is not a delayed message',
      [
        [10, 500_024],
        [9, 500_000],
        [11, 500_048],
      ],
      [current, current, current],
    ],
    [
      'is not a delayed message of the same second',
      [
        [10, 500_024],
        [10, 500_000],
      ],
      [current, current],
    ],
    [
      'is not a delayed message at the start',
      [
        [10, 24],
        [9, 0],
      ],
      [current, current],
    ],
    [
      'is not the wrap of its sequence',
      [
        [0, 2 ** 32 - 10],
        [1, 14],
      ],
      [current, current],
    ],
    [
      'is not a message that came twice',
      [
        [10, 24],
        [10, 24],
      ],
      [current, current],
    ],
    [
      'is recognised once: what was sent before it and arrives after it is stale',
      [
        [0, 500_000],
        [300, 0],
        [0, 499_976],
        [300, 24],
      ],
      [current, restart, stale, current],
    ],
    [
      'is not recognised in a session with two counters',
      [
        [0, 50_000],
        [1, 10],
        [2, 50_010],
        [3, 20],
        [4, 50_020],
        [5, 30],
        [6, 50_030],
        [7, 40],
        [8, 50_040],
        [9, 50],
      ],
      [current, restart, current, restart, current, restart, current, current, current, current],
    ],
  ])('%s', (_, marks, expected) => {
    expect(ordersOf(marks.map(ipfix))).toEqual(expected);
  });
});

describe('a stored header', () => {
  const after = (stored: HeaderMark, mark: HeaderMark): DatagramOrder => {
    const detector = new RestartDetector();
    expect(detector.restore(stored)).toBe(true);
    return detector.observe(mark, START_MS);
  };

  it('shows a restart in the meantime, also by an uptime that has passed that of before', () => {
    const stored = v9([0, 100, 40]);
    expect(after(stored, v9([3_600, 3_700, 900]))).toBe('current');
    expect(after(stored, v9([3_600, 1_800, 400]))).toBe('restart');
    expect(after(ipfix([0, 500_000]), ipfix([3_600, 48]))).toBe('restart');
    expect(after(ipfix([0, 500_000]), ipfix([3_600, 600_000]))).toBe('current');
  });

  it('is no longer valid if a datagram of a later run has arrived', () => {
    const detector = new RestartDetector();
    detector.observe(v9([300, 60, 1]), START_MS);
    expect(detector.restore(v9([0, 3_600, 500_000]))).toBe(false);
    expect(detector.restore(v9([299, 59, 0]))).toBe(true);
  });
});
