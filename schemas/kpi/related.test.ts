import { describe, expect, it } from 'vitest';
import { kpis } from './library.ts';
import { MAX_RELATED_KPIS, relatedKpis } from './related.ts';

describe('the KPIs next to a KPI', () => {
  it('of a port are its utilisation, errors, discards and availability, without itself', () => {
    expect(relatedKpis('itf_in_util', 'interface')).toEqual([
      'itf_out_util',
      'itf_in_err',
      'itf_out_err',
      'itf_in_disc',
      'itf_out_disc',
      'itf_avail',
    ]);
    expect(relatedKpis('own_kpi', 'interface')).toHaveLength(MAX_RELATED_KPIS);
  });

  it.each(['device', 'tunnel', 'probe', 'peer'] as const)('of a %s are others of its kind', (kind) => {
    const found = relatedKpis('cpe_cpu', kind);
    expect(found.length).toBeGreaterThan(2);
    expect(found).not.toContain('cpe_cpu');
    for (const key of found) expect(kpis[key].element).toBe(kind);
  });
});
