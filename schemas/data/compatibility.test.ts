import { describe, expect, it } from 'vitest';
import { quantityKinds, overs } from '../kpi/algebra/quantity.ts';
import { hasAggregation, hasOver } from '../kpi/algebra/kind-rules.ts';
import { aggregations } from '../kpi/kpi.ts';
import {
  aggregatesElements,
  askableBy,
  incompatibility,
  listedAttribute,
  sharedAttributes,
  undefinedAggregations,
  type GroupableKpi,
  type RequestOrigin,
} from './compatibility.ts';

const port: GroupableKpi = { element: 'interface', ofFlows: false };
const traffic: GroupableKpi = { element: 'application', ofFlows: true };
const device: GroupableKpi = { element: 'device', ofFlows: false };

const by = (
  keys: RequestOrigin['keys'],
  kind: RequestOrigin['breakdown']['kind'] = 'all',
  conversationMode = false,
) => ({
  keys,
  breakdown: { kind },
  conversationMode,
});

describe('a KPI', () => {
  it.each([
    ['a total', port, by([], 'none'), undefined],
    ['values over time', port, by(['date'], 'none'), undefined],
    ['its own elements', port, by(['date', 'interface']), undefined],
    ['their parents', port, by(['site', 'device', 'interface'], 'top'), undefined],
    ['elements below it', device, by(['interface']), 'key attribute'],
    ['elements of another kind', port, by(['tunnel']), 'key attribute'],
    ['all keys without a key attribute', port, by(['date'], 'all'), 'breakdown'],
    ['no breakdown with a key attribute', port, by(['site'], 'none'), 'breakdown'],
    ['counters in conversation mode', port, by(['site'], 'all', true), 'conversation mode'],
    ['flows by application and class', traffic, by(['application', 'class'], 'top'), undefined],
    ['a list of applications', traffic, by(['application'], 'list'), undefined],
    ['a list of pairs', traffic, by(['site', 'application'], 'list'), 'breakdown'],
    ['conversations', traffic, by(['site', 'conversation'], 'top', true), undefined],
    ['conversations out of their mode', traffic, by(['conversation']), 'conversation mode'],
    ['flows by area', traffic, by(['area']), undefined],
    ['areas by application', traffic, by(['area', 'application']), 'key attribute'],
    ['areas in conversation mode', traffic, by(['area'], 'all', true), 'key attribute'],
  ] as const)('is compatible with a request, or not: %s', (_, kpi, requested, expected) => {
    expect(incompatibility(kpi, requested)).toBe(expected);
  });

  it('offers the attributes that it has values by', () => {
    expect(askableBy(port, false)).toEqual(['site', 'device', 'interface']);
    expect(askableBy(port, true)).toEqual([]);
    expect(askableBy(traffic, true)).toEqual(['site', 'application', 'class', 'conversation']);
    expect(sharedAttributes([port, device], false)).toEqual(['site', 'device']);
    expect(sharedAttributes([], false)).toEqual([]);
  });

  it('is listed by the ids of its innermost attribute', () => {
    expect(listedAttribute(port, ['date', 'site', 'device'])).toBe('device');
    expect(listedAttribute(traffic, ['class'])).toBe('class');
    expect(listedAttribute(port, ['date'])).toBeUndefined();
  });
});

describe('stated aggregations', () => {
  it.each(quantityKinds)('of a %s are undefined exactly where its kind does not have them', (kind) => {
    for (const aggregation of aggregations)
      for (const over of overs)
        expect(undefinedAggregations({ kind }, { aggregation, over })).toEqual([
          ...(hasAggregation(kind, aggregation) ? [] : [{ setting: 'aggregation', stated: aggregation }]),
          ...(hasOver(kind, over) ? [] : [{ setting: 'over', stated: over }]),
        ]);
  });

  it.each(quantityKinds)('of a %s are never undefined where the default is stated', (kind) => {
    expect(undefinedAggregations({ kind }, { aggregation: 'default', over: 'default' })).toEqual([]);
    expect(undefinedAggregations({ kind }, {})).toEqual([]);
  });
});

describe('values of several elements', () => {
  const top = (others: boolean) =>
    ({ kind: 'top', count: 5, rankedBy: 0, order: 'highest', others }) as const;
  it.each([
    ['one value for all interfaces', port, [], { kind: 'none' }, true],
    ['sites', port, ['date', 'site'], { kind: 'all' }, true],
    ['devices of interfaces', port, ['site', 'device'], { kind: 'all' }, true],
    ['interfaces', port, ['site', 'device', 'interface'], { kind: 'all' }, false],
    ['the first interfaces', port, ['interface'], top(false), false],
    ['the first interfaces and all others together', port, ['interface'], top(true), true],
    ['devices', device, ['device'], { kind: 'all' }, false],
    ['applications, whose flows add up', traffic, ['site'], { kind: 'all' }, false],
  ] as const)('are those of %s', (_, of, keys, breakdown, expected) => {
    expect(aggregatesElements(of, { keys, breakdown })).toBe(expected);
  });
});
