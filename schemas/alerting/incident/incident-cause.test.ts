import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countHosts, isLoad, MOST_HOSTS, applicationShare } from './incident-cause.ts';

describe('the application that an incident names', () => {
  it.each([
    ['is the largest one, of all bytes of the line', 'backup', 48, { application: 'backup', percent: 48 }],
    ['is none that is little of it', 'web', 24, undefined],
    ['is none without a name', null, 90, undefined],
    ['is none with an empty name', '', 90, undefined],
  ])('%s', (_, name, bytes, expected) => {
    expect(applicationShare(name, { bytes, total: 100 })).toEqual(expected);
  });

  it('is none without traffic', () => {
    expect(applicationShare('web', { bytes: 0, total: 0 })).toBeUndefined();
  });

  it('is looked for behind the load of an interface alone', () => {
    expect(['itf_in_util', 'itf_out_bps', 'itf_in_errors', 'cpe_avail'].filter(isLoad)).toEqual([
      'itf_in_util',
      'itf_out_bps',
    ]);
  });
});

describe('its hosts', () => {
  it.each([
    ['are one that sends nearly all of it', [91, 5, 4], 100, 1],
    ['are as many as send nine tenths', [40, 30, 20, 10], 100, 3],
    ['are not counted when they are many', Array.from({ length: 21 }, () => 1), 100, undefined],
    ['are not counted without flows', [], 0, undefined],
  ])('%s', (_, largest, total, expected) => {
    expect(countHosts(largest, total)).toBe(expected);
  });

  /** Plain: tries each number of hosts. */
  it('are the fewest: fewer send less than nine tenths', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 40 }),
        (bytes) => {
          const sorted = bytes.toSorted((a, b) => b - a);
          const total = bytes.reduce((sum, one) => sum + one, 0);
          const sends = (count: number) =>
            sorted.slice(0, count).reduce((sum, one) => sum + one, 0) >= total * 0.9;
          const plain = sorted.map((_, index) => index + 1).find(sends);
          expect(countHosts(sorted.slice(0, MOST_HOSTS + 1), total)).toBe(
            plain === undefined || plain > MOST_HOSTS ? undefined : plain,
          );
        },
      ),
    );
  });
});
