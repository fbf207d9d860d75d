import { describe, expect, it } from 'vitest';
import { productNames } from '../kpi/formulas.ts';
import { compileProgram } from './compile.ts';
import { coreText } from './core-text.ts';
import { parseFormula } from './parse.ts';
import { ratePartsOf } from './parts.ts';
import { programOf } from './program.ts';
import { resolveFormula } from './resolve.ts';
import { measuredValue } from './value.ts';

function coreOf(formula: string) {
  const parsed = parseFormula(formula);
  if (!parsed.ok) throw new Error(parsed.fault.reason);
  const resolved = resolveFormula(parsed.tree, productNames);
  if (!resolved.ok) throw new Error(resolved.fault.reason);
  return resolved.core;
}

function partsOf(formula: string) {
  const { scale, numerator, denominator } = ratePartsOf(coreOf(formula));
  return [scale, coreText(numerator), coreText(denominator)];
}

/** Of a window of 300 s: an octet counter with 6,000 in 150 s, up for 75 s of it, on a line of 1,000 bit/s. */
const known: Readonly<Record<string, number>> = {
  'delta in_octets': 6_000,
  'seconds in_octets': 150,
  'held oper_up': 75,
  'seconds oper_up': 150,
  'latest speed': 1_000,
  'property window': 300,
};

describe('a rate', () => {
  it.each([
    [
      'of a counter is its volume by the observed time',
      '8 * rate(in_octets)',
      '8 * delta(in_octets)',
      'seconds(in_octets)',
    ],
    ['of sums is divided by the window', '8 * sum(nu_bytes_in) / window', '8 * sum(nu_bytes_in)', 'window'],
    [
      'that is measured as such is that of its window',
      '1000 * avg(cv_rx_kbps)',
      '((1000 * sum(cv_rx_kbps)) / count(cv_rx_kbps)) * window',
      'window',
    ],
    ['of a gauge is that of its window', 'fo_rx_bandwidth', 'last(fo_rx_bandwidth) * window', 'window'],
    [
      'of alternatives in time keeps them',
      'coalesce(rate(in_octets), rate(out_octets))',
      'if(present(delta(in_octets) / seconds(in_octets)), delta(in_octets), delta(out_octets))',
      'if(present(delta(in_octets) / seconds(in_octets)), seconds(in_octets), seconds(out_octets))',
    ],
  ])('%s', (_, formula, numerator, denominator) => {
    const [scale, volume, time] = partsOf(formula);
    expect(scale).toBe(1);
    expect([volume, time]).toEqual([numerator, denominator]);
  });

  it.each([
    ['8 * rate(in_octets)', 320],
    ['8 * rate(in_octets) + speed', 1_320],
    ['share(oper_up) * rate(in_octets)', 20],
    ['delta(in_octets)', 6_000],
    ['if(speed > 0, rate(in_octets), delta(in_octets))', 40],
    ['rate(in_octets) / share(oper_up)', 80],
  ])('that mixes kinds, such as %s, has the value of its formula over a time', (formula, value) => {
    const { scale, numerator, denominator } = ratePartsOf(coreOf(formula));
    const compute = compileProgram(programOf([numerator, denominator]), {
      block: 1,
      fills:
        ({ take, name }) =>
        (out) =>
          out.fill(known[`${take} ${name}`] ?? Number.NaN, 0, 1),
    });
    const [volume, time] = compute(0, 1).map(([first]) => first!);
    expect([150, 300]).toContain(time);
    expect(measuredValue({ scale }, volume!, time!)).toBe(value);
  });
});
