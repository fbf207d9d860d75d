import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DataLine, DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { ElementFilter } from '#schemas/data/element-filter.ts';
import type { DeviceEntry, InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { DashboardDocument } from '#schemas/dashboard/document.ts';
import { applicationName } from '#schemas/application/application-name.ts';
import { CUSTOM_ENGINE } from '#schemas/application/definition.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { ElementQuery } from '#schemas/data/element-routes.ts';
import { matchingElements } from '#server/features/data/elements/matching-elements.ts';
import { requestsOf } from '#schemas/dashboard/document-requests.ts';
import { starters } from '#schemas/dashboard/starter/starters.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import { stepStart } from '#schemas/time/zoned-steps.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import { request, type ClientRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { flowCodec, flowRow } from '#tests/fixtures/writer-rows.ts';
import { hiddenClusters } from '#server/features/data/elements/hidden-clusters.ts';
import {
  ORIGIN,
  openServer,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';
import { atNight } from '#tests/gate/at-night.ts';

const HOUR = 3_600;
/** A whole hour, some hours ago. */
const START = Math.floor(Date.now() / 1_000 / HOUR) * HOUR - 5 * HOUR;
const DEVICES = [80, 90] as const;
/** Two ports on each device; each device is at a site of its own. */
const PORTS = [81, 82, 91, 92] as const;
const LONE_PORT = 71;
const AREA = 61;
const HTTPS = 3 * 2 ** 32 + 443;

/** What happens to statements for values before they run. */
let hold: (sql: string, customer: unknown) => Promise<string> = (sql) => Promise.resolve(sql);
const held = (clickhouse: ClickHouse): ClickHouse => ({
  ...clickhouse,
  measured: async (sql, parameters, options) =>
    clickhouse.measured(await hold(sql, parameters?.['customer']), parameters, options),
});

describe('data requests', () => {
  let server: ServerUnderTest;
  let browser: Browser;
  let sites: readonly number[];
  const of = (clientId: string): number => server.customers.get(clientId)!;

  const call = (requests: readonly unknown[], clientId = 'acme', user = browser) =>
    user.send('POST', `/api/v1/customers/${String(of(clientId))}/data`, { body: { requests } });
  const linesOf = async (requests: readonly unknown[], user = browser): Promise<readonly DataLine[]> =>
    (await call(requests, 'acme', user)).body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as DataLine);
  const requested = (changes: Partial<DataRequestInput> = {}): DataRequestInput => ({
    id: 'one',
    series: [{ kpi: 'itf_in_bps' }],
    from: START,
    to: START + HOUR,
    ...changes,
  });
  const resultOf = async (request: Partial<DataRequestInput>, user = browser): Promise<DataResult> => {
    const line = (await linesOf([requested(request)], user)).find(({ state }) => state === 'ready');
    return line?.state === 'ready' ? line.result : expect.fail('no result');
  };
  const codeOf = async (request: Partial<DataRequestInput>, user = browser): Promise<string> => {
    const line = (await linesOf([requested(request)], user)).find(({ state }) => state === 'error');
    return line?.state === 'error' ? line.problem.code : 'none';
  };
  const userOfFirstSite = async (username: string): Promise<Browser> => {
    const { db } = server.stack;
    const account_id = await server.account({
      username,
      permissions: ['DASHBOARD.read'],
      customers: ['acme'],
    });
    await db
      .insertInto('account_restriction')
      .values({ account_id, customer_id: of('acme') })
      .execute();
    await db.insertInto('account_site').values({ account_id, site_id: sites[0]! }).execute();
    return server.signedIn(username);
  };
  const idsOf = ({ rows }: DataResult) => rows.map(({ key }) => key.map(({ id }) => id));

  /** Closes a window, and waits until the server knows. */
  async function announce(source: 'samples' | 'flows', start: number): Promise<void> {
    const notice = { granularity: '5m', start, length: 300, watermark: start * 1_000 };
    for (const customer of [of('globex'), of('acme')])
      server.stack.bus.publish(
        subjects.live(customer, 'window'),
        JSON.stringify({ customer, of: source, ...notice }),
      );
    const kpi = source === 'flows' ? 'app_bytes' : 'itf_in_bps';
    const nothingNew = requested({ series: [{ kpi }], keys: ['date'], since: 2 ** 31 });
    await eventually(async () => {
      const line = (await linesOf([nothingNew]))[0];
      return line?.state === 'ready' && line.result.version === start + 300 ? true : undefined;
    });
  }

  const siteOf = (clientId: string): number =>
    [...server.inventory().sites.values()].find(({ customer }) => customer === of(clientId))?.id ?? 0;

  /** The only router of another customer, with one port. */
  function addLoneRouter(): void {
    const placed = { customer: of('globex'), site: siteOf('globex'), active: true };
    const { devices, interfaces } = server.inventory();
    (devices as Map<number, DeviceEntry>).set(LONE_PORT - 1, {
      ...placed,
      id: LONE_PORT - 1,
      name: 'lone',
      address: '',
      vendor: 'Cisco',
      model: '',
      snmp: undefined,
      exporters: [],
      interfaces: [LONE_PORT],
    });
    (interfaces as Map<number, InterfaceEntry>).set(LONE_PORT, {
      ...placed,
      id: LONE_PORT,
      name: 'Gi0/0',
      device: LONE_PORT - 1,
      alias: '',
      index: null,
      bandwidthInBps: null,
      bandwidthOutBps: null,
    });
  }

  async function addMeasures(): Promise<void> {
    const row = (element: number, window: number, numerator: number) => ({
      customer: of('acme'),
      site: sites[element < 90 ? 0 : 1]!,
      element,
      kpi: kpis.itf_in_bps.id,
      at: START + window * 300,
      length: 300,
      value: numerator,
      numerator,
      denominator: 1,
    });
    await server.stack.clickhouse.insertRowBinary({
      table: 'measures',
      columns: Object.keys(measures.columns),
      rows: codecOf(measures).encode([
        // Port n of four has the values n · 10 and n · 20.
        ...PORTS.flatMap((port, index) => [row(port, 0, (index + 1) * 10), row(port, 1, (index + 1) * 20)]),
        { ...row(81, 0, 9_999), customer: of('globex') },
        // An area of both sites: it counts its members once more, and is neither port nor site.
        { ...row(AREA, 0, 5_000), site: 0 },
        { ...row(LONE_PORT, 0, 50), customer: of('globex'), site: siteOf('globex') },
      ]),
    });
  }

  async function addFlows(): Promise<void> {
    const [here = 0, there = 0] = sites;
    const row = (bytes: number, changes: object = {}) => ({
      ...flowRow(0, START * 1_000 + 60_000),
      customer: of('acme'),
      site: here,
      exporter: 80,

      direction: 0,
      duplicate: 0,
      source_site: here,
      destination_site: there,
      application: BigInt(HTTPS),
      bytes: BigInt(bytes),
      packets: 1n,
      dscp: 46,
      ...changes,
    });
    await server.stack.clickhouse.insertRowBinary({
      table: 'flows',
      columns: Object.keys(flows.columns),
      rows: flowCodec.encode([row(6_000), row(3_000, { application: 0n, destination_site: 0, dscp: 0 })]),
    });
  }

  beforeAll(async () => {
    server = await openServer({ withStore: held });
    await server.account({ username: 'reader', permissions: ['DASHBOARD.read'], customers: ['acme'] });
    await server.account({ username: 'outsider', permissions: ['ALERT.read'], customers: ['acme'] });
    const inventory = server.inventory();
    sites = [...inventory.sites.values()].flatMap(({ id, customer }) =>
      customer === of('acme') ? [id] : [],
    );
    const placed = (device: number) => ({
      customer: of('acme'),
      site: sites[device === 80 ? 0 : 1]!,
      active: true,
    });
    for (const id of DEVICES)
      (inventory.devices as Map<number, DeviceEntry>).set(id, {
        ...placed(id),
        id,
        name: `router ${String(id)}`,
        address: '',
        vendor: 'Cisco',
        model: '',
        snmp: undefined,
        exporters: [],
        interfaces: [id + 1, id + 2],
      });
    for (const id of PORTS)
      (inventory.interfaces as Map<number, InterfaceEntry>).set(id, {
        ...placed(id < 90 ? 80 : 90),
        id,
        name: `Gi0/${String(id)}`,
        device: id < 90 ? 80 : 90,
        alias: id % 2 === 0 ? 'uplink' : '',
        index: null,
        bandwidthInBps: null,
        bandwidthOutBps: null,
      });
    addLoneRouter();
    await addMeasures();
    await addFlows();
    browser = await server.signedIn('reader');
    for (const source of ['samples', 'flows'] as const) await announce(source, START + 4 * HOUR);
  });
  afterAll(() => server.close());

  it('of a page are served by one call, each as it completes, and a failing one spoils no other', async () => {
    const lines = await linesOf([
      requested({ id: 'total' }),
      requested({ id: 'unknown', series: [{ kpi: 'no_such_kpi' }] }),
      requested({ id: 'same' }),
    ]);
    expect(lines.at(-1)).toEqual({ state: 'end' });
    expect(lines.filter(({ state }) => state === 'running')).toHaveLength(2);
    const byId = new Map(lines.flatMap((line) => ('id' in line ? [[line.id, line] as const] : [])));
    expect(byId.get('unknown')).toMatchObject({
      state: 'error',
      problem: { code: 'DASHLET_KPI_UNKNOWN', status: 404, title: 'The KPI no_such_kpi no longer exists.' },
    });
    expect(byId.get('total')).toMatchObject({
      result: {
        series: [{ kpi: 'itf_in_bps', aggregation: 'average', unit: 'bps' }],
        working: '5m',
        display: '5m',
        from: START,
        to: START + HOUR,
        steps: null,
        rowCount: 1,
        rows: [{ key: [], values: [[150]] }],
        sources: ['samples'],
      },
    });
    expect(byId.get('same')).toMatchObject({ state: 'ready' });
  });

  describe('of every document that an installation starts with', () => {
    const requests = starters.flatMap(({ key, document }) => {
      const parsed = DashboardDocument.parse(document);
      const minutes = parsed.period.kind === 'last' ? parsed.period.minutes : 0;
      const period = { from: START + HOUR - minutes * 60, to: START + HOUR };
      return requestsOf(parsed, { period, timeZone: 'Europe/Paris' }).map((each) =>
        'request' in each ? { ...each.request, id: `${key} ${each.dashlet}` } : expect.fail(key),
      );
    });
    /** Dashlets with values; one that fails for more than a lack of values fails the test. */
    const readyOf = (lines: readonly DataLine[]): readonly string[] =>
      lines.flatMap((line) => {
        if (line.state === 'error' && line.problem.code !== 'DASHLET_NO_DATA')
          expect.fail(`${line.id} ${line.problem.code}`);
        return line.state === 'ready' ? [line.id] : [];
      });

    it('get a response, with values or without', async () => {
      expect(requests.length).toBeGreaterThan(60);
      const ready = readyOf(await linesOf(requests));
      expect(ready).toEqual(expect.arrayContaining(['sites d5', 'top-talkers d4', 'home-service d7']));
    });

    atNight(
      'are answered for a network of one router: what it does not have is empty, nothing fails',
      async () => {
        await server.account({ username: 'solo', permissions: ['DASHBOARD.read'], customers: ['globex'] });
        const user = await server.signedIn('solo');
        const { body } = await call(requests, 'globex', user);
        const lines = body.trimEnd().split('\n');
        const ready = readyOf(lines.map((line) => JSON.parse(line) as DataLine));
        // Its port has sent bytes: pages that show them have something to show.
        expect(ready).toEqual(
          expect.arrayContaining(['sites d5', 'wan d3', 'capacity d5', 'home-service d6']),
        );
        expect(lines.at(-1)).toBe('{"state":"end"}');
      },
    );
  });

  it('have several aggregations over time, a value for each step or none', async () => {
    const { steps, rows } = await resultOf({
      series: [
        { kpi: 'itf_in_bps', aggregation: 'maximum' },
        { kpi: 'itf_in_bps', aggregation: 'minimum' },
        { kpi: 'itf_in_bps', aggregation: 'percentile', percentile: 50 },
      ],
      keys: ['date', 'interface'],
      breakdown: { kind: 'list', ids: [92] },
      to: START + 900,
    });
    expect(steps).toEqual([START, START + 300, START + 600]);
    expect(rows).toEqual([
      {
        key: [{ attribute: 'interface', id: 92, name: 'router 90 · Gi0/92' }],
        values: [
          [40, 80, null],
          [40, 80, null],
          [40, 80, null],
        ],
      },
    ]);
  });

  it('have the aggregations of their kinds only; those of a stored document are replaced, and the result says so', async () => {
    const undefinedOnes = [
      [
        { kpi: 'itf_in_bps', aggregation: 'sum' },
        { aggregation: 'average', over: 'sum', replaced: ['sum'] },
      ],
      [
        { kpi: 'itf_in_bps', over: 'average' },
        { aggregation: 'average', over: 'sum', replaced: ['average'] },
      ],
      [
        { kpi: 'itf_in_bps', aggregation: 'sum', over: 'weighted' },
        { aggregation: 'average', over: 'sum', replaced: ['sum', 'weighted'] },
      ],
    ] as const;
    for (const [series, found] of undefinedOnes) {
      expect(await codeOf({ series: [series] })).toBe('AGGREGATION_UNDEFINED');
      const stored = await resultOf({ series: [series], stored: true });
      expect(stored.series).toMatchObject([found]);
      const own = await resultOf({ series: [{ kpi: series.kpi }] });
      expect(stored.rows).toEqual(own.rows);
      expect(own.series[0]?.replaced).toBeUndefined();
    }
  });

  atNight('are compared with an earlier period, at the same places and of the same keys', async () => {
    const top = { kind: 'top', count: 1, rankedBy: 0, order: 'highest', others: false } as const;
    const over300 = { keys: ['date', 'interface'], breakdown: top, comparison: 'previous' } as const;
    const { rows, steps, earlier } = await resultOf({
      ...over300,
      keys: [...over300.keys],
      from: START + 300,
      to: START + 900,
    });
    // Two steps against the two before: the first of them is before the first measure.
    expect([steps, earlier]).toEqual([
      [START + 300, START + 600],
      { steps: [START - 300, START], retained: true },
    ]);
    expect(rows).toMatchObject([{ key: [{ id: 92 }], values: [[80, null]], earlier: [[null, 40]] }]);
    const day = await resultOf({ keys: ['date'], comparison: 'day', to: START + 600 });
    expect(day.rows).toMatchObject([{ earlier: [[null, null]] }]);
    expect(day.earlier?.steps).toEqual([START - 24 * HOUR, START - 23 * HOUR - 55 * 60]);
  });

  atNight('say that the period to compare with is no longer stored', async () => {
    // Percentiles of their own need the values, which are retained for 31 days.
    const from = Math.floor(server.clock.now().getTime() / 1_000) - 20 * 24 * HOUR;
    const { rows, earlier } = await resultOf({
      series: [{ kpi: 'itf_in_bps', aggregation: 'percentile', percentile: 42 }],
      keys: ['date'],
      comparison: 'previous',
      working: '5m',
      display: '1d',
      from,
    });
    expect([rows[0]?.values[0]?.at(-1), rows[0]?.earlier, earlier?.retained]).toEqual([
      100,
      undefined,
      false,
    ]);
  });

  it('break down by elements and their parents', async () => {
    const keys = ['site', 'device', 'interface'] as const;
    const { rows } = await resultOf({ keys: [...keys], breakdown: { kind: 'all' } });
    expect(rows.map(({ key }) => key.map(({ name }) => name))).toContainEqual([
      'acme one',
      'router 80',
      'Gi0/81',
    ]);
    const byDevice = await resultOf({ keys: ['device'], breakdown: { kind: 'all' } });
    expect(byDevice.rows.map(({ key, values }) => [key[0]!.id, values])).toEqual([
      [80, [[45]]],
      [90, [[105]]],
    ]);
    const bySite = await resultOf({ keys: ['site'], breakdown: { kind: 'list', ids: [sites[1]!] } });
    expect(bySite.rows).toMatchObject([{ key: [{ id: sites[1] }], values: [[105]] }]);
  });

  it('name deleted elements as they were last called, and say that they are deleted', async () => {
    const { db, clickhouse } = server.stack;
    const add = async (kind: 'site' | 'device' | 'interface', parent_id: number | null, name: string) => {
      const row = { customer_id: of('acme'), kind, parent_id, name };
      const added = db.insertInto('network_element').values(row).returning('id');
      return (await added.executeTakeFirstOrThrow()).id;
    };
    const site = await add('site', null, 'Old depot');
    const device = await add('device', site, 'old-edge');
    const port = await add('interface', device, 'Gi0/9');
    await db.updateTable('network_element').set({ name: 'Depot' }).where('id', '=', site).execute();
    await db.deleteFrom('network_element').where('id', '=', site).execute();
    // Of a device that is still there.
    const lonePort = 999_001;
    const past = { subject: 'element', subject_id: lonePort, until: server.clock.now(), name: 'Gi0/7' };
    await db
      .insertInto('past_name')
      .values({ ...past, customer_id: of('acme'), kind: 'interface', parent_id: 80, deleted: true })
      .execute();
    const from = START + 2 * HOUR;
    const row = (element: number, at: number, value: number) => ({
      customer: of('acme'),
      site: at,
      element,
      kpi: kpis.itf_in_bps.id,
      at: from,
      length: 300,
      value,
      numerator: value,
      denominator: 1,
    });
    await clickhouse.insertRowBinary({
      table: 'measures',
      columns: Object.keys(measures.columns),
      rows: codecOf(measures).encode([
        row(port, site, 20),
        row(lonePort, sites[0]!, 10),
        row(81, sites[0]!, 5),
      ]),
    });
    const rowsOf = async (keys: DataRequestInput['keys']) => {
      const { rows } = await resultOf({ keys, breakdown: { kind: 'all' }, from, to: from + 300 });
      const named = rows.map(({ key }) => key.map(({ name, deleted }) => [name, deleted ?? false]));
      return named.toSorted((one, other) => String(one).localeCompare(String(other)));
    };
    const [retained, missing] = [(name: string) => [name, false], (name: string | null) => [name, true]];
    expect(await rowsOf(['site', 'device', 'interface'])).toEqual([
      [retained('acme one'), retained('router 80'), missing('Gi0/7')],
      [retained('acme one'), retained('router 80'), retained('Gi0/81')],
      [missing('Depot'), missing('old-edge'), missing('Gi0/9')],
    ]);
    expect(await rowsOf(['interface'])).toEqual([
      [missing('old-edge · Gi0/9')],
      [missing('router 80 · Gi0/7')],
      [retained('router 80 · Gi0/81')],
    ]);
    expect(await rowsOf(['site'])).toEqual([[retained('acme one')], [missing('Depot')]]);
    const newSteps = await resultOf({
      keys: ['date', 'interface'],
      breakdown: { kind: 'top', count: 2, others: false },
      from,
      to: from + 900,
      since: from + 600,
      ranked: [[port], [81]],
    });
    expect(newSteps.rows).toMatchObject([
      { key: [{ name: 'old-edge · Gi0/9', deleted: true }], values: [expect.arrayContaining([null])] },
      { key: [{ name: 'router 80 · Gi0/81' }] },
    ]);
    const [all, apart] = [{ kind: 'all' }, { kind: 'top', count: 2, others: false }] as const;
    const later = { from, to: from + 900, since: from + 600 };
    const known = await resultOf({ keys: ['date', 'interface'], breakdown: all, ...later, known: [[port]] });
    expect(known.rows).toMatchObject([{ key: [{ name: 'old-edge · Gi0/9', deleted: true }] }]);
    const placed = await resultOf({
      keys: ['date', 'device', 'interface'],
      breakdown: apart,
      ...later,
      ranked: [[80, 81]],
    });
    expect(placed.rows).toMatchObject([{ key: [{ name: 'router 80' }, { name: 'Gi0/81' }] }]);
    // Of what device a deleted port was is no longer known to the statement.
    expect(await rowsOf(['device'])).toEqual([[missing(null)], [retained('router 80')]]);
  });

  it('name no element of another customer, nor one at a site that the user does not see', async () => {
    const limited = await userOfFirstSite('knows one site');
    const [top, all] = [{ kind: 'top', count: 2, others: false }, { kind: 'all' }] as const;
    const later = { from: START, to: START + 900, since: START + 600 };
    const named = async (user: Browser, keys: Partial<DataRequestInput>) =>
      (await resultOf({ keys: ['date', 'interface'], ...later, ...keys }, user)).rows.flatMap(({ key }) =>
        key.flatMap(({ id, name }) => (name === null ? [] : [id])),
      );
    for (const keys of [
      { breakdown: top, ranked: [[LONE_PORT], [91], [81]] },
      { breakdown: all, known: [[LONE_PORT], [91], [81]] },
    ]) {
      expect(await named(browser, keys)).toEqual(expect.arrayContaining([81, 91]));
      expect(await named(browser, keys)).not.toContain(LONE_PORT);
      expect(await named(limited, keys)).not.toContain(91);
      expect(await named(limited, keys)).toContain(81);
    }
  });

  atNight('rank the first keys over the period, and show all others together', async () => {
    const top = { kind: 'top', count: 2, rankedBy: 0, order: 'highest', others: true } as const;
    const { rows } = await resultOf({ keys: ['date', 'interface'], breakdown: top, to: START + 300 });
    expect(rows.map(({ key, others, values }) => [key[0]?.id ?? others, values])).toEqual([
      [92, [[40]]],
      [91, [[30]]],
      [true, [[30]]],
    ]);
    const lowest = await resultOf({
      keys: ['device'],
      breakdown: { kind: 'top', count: 1, order: 'lowest', rankedBy: 0, others: false },
    });
    expect(idsOf(lowest)).toEqual([[80]]);
  });

  it('read what their filters leave', async () => {
    const filter = (
      element: 'interface' | 'site' | 'device',
      operator: 'equals' | 'contains',
      value: string,
    ) => ({
      filters: [
        {
          element,
          predicates: [{ property: element === 'interface' ? 'alias' : 'name', operator, values: [value] }],
        },
      ],
    });
    const keys = {
      keys: ['interface'] as const satisfies DataRequestInput['keys'],
      breakdown: { kind: 'all' } as const,
    };
    const ids = async (changes: Partial<DataRequestInput>) =>
      idsOf(await resultOf({ ...keys, keys: ['interface'], ...changes }))
        .flat()
        .toSorted((a, b) => a - b);
    expect(await ids(filter('interface', 'equals', 'UPLINK'))).toEqual([82, 92]);
    expect(await ids(filter('device', 'contains', '90'))).toEqual([91, 92]);
    expect(await ids(filter('site', 'equals', 'acme one'))).toEqual([81, 82]);
    expect(await codeOf({ ...filter('device', 'contains', 'nowhere') })).toBe('DASHLET_NO_MATCH');
  });

  atNight('of flows break down by several dimensions, with the names of the other ends', async () => {
    const { rows, sources } = await resultOf({
      series: [{ kpi: 'app_bps' }, { kpi: 'app_bytes' }],
      keys: ['application', 'conversation'],
      breakdown: { kind: 'top', count: 5, rankedBy: 0, order: 'highest', others: false },
      conversationMode: true,
      to: START + 300,
    });
    expect(sources).toEqual(['flows']);
    expect(rows.map(({ key, values }) => [key.map(({ id, name }) => name ?? id), values])).toEqual([
      [
        ['HTTPS', 'acme two'],
        [[160], [6_000]],
      ],
      [
        [expect.anything(), 0],
        [[80], [3_000]],
      ],
    ]);
  });

  atNight(
    'name custom applications that do not exist any more by their last name, and not private ones',
    async () => {
      const { db, clickhouse } = server.stack;
      const add = async (
        name: string,
        visibility: string,
        customer_id: number | null,
        isRetained = false,
      ): Promise<number> => {
        const resource = await db
          .insertInto('resource')
          .values({ kind: 'application', name, visibility, customer_id })
          .returning('id')
          .executeTakeFirstOrThrow();
        const { id } = await db
          .insertInto('custom_application')
          .values({ resource_id: resource.id, sort_order: 1, attributes: JSON.stringify({}) as never })
          .returning('id')
          .executeTakeFirstOrThrow();
        const detail = CUSTOM_ENGINE * 2 ** 32 + id;
        const target = await db
          .insertInto('network_element')
          .values({ customer_id: of('acme'), kind: 'application', parent_id: sites[0]!, name: `#${name}` })
          .returning('id')
          .executeTakeFirstOrThrow();
        await db
          .insertInto('flow_target')
          .values({ id: target.id, site_id: sites[0]!, kind: 'application', detail })
          .execute();
        await db
          .updateTable('resource')
          .set({ name: `${name} 2` })
          .where('id', '=', resource.id)
          .execute();
        if (!isRetained) await db.deleteFrom('resource').where('id', '=', resource.id).execute();
        return detail;
      };
      const deleted = [
        await add('Payroll', 'public', of('acme')),
        await add('Intranet', 'multi-client', null),
        await add('Bonus', 'private', of('acme')),
        await add('Foreign', 'public', of('initech')),
      ];
      const from = START + 3 * HOUR;
      const row = (application: number) => ({
        ...flowRow(0, from * 1_000 + 60_000),
        customer: of('acme'),
        site: sites[0]!,
        exporter: 80,
        direction: 0,
        duplicate: 0,
        source_site: sites[0]!,
        destination_site: 0,
        dscp: 0,
        application: BigInt(application),
        bytes: 1_000n,
        packets: 1n,
      });
      await clickhouse.insertRowBinary({
        table: 'flows',
        columns: Object.keys(flows.columns),
        rows: flowCodec.encode(deleted.map(row)),
      });
      const { rows } = await resultOf({
        series: [{ kpi: 'app_bytes' }],
        keys: ['application'],
        breakdown: { kind: 'all' },
        from,
        to: from + 300,
      });
      const named = new Map(rows.map(({ key }) => [key[0]!.id, key[0]!]));
      const [payroll, intranet, bonus, foreign] = deleted.map((id) => named.get(id));
      expect([payroll, intranet]).toMatchObject([
        { name: 'Payroll 2', deleted: true },
        { name: 'Intranet 2', deleted: true },
      ]);
      expect([bonus, foreign]).toMatchObject(
        [bonus, foreign].map((part) => ({ name: applicationName(part!.id), deleted: true })),
      );
      // Filters and alarms offer the traffic of a site by these names.
      const targets = await db.selectFrom('flow_target').select(['detail', 'label']).execute();
      const labels = new Map(targets.map(({ detail, label }) => [detail, label]));
      expect(deleted.map((id) => labels.get(id))).toEqual(['Payroll 2', 'Intranet 2', null, 'Foreign 2']);
      expect(bonus!.name).toMatch(/^Custom application \d+$/);
      // They say that these applications do not exist any more.
      const retained = await add('Kept', 'private', of('acme'), true);
      const inventory = await loadInventory(db, { targets: true });
      const query = ElementQuery.parse({ element: 'application' });
      const { elements } = matchingElements(inventory, { customer: of('acme'), sites: undefined }, query);
      const offered = elements.filter(({ id }) => [...deleted, retained].includes(id));
      expect(offered.map(({ id, deleted: missing = false }) => [id, missing])).toEqual(
        expect.arrayContaining([...deleted.map((id) => [id, true]), [retained, false]]),
      );
    },
  );

  atNight('answer only new windows and the last one since an earlier result', async () => {
    const span = {
      keys: ['date', 'device'] as DataRequestInput['keys'],
      breakdown: { kind: 'all' } as const,
    };
    const { from, steps, rows, version } = await resultOf({ ...span, since: START + 600 });
    expect([from, steps?.[0]]).toEqual([START + 300, START + 300]);
    expect(rows.map(({ values }) => values[0]![0])).toEqual([60, 140]);
    expect((await resultOf({ ...span, since: version + 300 })).rows).toEqual([]);
  });

  atNight('show the lines of a table that are requested', async () => {
    const lines = { from: 1, count: 2, orderBy: 0, order: 'descending', search: 'gi0' } as const;
    const result = await resultOf({ keys: ['interface'], breakdown: { kind: 'all' }, lines });
    expect([idsOf(result), result.rowCount]).toEqual([[[91], [82]], 4]);
  });

  atNight('have the days of the zone of the customer, unless they name another one', async () => {
    await server.stack.db
      .updateTable('customer')
      .set({ time_zone: 'Asia/Kolkata' })
      .where('id', '=', of('acme'))
      .execute();
    await server.account({ username: 'indian', permissions: ['DASHBOARD.read'], customers: ['acme'] });
    const user = await server.signedIn('indian');
    const days: Partial<DataRequestInput> = { keys: ['date'], working: '1d', display: '1d' };
    const startOf = (zone: string): number => stepStart(START, '1d', zone);
    const [own, named] = [await resultOf(days, user), await resultOf({ ...days, timeZone: 'UTC' }, user)];
    expect([own.timeZone, own.steps?.[0]]).toEqual(['Asia/Kolkata', startOf('Asia/Kolkata')]);
    expect([named.timeZone, named.steps?.[0]]).toEqual(['UTC', startOf('UTC')]);
  });

  atNight('filter the rows of a table by values and names before they are cut', async () => {
    const table = { keys: ['interface'], breakdown: { kind: 'all' } } as const;
    const lines: DataRequestInput['lines'] = {
      count: 1,
      orderBy: 0,
      order: 'descending',
      filters: [
        { series: 0, operator: '<', value: 40 },
        { key: 'interface', contains: 'GI0' },
      ],
    };
    const result = await resultOf({ ...table, keys: ['interface'], lines });
    expect([idsOf(result), result.rowCount]).toEqual([[[82]], 2]);
    const overTime = await call([requested({ ...table, keys: ['date', 'interface'], lines })]);
    expect(overTime.json()).toMatchObject({ errors: [{ code: 'COLUMN_FILTER_INCOMPATIBLE' }] });
  });

  it('name no area that is private to another user', async () => {
    await server.account({
      username: 'of areas',
      customers: ['acme'],
      permissions: [
        'PARAMETERS.CLUSTER.read',
        'PARAMETERS.CLUSTER.write',
        'PRIVATE.RESOURCE.read',
        'PRIVATE.RESOURCE.write',
      ],
    });
    const owner = await server.signedIn('of areas');
    const body = { type: 'area', name: 'Own area', sites: [sites[0]], visibility: 'private' };
    const reply = await owner.send('POST', `/api/v1/customers/${String(of('acme'))}/cluster`, { body });
    expect(reply.statusCode).toBe(200);
    const { id } = reply.json<{ id: number }>();
    const rows = await server.stack.db.selectFrom('account').select(['id', 'username']).execute();
    const hiddenFrom = (username: string) => {
      const caller = { id: rows.find((row) => row.username === username)!.id, permissions: new Set<never>() };
      return hiddenClusters(server.stack.db, of('acme'), caller);
    };
    expect([(await hiddenFrom('of areas')).has(id), (await hiddenFrom('reader')).has(id)]).toEqual([
      false,
      true,
    ]);
  });

  it('never read sites that the caller does not see', async () => {
    const user = await userOfFirstSite('of one site');
    const all = { keys: ['interface'] as DataRequestInput['keys'], breakdown: { kind: 'all' } as const };
    expect(
      idsOf(await resultOf(all, user))
        .flat()
        .toSorted((a, b) => a - b),
    ).toEqual([81, 82]);
    expect((await resultOf({}, user)).rows).toMatchObject([{ values: [[45]] }]);
    const site: ElementFilter = { element: 'site', ids: [sites[1]!], predicates: [], onlyActive: false };
    expect(await codeOf({ filters: [site] }, user)).toBe('DASHLET_NO_MATCH');
    const listed = async (body: object, reader: Browser): Promise<readonly number[]> => {
      const reply = await reader.send('POST', `/api/v1/customers/${String(of('acme'))}/elements`, { body });
      return (JSON.parse(reply.body) as { elements: { id: number }[] }).elements.map(({ id }) => id);
    };
    expect(await listed({ element: 'interface' }, user)).toEqual([81, 82]);
    expect(await listed({ element: 'interface', ids: [92], filters: [site] }, user)).toEqual([]);
    expect(await listed({ element: 'interface', filters: [site] }, browser)).toEqual([91, 92]);
    expect(await codeOf({ keys: ['interface'], breakdown: { kind: 'list', ids: [92] } }, user)).toBe(
      'DASHLET_NO_DATA',
    );
    const { rows } = await resultOf(
      {
        series: [{ kpi: 'app_bps' }],
        keys: ['conversation'],
        breakdown: { kind: 'all' },
        conversationMode: true,
      },
      user,
    );
    expect(rows.map(({ key: [part] }) => [part!.name, part!.hidden])).toContainEqual([null, true]);
  });

  it('need the permission to read dashboards, and a customer of the caller', async () => {
    expect((await call([requested()], 'acme', await server.signedIn('outsider'))).statusCode).toBe(403);
    expect((await call([requested()], 'globex')).statusCode).toBe(404);
    expect(await codeOf({ explain: true })).toBe('FORBIDDEN');
  });

  atNight('say how a result came about to those who monitor the platform', async () => {
    await server.account({
      username: 'monitor',
      permissions: ['DASHBOARD.read', 'SUPPORT.MONITORING.read'],
      customers: ['acme'],
    });
    const user = await server.signedIn('monitor');
    const lines = await linesOf(
      [requested({ id: 'a', explain: true }), requested({ id: 'b', explain: true })],
      user,
    );
    const [line] = lines.flatMap((each) => (each.state === 'ready' ? [each.result.explanation!] : []));
    expect(line).toMatchObject({
      statements: [{ sql: expect.stringContaining('customer = {customer:UInt32}'), sharedBy: 2 }],
      formulas: [
        { kpi: 'itf_in_bps', formulas: expect.arrayContaining([expect.objectContaining({ scope: 'snmp' })]) },
      ],
    });
    expect(line!.statements[0]!.readRows).toBeGreaterThan(0);
  });

  it('are rejected for values that are not retained', async () => {
    const from = Math.floor(server.clock.now().getTime() / 1_000) - 40 * 24 * HOUR;
    const spoiled = { from, to: from + HOUR, working: '5m', display: '5m' } as const;
    expect(await codeOf(spoiled)).toBe('SERIES_NOT_RETAINED');
  });

  it.each<[string, Partial<DataRequestInput>, string]>([
    ['elements of another kind', { keys: ['tunnel'], breakdown: { kind: 'all' } }, 'KPI_INCOMPATIBLE'],
    ['counters in conversation mode', { conversationMode: true }, 'KPI_INCOMPATIBLE'],
    [
      'a display granularity below the working one',
      { working: '1h', display: '5m' },
      'DISPLAY_GRANULARITY_TOO_FINE',
    ],
    [
      'more than 577 points',
      { keys: ['date'], from: START - 90 * 24 * HOUR, display: '1h' },
      'SERIES_TOO_LONG',
    ],
    [
      'a rank by a series that is none',
      {
        keys: ['device'],
        breakdown: { kind: 'top', count: 3, rankedBy: 4, order: 'highest', others: false },
      },
      'DASHLET_UNPROCESSABLE',
    ],
    [
      'ids that no element can have',
      { keys: ['interface'], breakdown: { kind: 'list', ids: [2 ** 40] } },
      'DASHLET_NO_DATA',
    ],
    [
      'classes that no packet can have',
      { series: [{ kpi: 'app_bps' }], filters: [{ element: 'class', ids: [900] }] },
      'DASHLET_NO_MATCH',
    ],
    ['a time without data', { from: START - 24 * HOUR, to: START - 23 * HOUR }, 'DASHLET_NO_DATA'],
    ['the future', { from: START + 48 * HOUR, to: START + 49 * HOUR }, 'DASHLET_NO_DATA'],
  ])('are rejected for %s', async (_, request, code) => {
    expect(await codeOf(request)).toBe(code);
  });

  describe('that take long', () => {
    afterEach(() => {
      hold = (sql) => Promise.resolve(sql);
    });
    /** A request through a socket, whose body is still to be sent. */
    async function posted(): Promise<ClientRequest> {
      if (!server.app.server.listening) await server.app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = server.app.server.address() as AddressInfo;
      return request({
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: `/api/v1/customers/${String(of('acme'))}/data`,
        // A connection of its own: one that is retained may be that of a caller who leaves.
        agent: false,
        headers: {
          host: new URL(ORIGIN).host,
          origin: ORIGIN,
          'content-type': 'application/json',
          cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
          'x-csrf-token': browser.cookies.get('X-CSRF-Token')!,
        },
      });
    }

    let calls = 0;
    /** Requests of different periods, which share no statement, nor one with those of earlier calls. */
    const many = (count: number) => {
      calls += 1;
      const from = START - calls * 300;
      return Array.from({ length: count }, (_, index) =>
        requested({ id: String(index), from, to: START + (index + 1) * 300, keys: ['date'] }),
      );
    };

    it('do not keep those of another customer waiting', async () => {
      await server.account({
        username: 'both',
        permissions: ['DASHBOARD.read'],
        customers: ['acme', 'globex'],
      });
      const user = await server.signedIn('both');
      const release = Promise.withResolvers<undefined>();
      let running = 0;
      hold = async (sql, customer) => {
        if (customer !== of('acme')) return sql;
        running += 1;
        await release.promise;
        return sql;
      };
      const heavy = call(many(12), 'acme', user);
      await eventually(() => Promise.resolve(running === 4 ? true : undefined));
      const other = await call([requested()], 'globex', user);
      expect(other.body).toContain('"state":"ready"');
      // No more than four statements of a customer run at the same time.
      expect(running).toBe(4);
      release.resolve(undefined);
      const lines = (await heavy).body.trimEnd().split('\n');
      expect(lines.filter((line) => line.includes('"ready"'))).toHaveLength(12);
    });

    it('are too much data', async () => {
      hold = (sql) =>
        Promise.resolve(`SELECT 0, [0], number, 1 FROM numbers(600000) -- ${sql.split('\n', 1)[0]!}`);
      // A period of its own, of which no earlier result is cached.
      expect(await codeOf({ to: START + 4 * HOUR })).toBe('TOO_MUCH_DATA');
    });

    atNight('leave no place occupied when their callers leave, at whichever moment', async () => {
      const callers = Array.from({ length: 200 }, async (_, index) => {
        const sent = await posted();
        const closed = new Promise<void>((resolve) => sent.once('close', resolve));
        sent.on('error', () => undefined);
        sent.on('response', (response) => response.on('error', () => undefined));
        // The body is sent whole, cut, or not at all; a caller that reads nothing leaves like the others.
        const body = JSON.stringify({ requests: many(8) });
        if (index % 10 === 0) sent.write(body.slice(0, body.length / 2));
        else sent.end(body);
        await delay((index * 37) % 400);
        sent.destroy();
        await closed;
      });
      await Promise.all(callers);
      // The server has noticed that they left: nothing of them reaches the next test.
      const { server: http } = server.app;
      const connections = () =>
        new Promise<number>((resolve) => http.getConnections((_, count) => resolve(count)));
      await eventually(async () => ((await connections()) === 0 ? true : undefined));
      const started = performance.now();
      expect((await call(many(8))).body.match(/"ready"/g)).toHaveLength(8);
      expect(performance.now() - started).toBeLessThan(timeLimit(10_000));
    });

    atNight('are computed for the callers that still wait when the first one leaves', async () => {
      const release = Promise.withResolvers<undefined>();
      let running = 0;
      hold = async (sql) => {
        running += 1;
        await release.promise;
        return sql;
      };
      const same = many(1);
      const first = await posted();
      first.on('error', () => undefined);
      first.end(JSON.stringify({ requests: same }));
      await eventually(() => Promise.resolve(running > 0 ? true : undefined));
      const left = new Promise((resolve) => first.once('close', resolve));
      const others = Promise.all([call(same), call(same)]);
      // Both have joined it once a later call, which reads nothing, has its response.
      await call([requested({ keys: ['date'], from: START - 90 * 24 * HOUR, display: '1h' })]);
      first.destroy();
      await left;
      release.resolve(undefined);
      for (const { body } of await others) expect(body).toContain('"state":"ready"');
    });

    it('end in the store when the caller leaves', async () => {
      const mark = 'cancelled by its reader';
      hold = () =>
        Promise.resolve(
          `SELECT 0, [0], sleepEachRow(0.1), '${mark}' FROM numbers(1000) SETTINGS max_block_size = 1`,
        );
      const count = async () => {
        const sql = `SELECT count() AS running FROM system.processes WHERE position(query, {mark:String}) > 0 AND query NOT LIKE '%system.processes%'`;
        return (await server.stack.clickhouse.query<{ running: number }>(sql, { mark }))[0]!.running;
      };
      const sent = await posted();
      sent.on('error', () => undefined);
      sent.end(JSON.stringify({ requests: many(8) }));
      await eventually(async () => ((await count()) === 4 ? true : undefined));
      sent.destroy();
      expect(await eventually(async () => ((await count()) === 0 ? true : undefined))).toBe(true);
    });
  });
});
