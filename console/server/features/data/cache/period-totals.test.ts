import { describe, expect, it } from 'vitest';
import { formulaOf } from '#schemas/kpi/formulas.ts';
import { kpis, type KpiKey } from '#schemas/kpi/library.ts';
import type { StatementPart } from '../sql/statement-part.ts';
import { totalsKey } from './period-totals.ts';

const period = { from: 0, to: 600, finalUntil: 600, request: {} };

const common = {
  customer: 1,
  from: 0,
  to: 600,
  working: '5m',
  display: '5m',
  timeZone: 'UTC',
  sites: undefined,
} as const;

/** Traffic in one value, of a KPI whose formula reads bytes. */
function flowsOf(key: KpiKey): StatementPart {
  const parts = formulaOf(key, 'flow');
  const { kind } = { kind: 'gauge' as const, ...kpis[key] };
  if (parts === undefined) throw new Error(`${key} has no formula of flows`);
  return {
    of: 'flows',
    isComplete: true,
    values: { ...common, keys: ['none'], applications: undefined },
    results: [{ aggregation: 'average', level: 0.95, parts, kind }],
  };
}

const ratioOf = (scale: number): StatementPart => ({
  of: 'elements',
  way: 'ratio',
  results: [{ aggregation: 'average', level: 0.95 }],
  values: {
    ...common,
    kpi: 7,
    scale,
    strategy: 'after spatial and temporal',
    own: 'average',
    kind: 'ratio',
    over: 'weighted',
    by: 'none',
    elements: undefined,
  },
});

describe('values that are merged from the same steps', () => {
  it('are shared by requests of the same value', () => {
    expect(totalsKey(period, 'steps', [flowsOf('app_bps')])).toBe(
      totalsKey(period, 'steps', [flowsOf('app_bps')]),
    );
  });

  it.each<[string, string, string]>([
    [
      'another formula over the same counters',
      totalsKey(period, 'steps', [flowsOf('app_bps')]),
      totalsKey(period, 'steps', [flowsOf('app_bytes')]),
    ],
    ['another scale', totalsKey(period, 'steps', [ratioOf(100)]), totalsKey(period, 'steps', [ratioOf(8)])],
    [
      'another period',
      totalsKey(period, 'steps', [ratioOf(100)]),
      totalsKey({ ...period, from: 300 }, 'steps', [ratioOf(100)]),
    ],
    [
      'other closed windows',
      totalsKey(period, 'steps', [ratioOf(100)]),
      totalsKey({ ...period, finalUntil: 300 }, 'steps', [ratioOf(100)]),
    ],
    [
      'a period that extends no earlier one',
      totalsKey(period, 'steps', [ratioOf(100)]),
      totalsKey({ ...period, request: { since: 300 } }, 'steps', [ratioOf(100)]),
    ],
  ])('are made apart for %s', (_, one, other) => {
    expect(one).not.toBe(other);
  });
});
