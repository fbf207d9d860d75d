import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someNames, someTree } from '#tests/fixtures/formula.ts';
import type { FaultReason } from './fault.ts';
import { parseFormula } from './parse.ts';
import { isRatio, partsOf } from './parts.ts';
import { resolveFormula, type Resolved } from './resolve.ts';

const names = {
  ...someNames,
  counters: { ...someNames.counters, cpu: { kind: 'gauge', element: 'device' } },
} as const;

function resolved(text: string): Resolved {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(parsed.fault.reason);
  return resolveFormula(parsed.tree, names);
}

const coreOf = (text: string) => {
  const { ok, ...remaining } = resolved(text);
  if (!ok || !('core' in remaining)) throw new Error(JSON.stringify(remaining));
  return remaining.core;
};

describe('a formula that is small as it is typed', () => {
  const nested = (levels: number): string =>
    Array.from({ length: levels }).reduce<string>((inner) => `clamp(${inner}, 1, 2)`, 'load');

  it('is too deep where its parts, written out, are more than can be worked with', () => {
    expect(resolved(nested(7)).ok).toBe(true);
    for (const levels of [12, 20, 30])
      expect(resolved(nested(levels))).toMatchObject({ ok: false, fault: { reason: 'too deep' } });
  });
});

describe('a formula of the longest text', () => {
  const filled = (open: string, middle: string, close: string): string => {
    const times = Math.floor((2_000 - middle.length) / (open.length + close.length));
    return open.repeat(times) + middle + close.repeat(times);
  };

  it.each([
    ['parentheses', filled('(', 'load', ')')],
    ['signs', filled('-', 'load', '')],
    ['a sum', filled('', 'load', '+1')],
    ['a product', filled('', 'load', '*load')],
    ['conditions', filled('if(load>1,', 'load', ',0)')],
    ['calls', filled('clamp(', 'load', ',1,2)')],
    ['digits', '9'.repeat(2_000)],
    ['comparisons', filled('', 'load', '<1')],
    ['arguments', `max(${'load,'.repeat(390)}load)`],
    ['counters', `rate(${'octets+'.repeat(280)}octets)`],
  ])('of %s is read within 50 ms', (_, text) => {
    const start = process.threadCpuUsage();
    const parsed = parseFormula(text);
    if (parsed.ok) resolveFormula(parsed.tree, names);
    const { user, system } = process.threadCpuUsage(start);
    expect(text.length).toBeGreaterThan(1_900);
    expect((user + system) / 1_000).toBeLessThan(50);
  });
});

describe('names in a formula', () => {
  it.each<[string, FaultReason, number, string]>([
    ['octet', 'unknown name', 0, 'octet'],
    ['rate(octet)', 'unknown name', 5, 'octet'],
    ['toString', 'unknown name', 0, 'toString'],
    ['constructor(1)', 'unknown function', 0, 'constructor'],
    ['median(load)', 'unknown function', 0, 'median'],
    ['octets', 'function needed', 0, 'octets'],
    ['up', 'not of this counter', 0, 'up'],
    ['rate(load)', 'not of this counter', 0, 'rate'],
    ['delta(speed)', 'not of this counter', 0, 'delta'],
    ['share(octets)', 'not of this counter', 0, 'share'],
    ['rate(load + delay)', 'counter expected', 0, 'rate'],
    ['rate()', 'wrong number of arguments', 0, 'rate'],
    ['rate(octets, errors)', 'wrong number of arguments', 0, 'rate'],
    ['min()', 'wrong number of arguments', 0, 'min'],
    ['max(load + 1)', 'counter expected', 0, 'max'],
    ['if(1, 2)', 'wrong number of arguments', 0, 'if'],
    ['percent(1)', 'wrong number of arguments', 0, 'percent'],
    ['load + cpu', 'several elements', 7, 'cpu'],
  ])('%s is rejected', (text, reason, at, found) => {
    expect(resolved(text)).toEqual({ ok: false, fault: { reason, at, found } });
  });

  it('belong to one kind of element, which is the kind of the formula', () => {
    expect(resolved('last(cpu) * 2')).toMatchObject({ ok: true, element: 'device' });
    expect(resolved('window')).toMatchObject({ ok: true, element: undefined });
  });

  it('mean samples for one counter and values for several', () => {
    expect(coreOf('max(load)')).toEqual({ op: 'operand', operand: { take: 'max', name: 'load' } });
    expect(coreOf('max(load, 1)')).toMatchObject({ op: 'maximum' });
    expect(coreOf('load')).toEqual(coreOf('last(load)'));
    expect(coreOf('speed')).toEqual({ op: 'operand', operand: { take: 'latest', name: 'speed' } });
  });

  it('are resolved in any tree of the language', () => {
    fc.assert(
      fc.property(someTree, (tree) => {
        expect(resolveFormula(tree, someNames)).toMatchObject({ ok: true });
      }),
    );
  });
});

describe('a formula keeps numerator and denominator', () => {
  it.each([
    ['load / speed', 1, 'load', 'speed'],
    ['8 * rate(octets)', 1, '8 * delta(octets)', 'seconds(octets)'],
    ['rate(octets) * 8', 1, '8 * delta(octets)', 'seconds(octets)'],
    ['percent(load, speed)', 100, 'load', 'speed'],
    ['100 * share(up)', 100, 'held(up)', 'seconds(up)'],
    ['100 * load / speed', 1, '100 * load', 'speed'],
    ['avg(load)', 1, 'sum(load)', 'count(load)'],
    [
      'coalesce(percent(load, 2), percent(delay, 3))',
      100,
      'if(present(percent(load, 2)), load, delay)',
      'if(present(percent(load, 2)), 2, 3)',
    ],
    ['if(load > 1, rate(octets), rate(errors))', 1, 'if(load > 1, delta(octets), delta(errors))', undefined],
  ])('%s', (text, scale, numerator, denominator) => {
    const parts = partsOf(coreOf(text));
    expect(parts.scale).toBe(scale);
    expect(parts.numerator).toEqual(coreOf(numerator));
    if (denominator !== undefined) expect(parts.denominator).toEqual(coreOf(denominator));
    expect(isRatio(coreOf(text))).toBe(true);
  });

  it.each(['delta(octets)', 'rate(octets) + 1', 'if(load > 1, rate(octets), 0)'])(
    '%s is not a ratio and has the denominator 1',
    (text) => {
      const core = coreOf(text);
      expect(partsOf(core)).toEqual({ scale: 1, numerator: core, denominator: { op: 'number', value: 1 } });
      expect(isRatio(core)).toBe(false);
    },
  );
});
