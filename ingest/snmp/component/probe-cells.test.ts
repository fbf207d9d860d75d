import { describe, expect, it } from 'vitest';
import { probeCells } from './probe-cells.ts';

const runs = { state: 6, sense: 1 };

describe('the latest operation of an echo probe', () => {
  it.each([
    ['that succeeded', { ...runs, time: 12 }, 1, { ok: 1, rtt: 12_000, responses: 1, lost: 0 }],
    ['in microseconds', { ...runs, time: 812 }, 2, { ok: 1, rtt: 812, responses: 1, lost: 0 }],
    [
      'over its threshold',
      { ...runs, sense: 3, time: 900 },
      1,
      { ok: 1, rtt: 900_000, responses: 1, lost: 0 },
    ],
    [
      'that timed out, whatever time stands there',
      { ...runs, sense: 4, time: 0 },
      1,
      { ok: 0, rtt: 0, responses: 0, lost: 1 },
    ],
  ])('%s', (_, values, precision, { ok, rtt, responses, lost }) => {
    expect(probeCells('echo', values, precision)).toEqual({
      probe_operations: 1,
      probe_ok: ok,
      probe_rtt: rtt,
      probe_rtt_count: responses,
      probe_lost: lost,
    });
  });

  it.each([
    ['does not run', { state: 4, sense: 1, time: 12 }],
    ['has not run yet', { state: 6, sense: 0, time: 0 }],
    ['says nothing', {}],
  ])('of a probe that %s is no value', (_, values) => {
    expect(probeCells('echo', values, 1)).toEqual({});
  });
});

describe('the latest operation of a path echo', () => {
  const reached = { probe_operations: 1, probe_ok: 1, probe_rtt: 12_000, probe_rtt_count: 1, probe_lost: 0 };
  const failed = { probe_operations: 1, probe_ok: 0, probe_rtt: 0, probe_rtt_count: 0, probe_lost: 1 };

  it.each([
    ['that stands at the target is the round trip to it', { ...runs, time: 12, atTarget: 1 }, reached],
    ['that stands at a hop is none', { ...runs, time: 5, atTarget: 0, timedOut: 2 }, {}],
    [
      'that stands at a hop that keeps silent has not failed',
      { ...runs, sense: 4, atTarget: 0, timedOut: 2 },
      {},
    ],
    ['that timed out on its way has failed', { ...runs, sense: 4, atTarget: 0, timedOut: 1 }, failed],
    ['whose target keeps silent has failed', { ...runs, sense: 4, time: 0, atTarget: 1 }, failed],
  ])('%s', (_, values, cells) => {
    expect(probeCells('pathEcho', values, 1)).toEqual(cells);
  });
});

describe('the latest operation of a jitter probe', () => {
  const jitter = {
    ...runs,
    responses: 990,
    rttSum: 29_700,
    lostOut: 4,
    lostBack: 3,
    missing: 3,
    late: 2,
    disordered: 1,
    mos: 406,
    jitter: 3,
    delayOut: 14,
    delayBack: 0,
  };

  it('has sums, loss by direction, mean opinion score and one-way delays; late packets have arrived', () => {
    expect(probeCells('udpJitter', jitter, 1)).toEqual({
      probe_operations: 1,
      probe_ok: 1,
      probe_rtt_count: 990,
      probe_rtt: 29_700_000,
      probe_lost: 10,
      probe_lost_out: 4,
      probe_lost_back: 3,
      probe_late: 2,
      probe_disordered: 1,
      probe_jitter: 3_000,
      probe_mos: 406,
      probe_delay_out: 14_000,
    });
  });

  it('falls back to the mean jitter of both directions, and has no score without a codec', () => {
    const { jitter: _, ...without } = { ...jitter, jitterOut: 2, jitterBack: 5, mos: 0 };
    const cells = probeCells('udpJitter', without, 2);
    expect([cells.probe_jitter, cells.probe_mos]).toEqual([4, undefined]);
  });

  it('that failed completely has loss but neither time nor jitter', () => {
    const failed = {
      ...runs,
      sense: 4,
      responses: 0,
      rttSum: 0,
      lostOut: 0,
      lostBack: 0,
      missing: 0,
      jitter: 0,
    };
    expect(probeCells('udpJitter', failed, 1)).toMatchObject({
      probe_ok: 0,
      probe_rtt_count: 0,
      probe_lost: 1,
    });
    expect(probeCells('udpJitter', failed, 1)).not.toHaveProperty('probe_jitter');
  });

  it('over ICMP has the mean of all differences', () => {
    const ways = { positiveOutCount: 3, positiveOutSum: 9, negativeBackCount: 2, negativeBackSum: 6 };
    const cells = probeCells('icmpJitter', { ...runs, responses: 10, rttSum: 200, lost: 1, ...ways }, 1);
    expect(cells).toEqual({
      probe_operations: 1,
      probe_ok: 1,
      probe_rtt_count: 10,
      probe_rtt: 200_000,
      probe_lost: 1,
      probe_jitter: 3_000,
    });
  });
});
