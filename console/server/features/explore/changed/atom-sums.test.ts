import { describe, expect, it } from 'vitest';
import { chartStepOf } from '#schemas/explore/changed/periods.ts';
import { AtomSums } from './atom-sums.ts';

const STEP = 300;

describe('the chart of what changed', () => {
  it.each([60, 300, 900, 1_500, 3_600, 5 * 3_600, 26 * 3_600])(
    'draws an even flow of which a record arrives every five minutes as a level line, over %i s',
    (length) => {
      const period = { from: 0, to: length, counts: true };
      const stepSeconds = chartStepOf(period, 1);
      const rows = Array.from({ length: Math.max(1, length / STEP) }, (_, record) => ({
        mask: 0,
        place: 0,
        step: Math.floor((record * STEP) / stepSeconds),
        amount: Math.min(STEP, length),
      }));
      const { now } = new AtomSums(rows, { periods: [period], stepSeconds, per: 1 }).series(0);
      expect(new Set(now)).toEqual(new Set([1]));
    },
  );

  it('has no step for what is left of a period after its full steps', () => {
    const period = { from: 0, to: 720, counts: true };
    const rows = [0, 1, 2].map((step) => ({ mask: 0, place: 0, step, amount: step === 2 ? 120 : 300 }));
    const sums = new AtomSums(rows, { periods: [period], stepSeconds: 300, per: 1 });
    expect(sums.series(0).now).toEqual([1, 1]);
  });
});
