import { describe, expect, it } from 'vitest';
import type { SnmpValue } from '../agent/value.ts';
import type { TableBinding } from '../request/walk-column.ts';
import { classLimits } from './class-limits.ts';
import { noPolicies } from './read.ts';

const rows = (values: Readonly<Record<string, number | bigint>>): readonly TableBinding[] =>
  Object.entries(values).map(([index, value]) => ({
    index,
    value: (typeof value === 'bigint'
      ? { type: 'counter64', value }
      : { type: 'gauge32', value }) satisfies SnmpValue,
  }));

/**
 * A shaper of 50 Mbit/s on class ALL (101) with a policy (103) within: VOICE (104) 4,000 kbit/s, VIDEO (105) 20 %,
 * REST (106) half of what is left, and NONE (107) nothing; a class (201) by itself is limited to 2 Mbit/s.
 */
const policies = {
  ...noPolicies,
  kind: rows({
    '18.100': 1,
    '18.101': 2,
    '18.102': 6,
    '18.103': 1,
    '18.104': 2,
    '18.105': 2,
    '18.106': 2,
    '18.107': 2,
    '18.114': 4,
    '18.115': 4,
    '18.116': 4,
    '20.200': 1,
    '20.201': 2,
    '20.202': 6,
    '20.203': 2,
    '20.213': 4,
  }),
  parent: rows({
    '18.100': 0,
    '18.101': 100,
    '18.102': 101,
    '18.103': 101,
    '18.104': 103,
    '18.105': 103,
    '18.106': 103,
    '18.107': 103,
    '18.114': 104,
    '18.115': 105,
    '18.116': 106,
    '20.200': 0,
    '20.201': 200,
    '20.202': 201,
    '20.203': 200,
    '20.213': 203,
  }),
  config: rows({ '18.102': 1, '18.114': 2, '18.115': 3, '18.116': 4, '20.202': 5, '20.213': 6 }),
};
const limits = classLimits(policies, {
  queueBandwidth: rows({ 2: 4_000, 3: 20, 4: 50, 6: 30 }),
  queueUnit: rows({ 2: 1, 3: 2, 4: 3, 6: 2 }),
  shapeRate: rows({ 1: 50_000_000n, 5: 2_000_000n }),
});

describe('the bandwidth of a class', () => {
  it.each([
    ['in kbit/s', '18.104', 4_000_000],
    ['in percent of the shaper around it', '18.105', 10_000_000],
    ['in percent of what the others leave', '18.106', 18_000_000],
    ['that has neither queue nor shaper', '18.107', undefined],
    ['without a queue is the rate of its shaper', '20.201', 2_000_000],
    ['in percent of the line where nothing shapes', '20.203', 30_000_000],
  ])('%s', (_, index, expected) => {
    expect(limits.bandwidthBps(index, 100_000_000)).toBe(expected);
  });

  it('in percent of a line of unknown speed is unknown', () => {
    expect(limits.bandwidthBps('20.203', 0)).toBeUndefined();
  });

  it('belongs to the queue of the class', () => {
    expect([limits.queue('18.104'), limits.queue('18.107')]).toEqual(['18.114', undefined]);
  });
});
