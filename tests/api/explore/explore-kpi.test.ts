import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomSequence } from '#demo/random.ts';
import type { DataLine, DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { TableSettings, tableRequest } from '#schemas/dashboard/dashlets/table.ts';
import type { DeviceEntry, InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import type { Series } from '#schemas/kpi/series.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import type { ExploreSearch } from '#web/features/explore/explore-search.ts';
import { filtersOfKpi } from '#web/features/explore/kpi/explored-kpi.ts';
import {
  earlierRequests,
  kpiRequests,
  requestIds,
  type KpiResults,
} from '#web/features/explore/kpi/kpi-requests.ts';
import { shownKpi } from '#web/features/explore/kpi/shown-kpi.ts';
import { savedDashlet } from '#web/features/explore/save/dashlet-of.ts';
import { rowTitle } from '#web/features/explore/shown-result.ts';
import type { ExploreText } from '#web/features/explore/texts/en.ts';

const HOUR = 3_600;
const WINDOW = 300;
const WINDOWS = HOUR / WINDOW;
/** A whole hour, some hours ago. */
const START = Math.floor(Date.now() / 1_000 / HOUR) * HOUR - 5 * HOUR;
const DEVICES = [80, 90] as const;
const PORTS = [81, 82, 83, 91, 92] as const;
const facts = libraryDirectory.get('itf_in_bps')!;
const text = ((key: string) => key) as unknown as ExploreText;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
/** Nearest rank. */
const percentile95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(0.95 * values.length) - 1]!;

describe('a KPI in the explorer', () => {
  let server: ServerUnderTest;
  let browser: Browser;
  let sites: readonly number[] = [];
  /** Values of the ports by window: those of the hour before, then those of the hour. */
  const values = new Map<number, readonly number[]>();

  const deviceOf = (port: number): number => (port < 90 ? 80 : 90);
  const keyNaive = {
    site: (port: number) => sites[deviceOf(port) === 80 ? 0 : 1]!,
    device: deviceOf,
    interface: (port: number) => port,
  } as const;

  beforeAll(async () => {
    // The store drops what is older than its retention, by its own clock.
    server = await openServer({ startsAt: Date.now() });
    const acme = server.customers.get('acme')!;
    const { devices, interfaces, sites: all } = server.inventory();
    sites = [...all.values()].filter(({ customer }) => customer === acme).map(({ id }) => id);
    const placed = (device: number) => ({
      customer: acme,
      site: sites[device === 80 ? 0 : 1]!,
      active: true,
    });
    for (const id of DEVICES)
      (devices as Map<number, DeviceEntry>).set(id, {
        ...placed(id),
        id,
        name: `router ${String(id)}`,
        address: '',
        vendor: 'Cisco',
        model: '',
        snmp: undefined,
        exporters: [],
        interfaces: PORTS.filter((port) => deviceOf(port) === id),
      });
    const chance = randomSequence(118);
    for (const id of PORTS) {
      (interfaces as Map<number, InterfaceEntry>).set(id, {
        ...placed(deviceOf(id)),
        id,
        name: `Gi0/${String(id)}`,
        device: deviceOf(id),
        alias: '',
        index: null,
        bandwidthInBps: null,
        bandwidthOutBps: null,
      });
      values.set(
        id,
        Array.from({ length: 2 * WINDOWS }, () => chance.integer(1, 1_000_000)),
      );
    }
    const rows = PORTS.flatMap((element) =>
      values.get(element)!.map((value, window) => ({
        customer: acme,
        site: keyNaive.site(element),
        element,
        kpi: kpis.itf_in_bps.id,
        at: START - HOUR + window * WINDOW,
        length: WINDOW,
        value,
        numerator: value * WINDOW,
        denominator: WINDOW,
      })),
    );
    await server.stack.clickhouse.insertRowBinary({
      table: 'measures',
      columns: Object.keys(measures.columns),
      rows: codecOf(measures).encode(rows),
    });
    await server.account({ username: 'reader', permissions: ['DASHBOARD.read'], customers: ['acme'] });
    browser = await server.signedIn('reader');
  });
  afterAll(() => server.close());

  const path = (remaining: string): string =>
    `/api/v1/customers/${String(server.customers.get('acme'))}${remaining}`;

  async function read(requests: readonly DataRequestInput[]): Promise<Record<string, DataResult>> {
    const response = await browser.send('POST', path('/data'), { body: { requests } });
    expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
    const lines = response.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as DataLine);
    expect(lines.filter(({ state }) => state === 'error')).toEqual([]);
    return Object.fromEntries(
      lines.flatMap((line) => (line.state === 'ready' ? [[line.id, line.result] as const] : [])),
    );
  }

  const search = (change: Partial<ExploreSearch>): ExploreSearch =>
    ({ by: [], keys: [], kpi: facts.key, from: START, to: START + HOUR, ...change }) as ExploreSearch;

  async function shown(change: Partial<ExploreSearch>) {
    const address = search(change);
    const { keys, filter = '' } = address;
    const requests = kpiRequests({ facts, keys, filters: filtersOfKpi(facts, filter)! }, address, 0);
    const results = (await read(requests)) as KpiResults;
    expect(Object.keys(results).toSorted()).toEqual(
      requestIds.filter((id) => keys.length > 0 || id.startsWith('total')).toSorted(),
    );
    const earlier = earlierRequests(requests, results);
    return shownKpi(
      { results, earlier: earlier.length === 0 ? {} : ((await read(earlier)) as KpiResults) },
      { kpi: facts, keys, customer: 1 },
      { text, language: 'en' },
    );
  }

  /** Sums of ports by window, of the hour or the one before. */
  const windowsOf = (ports: readonly number[], isBefore = false): readonly number[] =>
    Array.from({ length: WINDOWS }, (_, window) =>
      sum(ports.map((port) => values.get(port)![window + (isBefore ? 0 : WINDOWS)]!)),
    );

  it.each(['site', 'device', 'interface'] as const)(
    'by %s has the figures of a separate computation: values, 95th percentile, steps, others, total and the period before',
    async (key) => {
      const rows = key === 'interface' ? 3 : 1;
      const result = await shown({ keys: [key], rows, compare: 'previous' });
      const groups = [...Map.groupBy(PORTS, keyNaive[key])].map(([id, ports]) => ({
        id,
        ports,
        value: mean(windowsOf(ports)),
      }));
      const ranked = groups.toSorted((one, other) => other.value - one.value);
      const close = (found: readonly (number | null | undefined)[], right: readonly number[]) => {
        expect(found).toHaveLength(right.length);
        for (const [place, value] of right.entries()) expect(found[place]).toBeCloseTo(value, 4);
      };
      const check = (found: (typeof result.rows)[number] | typeof result.total, ports: readonly number[]) => {
        const windows = windowsOf(ports);
        const before = windowsOf(ports, true);
        close(found!.series, windows);
        close(found!.earlierSeries!, before);
        close(
          [found!.value, found!.p95, found!.maximum, found!.earlier],
          [mean(windows), percentile95(windows), Math.max(...windows), mean(before)],
        );
      };
      expect(result.rows.map(({ id }) => id)).toEqual(
        ranked.slice(0, rows).map(({ id }) => JSON.stringify([id])),
      );
      for (const [place, row] of result.rows.entries()) check(row, ranked[place]!.ports);
      check(result.total, PORTS);
      const left = ranked.slice(rows).flatMap(({ ports }) => ports);
      close([result.others!.value], [mean(windowsOf(left))]);
      close(result.others!.series, windowsOf(left));
      close([sum([...result.rows, result.others!].map(({ value }) => value!))], [result.total!.value!]);
      expect([result.isSum, result.unit, result.steps.length]).toEqual([true, 'bps', WINDOWS]);
    },
  );

  it('has the figures that the dashlet saved from it has, and those of the REST interface', async () => {
    const address = search({ keys: ['device'], view: 'table', filter: 'site = "acme one"' });
    const dashlet = savedDashlet(address, libraryDirectory);
    if (typeof dashlet === 'string') return expect.fail(dashlet);
    const query = tableRequest(TableSettings.parse(dashlet.settings));
    const { dashlet: table } = await read([
      { ...query, id: 'dashlet', from: START, to: START + HOUR } as DataRequestInput,
    ]);
    const { rows, total } = await shown(address);
    expect(rows).toHaveLength(1);
    expect(table!.rows.map((row) => row.values[0]![0])).toEqual(rows.map(({ value }) => value));
    const response = await browser.get(
      path(`/kpi/${facts.key}?from=${String(START)}&to=${String(START + HOUR)}&sites=${String(sites[0])}`),
    );
    const points = response.json<Series>().series.flatMap((series) => series.points);
    expect(points.map(([, value]) => value)).toEqual(total!.series);
  });

  it('filters by what it knows, and a row leads to itself and to all others', async () => {
    const { rows } = await shown({ keys: ['device'] });
    const only = rows.find(({ names }) => names[0] === 'router 80')!;
    expect([rowTitle(only), only.only, only.without]).toEqual([
      'router 80',
      'exporter = #80',
      'exporter != "router 80"',
    ]);
    const names = async (filter: string) =>
      (await shown({ keys: ['interface'], filter })).rows.map((row) => rowTitle(row)).toSorted();
    expect(await names(only.only!)).toHaveLength(3);
    expect(await names(only.without!)).toHaveLength(2);
    expect(await names('interface = "router 90 · Gi0/91"')).toEqual([
      expect.stringContaining('Gi0/91') as string,
    ]);
    expect(filtersOfKpi(facts, 'port = 443')).toBeUndefined();
  });
});
