import { describe, expect, it } from 'vitest';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import type { ExploreText } from '../texts/en.ts';
import { chosenCustomers } from './chosen-customers.ts';
import { addsUp, filtersOfKpi, fitsKeys, isExplorable, keysOffered, rankOrder } from './explored-kpi.ts';
import { shownCustomers } from './shown-customers.ts';

const kpi = (key: string) => libraryDirectory.get(key)!;

describe('a KPI as the measure of the explorer', () => {
  it.each([
    ['itf_in_util', ['site', 'device', 'interface']],
    ['cpe_cpu', ['site', 'device']],
    ['app_bps', ['site', 'application', 'class', 'conversation']],
  ])('%s is grouped by %j', (key, keys) => {
    expect(keysOffered(kpi(key))).toEqual(keys);
  });

  it('is none that is a date, and every other one has values without and with each of its keys', () => {
    const offered = [...libraryDirectory.values()].filter(isExplorable);
    expect(offered.some(({ unit }) => unit === 'timestamp')).toBe(false);
    expect(offered.length).toBeGreaterThan(50);
    for (const each of offered)
      for (const keys of [[], ...keysOffered(each).map((key) => [key])])
        expect([each.key, keys, fitsKeys(each, keys)]).toEqual([each.key, keys, true]);
  });

  it('is stacked and has shares only where its values add up', () => {
    expect(['itf_in_bps', 'itf_in_util', 'itf_avail'].map((key) => addsUp(kpi(key)))).toEqual([
      true,
      false,
      false,
    ]);
    expect(['itf_in_util', 'itf_avail'].map((key) => rankOrder(kpi(key)))).toEqual(['highest', 'lowest']);
  });

  it.each([
    ['itf_in_bps', 'site = Lyon and exporter = #5', 2],
    ['itf_in_bps', 'interface = "router · Gi0/1"', 2],
    ['itf_in_bps', 'application = HTTPS', undefined],
    ['itf_in_bps', 'port = 443', undefined],
    ['app_bps', 'application = HTTPS', 1],
    ['app_bps', 'exporter = #5', undefined],
    ['itf_in_bps', 'site = Lyon or site = Lille', undefined],
  ])('%s takes the filter %j as %j filters', (key, filter, count) => {
    expect(filtersOfKpi(kpi(key), filter)?.length).toBe(count);
  });
});

describe('a KPI across customers', () => {
  const all = ['Acme', 'Globex', 'Initech'].map((name, index) => ({ id: index + 1, name }));
  it.each([
    ['', ['Acme', 'Globex', 'Initech']],
    ['customer in (acme, #3)', ['Acme', 'Initech']],
    ['customer != Acme and site = Lyon', ['Globex', 'Initech']],
    ['customer ~ ex', ['Globex']],
  ])('of the filter %j is that of %j', (filter, names) => {
    expect(chosenCustomers(all, kpi('itf_in_bps'), filter)?.customers.map(({ name }) => name)).toEqual(names);
  });

  const result = (value: number, steps: readonly number[], series: readonly (number | null)[]) =>
    ({
      rows: [{ key: [], values: steps.length > 0 ? [series] : [[value], [value], [value]] }],
      steps: steps.length > 0 ? steps : null,
      series: [],
    }) as unknown as DataResult;
  const customer = (
    id: number,
    value: number,
    steps: readonly number[],
    series: readonly (number | null)[],
  ) => ({
    ...all[id - 1]!,
    reply: {
      results: { total: result(value, [], []), totalSteps: result(0, steps, series) },
      earlier: {},
    },
  });
  const replies = [
    customer(1, 10, [0, 300], [5, 15]),
    customer(2, 30, [0, 300], [30, null]),
    customer(3, 20, [300, 600], [20, 20]),
  ];
  const text = ((key: string) => key) as unknown as ExploreText;

  it('ranks them, and adds up others and the total at the same steps where values add up', () => {
    const { rows, others, total, steps } = shownCustomers(replies, { kpi: kpi('itf_in_bps'), rows: 2 }, text);
    expect(rows.map(({ names }) => names[0])).toEqual(['Globex', 'Initech']);
    expect([others?.value, total?.value]).toEqual([10, 60]);
    expect(steps).toEqual([0, 300, 600]);
    expect(total?.series).toEqual([35, 35, 20]);
  });

  it('has no total of a ratio', () => {
    const { others, total } = shownCustomers(replies, { kpi: kpi('itf_in_util'), rows: 2 }, text);
    expect([others, total]).toEqual([null, null]);
  });
});
