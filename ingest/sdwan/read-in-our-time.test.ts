import { expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { sdwanKinds } from '#schemas/sdwan/kind.ts';
import { managerClient, MANAGERS_NOW_MS, simulated } from '#tests/fixtures/sdwan/managers.ts';
import { readInOurTime } from './read-in-our-time.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';

const signal = new AbortController().signal;

it.each(sdwanKinds.flatMap((kind) => [10, -10, 0].map((minutes) => [kind, minutes] as const)))(
  'samples of %s whose clock is %i minutes ahead are dated by ours',
  async (kind, minutes) => {
    const aheadMs = minutes * MINUTE_MS;
    const clock = { ...systemClock, now: () => new Date(MANAGERS_NOW_MS + aheadMs) };
    const manager = await simulated[kind]({ clock });
    try {
      const client = managerClient({ kind, url: manager.url });
      const period = { startMs: MANAGERS_NOW_MS - 10 * MINUTE_MS, endMs: MANAGERS_NOW_MS };
      const samples = await readInOurTime(client, period, signal);
      expect(client.skewMs()).toBe(aheadMs);
      const newest = Math.max(...samples.map(({ atMs }) => atMs));
      expect(newest).toBeLessThanOrEqual(MANAGERS_NOW_MS);
      expect(newest).toBeGreaterThanOrEqual(MANAGERS_NOW_MS - 5 * MINUTE_MS);
    } finally {
      manager.close();
    }
  },
);
