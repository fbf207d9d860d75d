import { describe, expect, it } from 'vitest';
import { libraryDirectory as kpis } from '#schemas/kpi/directory.ts';
import { aResult } from '../../testing/documents.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { markQuery } from './mark-query.ts';

const site = { element: 'site' as const, ids: [4] };
const requested = (part: Partial<DataRequestInput>): DataRequestInput => ({
  id: 'd1',
  series: [{ kpi: 'itf_in_util' }],
  keys: ['date', 'interface'],
  from: 0,
  to: 3_600,
  breakdown: { kind: 'all' },
  filters: [site],
  ...part,
});
const elementsOf = (part: Partial<DataRequestInput>, marks: ('alarms' | 'silences')[] = ['alarms']) => {
  const request = requested(part);
  return markQuery({ marks, kpis }, request, aResult(request))?.elements;
};

describe('marks are requested', () => {
  it('of the elements of the rows', () => {
    expect(elementsOf({})).toEqual([
      { element: 'interface', filters: [site, { element: 'interface', ids: [1, 2, 3, 4, 5] }] },
    ]);
  });

  it('of the elements of a row and of those whose values it shows', () => {
    const rows = { element: 'site', ids: [1, 2, 3, 4, 5] };
    expect(elementsOf({ keys: ['date', 'site'] })).toEqual([
      { element: 'site', filters: [rows] },
      { element: 'interface', filters: [site, rows] },
    ]);
  });

  it('of all that the filters leave where a line is about everything', () => {
    expect(elementsOf({ keys: ['date'], breakdown: { kind: 'none' } })).toEqual([
      { element: 'interface', filters: [site] },
    ]);
  });

  it('of the last 92 days where a period is longer', () => {
    const day = 86_400;
    const request = requested({ from: 0, to: 400 * day });
    const result = { ...aResult(request), from: request.from };
    const prompt = markQuery({ marks: ['alarms'], kpis }, request, result);
    expect([prompt?.from, prompt?.to]).toEqual([(400 - 92) * day, 400 * day]);
  });

  it('only where a chart has some', () => {
    expect(elementsOf({}, [])).toBeUndefined();
  });
});
