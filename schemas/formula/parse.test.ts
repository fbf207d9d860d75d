import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someTree } from '#tests/fixtures/formula.ts';
import { faultSentence, type FaultReason } from './fault.ts';
import { parseFormula } from './parse.ts';
import { printFormula } from './print.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

/** Removes offsets, to compare trees by meaning. */
const withoutPlaces = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'at' ? undefined : inner)));

const printed = (text: string): string => {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(faultSentence(parsed.fault, 'en'));
  return printFormula(parsed.tree);
};

describe('a formula', () => {
  it.each([
    ['1+2*3', '1 + 2 * 3'],
    ['(1+2)*3', '(1 + 2) * 3'],
    ['1-(2-3)-4', '1 - (2 - 3) - 4'],
    ['a/b/c', 'a / b / c'],
    ['a/(b/c)', 'a / (b / c)'],
    ['- -a', '--a'],
    ['-(a+b)', '-(a + b)'],
    ['a<1 and not b>=2 or c!=3', 'a < 1 and not b >= 2 or c != 3'],
    ['not (a and b)', 'not (a and b)'],
    ['(a<b)<c', '(a < b) < c'],
    ['if(a>0,b,c)', 'if(a > 0, b, c)'],
    ['f()', 'f()'],
    ['.5 + 1e3 + 2.', '0.5 + 1000 + 2'],
    [' 8 *\n rate( in_octets ) ', '8 * rate(in_octets)'],
  ])('%j is parsed as %s', (text, expected) => {
    expect(printed(text)).toBe(expected);
  });

  it('is unchanged after printing and parsing', () => {
    fc.assert(
      fc.property(someTree, (tree) => {
        const text = printFormula(tree);
        fc.pre(text.length <= 2_000);
        const parsed = parseFormula(text);
        expect(parsed.ok && withoutPlaces(parsed.tree)).toEqual(withoutPlaces(tree));
      }),
    );
  });

  it.each<[string, FaultReason, number, string]>([
    ['', 'empty', 0, ''],
    ['  ', 'empty', 2, ''],
    ['a +', 'value expected', 3, ''],
    ['a + * b', 'value expected', 4, '*'],
    ['(a + b', 'parenthesis expected', 6, ''],
    ['f(a b)', 'parenthesis expected', 4, 'b'],
    ['f(a,)', 'value expected', 4, ')'],
    ['a b', 'end expected', 2, 'b'],
    ['a < b < c', 'end expected', 6, '<'],
    ['a & b', 'unknown character', 2, '&'],
    ['a + 😀', 'unknown character', 4, '😀'],
    ['12ab', 'bad number', 0, '12ab'],
    ['1e999', 'bad number', 0, '1e999'],
    ['a or or', 'value expected', 5, 'or'],
    ['a + not b', 'value expected', 4, 'not'],
    [`${'('.repeat(50)}a${')'.repeat(50)}`, 'too deep', 41, '('],
    ['1 + '.repeat(500) + '1', 'too long', 2_000, ''],
  ])('%j is rejected with the position of the fault', (text, reason, at, found) => {
    expect(parseFormula(text)).toEqual({ ok: false, fault: { reason, at, found } });
  });

  it('of any characters is parsed or rejected, never a crash', () => {
    const words = fc.constantFrom('(', ')', ',', '+', '-', '<', '<=', 'not', 'and', 'if', 'a', '1', '.', ' ');
    const text = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 200 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (any) => {
        const parsed = parseFormula(any);
        if (!parsed.ok) expect(parsed.fault.at).toBeLessThanOrEqual(any.length);
      }),
      { numRuns: rounds(2_000) },
    );
  });

  it('is explained in both languages with the text at fault and its column', () => {
    const fault = { reason: 'unknown name', at: 4, found: 'octet' } as const;
    expect(faultSentence(fault, 'en')).toBe('Unknown counter or property “octet” at column 5.');
    expect(faultSentence(fault, 'fr')).toBe(
      'Compteur ou propriété inconnus «\u00A0octet\u00A0» à la colonne 5.',
    );
  });
});
