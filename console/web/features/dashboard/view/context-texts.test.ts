import { describe, expect, it } from 'vitest';
import { periodBounds, periodFaultOf, periodFrom, periodParameter, shiftedPeriod } from './period-text.ts';
import { selectionFrom, selectionText } from './selection-text.ts';

describe('the period of a page', () => {
  it.each([
    ['1440', { kind: 'last', minutes: 1_440 }],
    ['1763800000-1763886400', { kind: 'fixed', from: 1_763_800_000, to: 1_763_886_400 }],
  ] as const)('%s is read from the address and written to it', (text, period) => {
    expect(periodFrom(text)).toEqual(period);
    expect(periodParameter(period)).toBe(text);
  });

  it.each(['', 'x', '4', '600000', '20-10', '-5', '10-', '1-99999999999', undefined])(
    '%s is no period',
    (text) => {
      expect(periodFrom(text)).toBeUndefined();
    },
  );

  it.each([
    ['20-10', 'reversed'],
    ['10-10', 'reversed'],
    ['10-', 'unreadable'],
    ['600000', 'unreadable'],
    ['10-20', undefined],
    ['1440', undefined],
    [undefined, undefined],
  ] as const)('%s has the fault %s', (text, fault) => {
    expect(periodFaultOf(text)).toBe(fault);
  });

  it('up to now ends with a step of 5 minutes', () => {
    expect(periodBounds({ kind: 'last', minutes: 60 }, 3_601)).toEqual({ from: 300, to: 3_900 });
  });

  it('moves by its length, and not beyond now', () => {
    const hour = { kind: 'last', minutes: 60 } as const;
    const earlier = shiftedPeriod(hour, -1, 36_000);
    expect(earlier).toEqual({ kind: 'fixed', from: 28_800, to: 32_400 });
    expect(shiftedPeriod(earlier, 1, 34_000)).toEqual({ kind: 'fixed', from: 30_600, to: 34_200 });
  });
});

describe('the selection of a page', () => {
  it('is read from the address as it was written', () => {
    const selection = { site: [1, 2], device: [], 'my-filter': [7] };
    expect(selectionFrom(selectionText(selection))).toEqual(selection);
  });

  it.each(['site.x', 'site.-1', '.1', '<b>.1', ''])('%s is none', (text) => {
    expect(selectionFrom(text)).toEqual({});
  });
});
