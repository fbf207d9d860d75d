import { describe, expect, it } from 'vitest';
import { formulaOf, productNames } from '../kpi/formulas.ts';
import { scopes } from '../counter/scope.ts';
import { kpiKeys } from '../kpi/library.ts';
import { coreText } from './core-text.ts';
import { LONGEST_FORMULA, parseFormula } from './parse.ts';
import { resolveFormula } from './resolve.ts';

const read = (text: string) => {
  const parsed = parseFormula(text);
  if (!parsed.ok) return parsed.fault;
  const resolved = resolveFormula(parsed.tree, productNames);
  return resolved.ok ? resolved.core : resolved.fault;
};

describe('the text of a formula', () => {
  it('parses to the same formula, for every numerator and denominator of the library', () => {
    const cores = kpiKeys.flatMap((key) =>
      scopes.flatMap((scope) => {
        const parts = formulaOf(key, scope);
        return parts === undefined ? [] : [parts.numerator, parts.denominator];
      }),
    );
    expect(cores.length).toBeGreaterThan(100);
    // Expanded, the E-model exceeds the maximum length of a formula.
    const readable = cores.filter((core) => coreText(core).length <= LONGEST_FORMULA);
    expect(cores.length - readable.length).toBeLessThan(10);
    for (const core of readable)
      expect([coreText(core), read(coreText(core))]).toEqual([coreText(core), core]);
  });

  it.each([
    'delta(in_octets) - (delta(out_octets) - 1)',
    'not (share(oper_up) > 0)',
    '-(delta(in_octets) + 1)',
    'if(delta(in_octets) > 1, abs(delta(in_octets)), min(1, 2))',
  ])('keeps the meaning of %s', (text) => {
    const core = read(text);
    if ('reason' in core) throw new Error(`${text} is rejected: ${core.reason}`);
    expect(read(coreText(core))).toEqual(core);
  });
});
