import { foldForSearch } from '../search/fold.ts';
import { describe, expect, it } from 'vitest';
import { parseInput } from '../problem/input-faults.ts';
import { DataRequest, inZone } from './data-request.ts';
import { DataCall } from './routes.ts';
import { Predicate, predicateTest } from './element-filter.ts';

const requested = { id: 'a', series: [{ kpi: 'itf_in_util' }], from: 0, to: 300 };

describe('a data request', () => {
  it('has defaults for what it does not state', () => {
    expect(DataCall.parse({ requests: [requested] }).requests[0]).toMatchObject({
      series: [{ aggregation: 'default', percentile: 95 }],
      keys: [],
      breakdown: { kind: 'none' },
      businessHours: '24h',
      filters: [],
    });
  });

  it.each([
    ['no request', [], 'requests', 'REQUIRED'],
    ['two requests of the same id', [requested, requested], 'requests', 'NOT_UNIQUE'],
    ['no series', [{ ...requested, series: [] }], 'requests.0.series', 'REQUIRED'],
    ['a reversed period', [{ ...requested, from: 600 }], 'requests.0.from', 'START_AFTER_END'],
    ['an empty period', [{ ...requested, from: 300 }], 'requests.0.from', 'START_AFTER_END'],
    ['a value that is no number', [{ ...requested, from: Number.NaN }], 'requests.0.from', 'TYPE_INVALID'],
    [
      'more than 30 of a top breakdown',
      [{ ...requested, breakdown: { kind: 'top', count: 31 } }],
      'requests.0.breakdown.count',
      'TOP_TOO_LARGE',
    ],
    [
      'a comparison of values without steps',
      [{ ...requested, comparison: 'week' }],
      'requests.0.comparison',
      'INPUT_INVALID',
    ],
    ['a zone without a name', [{ ...requested, timeZone: '' }], 'requests.0.timeZone', 'REQUIRED'],
  ] as const)('is rejected with %s', (_, requests, path, code) => {
    const parsed = parseInput(DataCall, { requests });
    expect(parsed.ok ? [] : parsed.faults.map((fault) => [fault.path, fault.code])).toEqual([[path, code]]);
  });

  it.each([
    [undefined, 'Asia/Kolkata', undefined],
    ['Europe/Paris', 'Europe/Paris', undefined],
    // Of a newer browser, or a stored document.
    ['Mars/Base', 'Asia/Kolkata', 'Mars/Base'],
    ['+02:00', 'Asia/Kolkata', '+02:00'],
  ])('is read in a zone that is known: %s in %s', (timeZone, known, unknownZone) => {
    const request = DataRequest.parse({ ...requested, timeZone });
    expect(inZone(request, 'Asia/Kolkata')).toEqual({
      ...request,
      timeZone: known,
      ...(unknownZone !== undefined && { unknownZone }),
    });
  });
});

describe('a predicate', () => {
  it.each([
    ['contains', ['yon'], 'Lyon', true],
    ['contains', ['YÓN', 'x'], 'lyon', true],
    ['contains', ['a'], undefined, false],
    ['equals', ['lyon', 'paris'], 'Paris', true],
    ['equals', ['par'], 'Paris', false],
    ['exists', [], 'Paris', true],
    ['exists', [], '', false],
    ['notcontains', ['ris', 'x'], 'Paris', false],
    ['notcontains', ['x'], undefined, true],
    ['notequals', ['paris'], 'Paris', false],
    ['notequals', ['par'], 'Paris', true],
    ['notexists', [], undefined, true],
  ] as const)('%s %j of %j is %s', (operator, values, value, expected) => {
    const holds = predicateTest({ property: 'city', operator, values: [...values] });
    expect(holds(foldForSearch(value ?? ''))).toBe(expected);
  });

  it('needs a value unless it tests existence', () => {
    expect(Predicate.safeParse({ property: 'city', operator: 'equals' }).success).toBe(false);
    expect(Predicate.safeParse({ property: 'city', operator: 'exists' }).success).toBe(true);
  });
});
