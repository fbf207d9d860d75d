import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWorse, worstValue } from './acknowledgement.ts';
import { Operator } from './alert.ts';
import { Severity } from './severity.ts';

const rule = (operator: Operator) => ({ operator, threshold: 10 });
const major = (value: number | null) => ({ severity: 'major' as const, value });

describe('an alarm is worse', () => {
  it.each([
    ['>', 12, 13, true],
    ['>', 12, 12, false],
    ['>=', 12, 11, false],
    ['<', 8, 7, true],
    ['<=', 8, 9, false],
    ['!=', 12, 7, true],
    ['!=', 7, 12, false],
    ['=', 10, 10, false],
    ['>', null, 11, true],
    ['>', 12, null, false],
  ] as const)('on %s 10 when %s becomes %s: %s', (operator, before, now, expected) => {
    expect(isWorse(rule(operator), major(now), major(before))).toBe(expected);
  });

  it('with a worse severity, whatever the value, and never with a milder one', () => {
    const critical = { severity: 'critical' as const, value: 11 };
    expect(isWorse(rule('>'), critical, major(99))).toBe(true);
    expect(isWorse(rule('>'), major(99), critical)).toBe(false);
  });
});

const value = fc.option(fc.integer({ min: 0, max: 20 }));
const operator = fc.constantFrom(...Operator.options);
const badness = fc.record({ severity: fc.constantFrom(...Severity.options), value });

describe('worse', () => {
  it('is a strict order: nothing is worse than itself, and two are never worse than each other', () => {
    fc.assert(
      fc.property(operator, badness, badness, (sign, one, other) => {
        expect(isWorse(rule(sign), one, one)).toBe(false);
        expect(isWorse(rule(sign), one, other) && isWorse(rule(sign), other, one)).toBe(false);
      }),
    );
  });

  it('is no value than the worst of them', () => {
    fc.assert(
      fc.property(operator, fc.array(value), (sign, values) => {
        const worst = major(worstValue(rule(sign), values));
        for (const each of values) expect(isWorse(rule(sign), major(each), worst)).toBe(false);
      }),
    );
  });
});
