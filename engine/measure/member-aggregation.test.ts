import { describe, expect, it } from 'vitest';
import type { QuantityKind, Over } from '#schemas/kpi/algebra/quantity.ts';
import type { Strategy } from '#schemas/kpi/kpi.ts';
import { memberAggregationOf } from './member-aggregation.ts';

const AFTER = 'after spatial and temporal';
const BEFORE = 'before any aggregation';

describe('the value of an area', () => {
  it.each<readonly [string, QuantityKind, Strategy, Over | undefined, string]>([
    ['adds up volumes', 'counter', BEFORE, undefined, 'sum'],
    ['adds up volumes of rates, and counts their time once', 'rate', AFTER, undefined, 'rate'],
    ['adds up rates that are computed before any aggregation', 'rate', BEFORE, undefined, 'sum'],
    ['adds numerators and denominators of ratios', 'ratio', 'after spatial', undefined, 'parts'],
    ['is that of the worst member where the KPI says so', 'ratio', AFTER, 'maximum', 'maximum'],
    ['is the share of the time in a state', 'state', AFTER, undefined, 'parts'],
    ['is the mean of gauges', 'gauge', BEFORE, undefined, 'average'],
    ['adds up counts', 'count', BEFORE, undefined, 'sum'],
    ['is the lowest score', 'score', BEFORE, undefined, 'minimum'],
    ['is the newest time stamp', 'time', BEFORE, undefined, 'maximum'],
  ])('%s', (_, kind, strategy, over, expected) => {
    expect(memberAggregationOf({ kind, strategy, ...(over !== undefined && { over }) })).toBe(expected);
  });
});
