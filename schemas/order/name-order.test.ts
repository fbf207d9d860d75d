import { describe, expect, it } from 'vitest';
import { compareNames, inNameOrder } from './name-order.ts';

describe('the order of names', () => {
  it.each([
    ['ignores capitals', ['CPE', 'Capacity', 'bgp'], ['bgp', 'Capacity', 'CPE']],
    ['has accented letters beside plain ones', ['Zone', 'Été', 'Essai'], ['Essai', 'Été', 'Zone']],
    ['counts numbers', ['Gi0/10', 'Gi0/9', 'Gi0/1'], ['Gi0/1', 'Gi0/9', 'Gi0/10']],
    ['separates names that differ by case only', ['NOC', 'noc'], ['noc', 'NOC']],
  ])('%s', (_, names, ordered) => {
    expect(inNameOrder(names, (name) => name)).toEqual(ordered);
  });

  it('is the same for French readers', () => {
    const french = new Intl.Collator('fr', { numeric: true });
    const names = ['côte', 'coté', 'cote', 'côté', 'Cote', 'œuvre', 'OFDM', 'zèle', 'Zele'];
    expect(names.toSorted(compareNames)).toEqual(names.toSorted((one, other) => french.compare(one, other)));
  });
});
