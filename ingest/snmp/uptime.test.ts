import { expect, it } from 'vitest';
import { trackUptime, uptimeMs } from './uptime.ts';
import { DAY_MS } from '#schemas/time/duration.ts';

const MOST = 2 ** 32 - 1;

const at = (ticks: number, seenMs: number, wrapped = 0) => ({ ticks, seenMs, wrapped });
for (const [title, before, reading, expected] of [
  ['starts where it is first seen', undefined, [500, 0], { ms: 5_000n, restarted: false }],
  ['continues', at(500, 0), [1_500, 10_000], { ms: 15_000n, restarted: false }],
  ['may stand still', at(500, 0), [500, 10_000], { ms: 5_000n, restarted: false }],
  ['goes back at a restart', at(500_000, 0), [100, 60_000], { ms: 1_000n, restarted: true }],
  [
    'wraps after 497 days',
    at(MOST - 999, 0),
    [29_000, 300_000],
    { ms: (2n ** 32n + 29_000n) * 10n, restarted: false },
  ],
  [
    'wraps when polls were missed for days',
    at(MOST - 999, 0),
    [2 * 8_640_000, 2 * DAY_MS],
    { ms: (2n ** 32n + 17_280_000n) * 10n, restarted: false },
  ],
  ['keeps its wraps', at(5, 0, 2 ** 32), [105, 1_000], { ms: (2n ** 32n + 105n) * 10n, restarted: false }],
  ['resets its wraps at a restart', at(900_000, 0, 2 ** 32), [105, 10_000], { ms: 1_050n, restarted: true }],
  [
    'restarts shortly before the wrap was due',
    at(MOST - 2_000_000, 0),
    [100, 300_000],
    { ms: 1_000n, restarted: true },
  ],
] as const)
  it(`sysUpTime ${title}`, () => {
    const { uptime, restarted } = trackUptime(before, { ticks: reading[0], seenMs: reading[1] });
    expect({ ms: uptimeMs(uptime), restarted }).toEqual(expected);
  });
