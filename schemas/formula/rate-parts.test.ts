import { describe, expect, it } from 'vitest';
import { productNames } from '../kpi/formulas.ts';
import { coreText } from './core-text.ts';
import { parseFormula } from './parse.ts';
import { ratePartsOf } from './parts.ts';
import { resolveFormula } from './resolve.ts';

function partsOf(formula: string) {
  const parsed = parseFormula(formula);
  if (!parsed.ok) throw new Error(parsed.fault.reason);
  const resolved = resolveFormula(parsed.tree, productNames);
  if (!resolved.ok) throw new Error(resolved.fault.reason);
  const { scale, numerator, denominator } = ratePartsOf(resolved.core);
  return [scale, coreText(numerator), coreText(denominator)];
}

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
});
