import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newestGroup, statisticsCells, sumSince, type HourGroup } from './probe-statistics.ts';

const HOUR = 360_000;
const WRAP = 2 ** 32;
const group = (start: number, done: number, rtt = done * 10): HourGroup => ({
  start: start % WRAP,
  sums: { completions: done, rttSum: rtt },
});
const since = (newest: HourGroup, groups: readonly HourGroup[], ticks = 30_000) =>
  sumSince({ newest, ticks: newest.start }, groups, (newest.start + ticks) % WRAP);

describe('the statistics of a probe since the last poll', () => {
  it.each([
    ['are the difference within an hour', group(7, 3), [group(7, 8)], { completions: 5, rttSum: 50 }],
    ['are nothing without an operation', group(7, 3), [group(7, 3)], { completions: 0, rttSum: 0 }],
    [
      'are the rest of the hour before and what the new one has',
      group(7, 3),
      [group(7, 5), group(7 + HOUR, 2)],
      { completions: 4, rttSum: 40 },
    ],
    [
      'leave out hours before',
      group(7 + HOUR, 3),
      [group(7, 60), group(7 + HOUR, 4)],
      { completions: 1, rttSum: 10 },
    ],
    [
      'are the new hour alone where the one before is not kept',
      group(7, 3),
      [group(7 + HOUR, 2)],
      { completions: 2, rttSum: 20 },
    ],
    [
      'go over the wrap of the agent’s clock',
      group(WRAP - 10, 3),
      [group(WRAP - 10, 5), group(20, 2)],
      { completions: 4, rttSum: 40 },
    ],
    ['are not known of an agent that counts less than before', group(7, 9), [group(7, 3)], undefined],
    ['are unknown after a restart of the agent', group(HOUR, 9), [group(7, 3)], undefined],
    ['are not known of an agent that has none any more', group(7, 9), [], undefined],
  ])('%s', (_, newest, groups, sums) => {
    expect(since(newest, groups)).toEqual(sums);
  });

  it('are dropped after more than an hour, which belongs to windows that have ended', () => {
    expect(since(group(7, 3), [group(7, 8)], HOUR)).toEqual({ completions: 5, rttSum: 50 });
    expect(since(group(7, 3), [group(7, 8)], HOUR + 1)).toBeUndefined();
  });

  it('add up to every operation at any polling interval', () => {
    // Operations at these times; groups of an hour, the newest two kept.
    const property = fc.property(
      fc.array(fc.nat(HOUR), { minLength: 1, maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: HOUR }), { minLength: 2, maxLength: 20 }),
      fc.nat(WRAP - 1),
      (gaps, waits, origin) => {
        let at = 0;
        const times = gaps.map((gap) => (at += gap));
        const groupsAt = (now: number): readonly HourGroup[] =>
          [Math.floor(now / HOUR) - 1, Math.floor(now / HOUR)]
            .filter((hour) => hour >= 0)
            .map((hour) =>
              group(
                origin + hour * HOUR,
                times.filter((time) => time <= now && Math.floor(time / HOUR) === hour).length,
              ),
            );
        let now = 0;
        let reading = { newest: newestGroup(groupsAt(0))!, ticks: origin };
        const first = times.filter((time) => time <= 0).length;
        let counted = first;
        for (const wait of waits) {
          now += wait;
          const groups = groupsAt(now);
          const ticks = (origin + now) % WRAP;
          counted += sumSince(reading, groups, ticks)?.['completions'] ?? Number.NaN;
          reading = { newest: newestGroup(groups)!, ticks };
        }
        expect(counted).toBe(times.filter((time) => time <= now).length);
      },
    );
    fc.assert(property);
  });

  it('have no sample without operations and count only started ones', () => {
    const none = { completions: 0, timeouts: 0, rttSum: 0 };
    expect(statisticsCells('echo', none, 1_000)).toEqual({});
    expect(statisticsCells('udpJitter', none, 1_000)).toEqual({});
    const sums = {
      completions: 4,
      rttSum: 48,
      timeouts: 2,
      disconnects: 1,
      noConnections: 1,
      drops: 1,
      verifyErrors: 1,
    };
    expect(statisticsCells('echo', sums, 1_000)).toEqual({
      probe_operations: 10,
      probe_ok: 4,
      probe_rtt: 48_000,
      probe_rtt_count: 4,
      probe_lost: 6,
    });
  });

  it('of jitter have sums, means and 64-bit halves; an operation without a response has loss', () => {
    const sums = {
      completions: 5,
      responses: 45,
      rttSum: 1,
      rttSumHigh: 1,
      timeouts: 1,
      lostOut: 2,
      lostBack: 1,
      missing: 2,
      late: 3,
      disordered: 4,
      positiveOut: 2,
      positiveOutSum: 6,
      negativeBack: 1,
      negativeBackSum: 6,
      delays: 10,
      delayOutSum: 70,
      delayBackSum: 90,
    };
    expect(statisticsCells('udpJitter', sums, 1)).toEqual({
      probe_operations: 6,
      probe_ok: 5,
      probe_rtt: WRAP + 1,
      probe_rtt_count: 45,
      probe_lost: 5,
      probe_lost_out: 2,
      probe_lost_back: 1,
      probe_late: 3,
      probe_disordered: 4,
      probe_jitter: 4,
      probe_delay_out: 7,
      probe_delay_back: 9,
    });
    expect(statisticsCells('udpJitter', { completions: 0, timeouts: 3 }, 1)).toMatchObject({
      probe_operations: 3,
      probe_ok: 0,
      probe_rtt_count: 0,
      probe_lost: 3,
    });
  });
});
