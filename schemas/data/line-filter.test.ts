import { describe, expect, it } from 'vitest';
import { LineFilter, passesFilter } from './line-filter.ts';

describe('a filter of the rows of a table', () => {
  it.each([
    ['>', 1, false],
    ['>=', 1, true],
    ['<', 1, false],
    ['<=', 1, true],
    ['=', 1, true],
    ['!=', 1, false],
  ] as const)('1 %s %s: %s', (operator, value, passes) => {
    expect(passesFilter({ operator, value }, 1)).toBe(passes);
    expect(passesFilter({ operator, value }, null)).toBe(false);
  });

  it('is of a series or of a key, never of the time', () => {
    expect(LineFilter.safeParse({ series: 0, operator: '>', value: 5 }).success).toBe(true);
    expect(LineFilter.safeParse({ key: 'site', contains: 'lyon' }).success).toBe(true);
    expect(LineFilter.safeParse({ key: 'date', contains: 'lyon' }).success).toBe(false);
    expect(LineFilter.safeParse({ key: 'site', contains: ' ' }).success).toBe(false);
  });
});
