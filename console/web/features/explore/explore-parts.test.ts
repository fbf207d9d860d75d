import { describe, expect, it } from 'vitest';
import { applicationOfFilter } from './save/application-of.ts';
import { plottedSeries } from './plotted-lines.ts';
import type { ShownValues } from './shown-result.ts';
import { filterOfRow, narrowed } from './row-names.ts';
import { placesOfChange } from './row-places.ts';
import { completed } from './use-completion.ts';

describe('a custom application of a filter', () => {
  it.each([
    ['port in (80, 443) and protocol = tcp', { ports: '80, 443', protocols: '6' }],
    ['address = 10.0.0.0/8 and dscp = EF', { addresses: '10.0.0.0/8', dscp: '46' }],
    ['port = 80 or port in (90, 91)', { ports: '80, 90, 91' }],
    ['port >= 9000 and protocol = udp', { ports: '9000-65535', protocols: '17' }],
    ['port > 65535', { obstacle: 'comparison', field: 'port' }],
    ['port = 80 and port = 90', { obstacle: 'twice', field: 'port' }],
    ['port = 80 or protocol = udp', { obstacle: 'alternatives' }],
    ['source-port = 80', { obstacle: 'field', field: 'source-port' }],
    ['port = 80 and site = Lyon', { obstacle: 'field', field: 'site' }],
    ['port != 80', { obstacle: 'negation' }],
    ['not (port = 80)', { obstacle: 'negation' }],
    ['port =', { obstacle: 'faulty' }],
    ['', { obstacle: 'nothing' }],
  ])('%j is %j', (filter, expected) => {
    expect(applicationOfFilter(filter)).toEqual(expected);
  });
});

describe('a row', () => {
  const key = [
    { dimension: 'site' as const, id: '3', name: 'Lyon', filter: 'Lyon' },
    { dimension: 'protocol' as const, id: '6', name: 'TCP', filter: 'tcp' },
  ];

  it('stands for a filter and its opposite, unless a part cannot be written', () => {
    expect(filterOfRow({ key }, false)).toBe('site = Lyon and protocol = tcp');
    expect(filterOfRow({ key }, true)).toBe('not (site = Lyon and protocol = tcp)');
    expect(filterOfRow({ key: key.slice(0, 1) }, true)).toBe('site != Lyon');
    expect(filterOfRow({ key: [{ ...key[0]!, filter: null }] }, false)).toBeUndefined();
  });

  it.each([
    ['', 'port = 1', 'port = 1'],
    ['site = Lyon', 'port = 1', 'site = Lyon and port = 1'],
    ['site = Lyon or site = Lille', 'port = 1', '(site = Lyon or site = Lille) and port = 1'],
  ])('narrows %j by %j to %j', (filter, by, expected) => {
    expect(narrowed(filter, by)).toBe(expected);
  });
});

it('a completion replaces the word at the cursor', () => {
  expect(completed('si', { from: 0, to: 2 }, 'site')).toEqual({ text: 'site ', cursor: 5 });
  expect(completed('port = 1 a', { from: 9, to: 10 }, 'and')).toEqual({ text: 'port = 1 and ', cursor: 13 });
  expect(completed('site = Ly and x', { from: 7, to: 9 }, 'Lyon')).toEqual({
    text: 'site = Lyon and x',
    cursor: 11,
  });
});

it.each([
  ['application', ['7'], ['Backup'], [{ kind: 'application', id: 'n7', customer: 1 }]],
  ['exporter', ['5'], ['edge-1'], [{ kind: 'device', id: 5, customer: 1 }]],
  ['site-pair', ['3', '0'], ['Lyon', null], [{ kind: 'site', id: 3, customer: 1 }, undefined]],
  ['source-address', ['10.0.0.1'], ['10.0.0.1'], [undefined]],
] as const)(
  'a value of %s that moved leads to the pages of its elements',
  (dimension, values, names, places) => {
    expect(placesOfChange({ dimension, values: [...values], names: [...names] }, 1)).toEqual(places);
  },
);

describe('the lines of a result', () => {
  const values = (series: number[], sent: number[] | null = null): ShownValues => ({
    value: 0,
    sent: null,
    maximum: 3,
    p95: 3,
    series,
    sentSeries: sent,
    earlier: null,
    earlierSeries: null,
  });
  const result = (rows: ShownValues[], total: ShownValues) => ({ rows, others: null, total, steps: [0, 1] });
  const heights = (...given: Parameters<typeof plottedSeries>) =>
    plottedSeries(...given).map((line) => line.values);

  it('are stacked with the highest first, so that each is drawn over what is above it', () => {
    const of = result([values([1, 2]), values([3, 4])], values([4, 6]));
    expect(heights(of, { isStacked: true, bothWays: false, p95: false })).toEqual([
      [4, 6],
      [1, 2],
    ]);
  });

  it('have what left the sites below the axis, and the 95th percentile across', () => {
    const of = result([values([5, 6], [2, 1])], values([5, 6], [2, 1]));
    expect(heights(of, { isStacked: false, bothWays: true, p95: true })).toEqual([
      [3, 5],
      [-2, -1],
      [3, 3],
    ]);
  });
});
