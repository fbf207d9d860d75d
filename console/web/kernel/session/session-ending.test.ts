import { describe, expect, it } from 'vitest';
import { sessionLimits } from '#schemas/limit/account.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { sessionEnding } from './session-ending.ts';

const times = { idleUntil: sessionLimits.idleMs, endsAt: sessionLimits.absoluteMs };

describe('the warning before a session ends', () => {
  const idle = { is: 'idle', at: times.idleUntil };
  const absolute = { is: 'absolute', at: times.endsAt };
  it.each([
    ['while there is time', times, 0, undefined],
    ['until five minutes before it is idle', times, 25 * MINUTE_MS - 1, undefined],
    ['from five minutes before it is idle', times, 25 * MINUTE_MS, idle],
    ['once it is idle', times, 31 * MINUTE_MS, idle],
    [
      'for a page that is watched, until ten minutes before the longest it lasts',
      { ...times, idleUntil: times.endsAt },
      times.endsAt - 10 * MINUTE_MS - 1,
      undefined,
    ],
    [
      'from ten minutes before the longest it lasts',
      { ...times, idleUntil: times.endsAt },
      times.endsAt - 10 * MINUTE_MS,
      absolute,
    ],
  ])('is shown %s: as it should be', (_when, of, now, expected) => {
    expect(sessionEnding(of, now)).toEqual(expected);
  });
});
