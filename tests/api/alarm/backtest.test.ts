import type { z } from 'zod';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runSync } from '#platform/clock/steps.ts';
import { groupIncidents } from '#schemas/alerting/incident/group-incidents.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type {
  BacktestResult as ResponseOf,
  BacktestState,
  startBacktest,
} from '#schemas/cockpit/backtest-routes.ts';
import { headerOf, heartbeatHeaderOf } from '#schemas/bus/header.ts';
import { subjectOf } from '#schemas/bus/stream.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { flows } from '#schemas/table/flows.ts';
import { samples as sampleTable } from '#schemas/table/samples.ts';
import { createFlowPartition } from '#engine/flow/flow-partition.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { engineComponents } from '#engine/engine.ts';
import { engineMetrics } from '#engine/worker/engine-metrics.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import { sampleMessages } from '../../fixtures/engine/engine-bus.ts';
import {
  START_MS,
  aSample,
  anAlarm,
  anInventory,
  eventCodec,
  measureCodec,
  portOf,
  sampleCodec,
  siteOf,
  type TestSampleRow,
} from '../../fixtures/engine/engine-network.ts';
import { emptyLog, run, type EngineLog } from '../../fixtures/engine/engine-run.ts';
import {
  aFlow,
  applications,
  dscps,
  networkFlowCodec,
  flowInventory,
  flowSite,
  type TestFlowRow,
} from '../../fixtures/engine/flow-network.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { startWriter, type WriterProcess } from '../../fixtures/process/writer-process.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { atNight } from '#tests/gate/at-night.ts';

type Body = z.input<typeof startBacktest.body>;

const PARTITIONS = 2;
const WINDOW = 300;
const WINDOWS = 240;
/** In the inventory; the last ones have no samples. */
const PORTS = 12;
const LOADED_PORTS = 3;
const DAY = 86_400;
/** Of late: ClickHouse drops measures of more than four weeks ago, whatever the clock of a test says. */
const START = Math.floor(Date.now() / 1_000 / DAY) * DAY - 2 * DAY;
const END = START + WINDOWS * WINDOW;
/** Nothing is sent in these windows, nor behind the last one: idle heartbeats close them. */
const SILENT = { from: 100, to: 112 } as const;
const SILENT_END = END + 6 * WINDOW;
const isSilent = (window: number): boolean => window >= SILENT.from && window < SILENT.to;

let server: ServerUnderTest;
let writer: WriterProcess;
let alarms: readonly AlarmDefinition[];
let operator: Browser;
const ending = new AbortController();
let stopEngine: () => Promise<void>;

const customerOf = (clientId: string): number => server.customers.get(clientId)!;

interface Event {
  readonly customer: number;
  readonly site: number;
  readonly element: number;
  readonly alarm: number;
  readonly edge: 'raise' | 'clear';
  readonly at: number;
}

/** Loads that go up and down; some ports are not polled for a while, some counters reset. */
function samples(): TestSampleRow[] {
  const rows: TestSampleRow[] = [];
  for (const customer of server.customers.values())
    for (let port = 0; port < LOADED_PORTS; port += 1) {
      let octets = 0n;
      for (let window = 0; window <= WINDOWS; window += 1) {
        const wave = Math.sin(window / (2 + port) + customer) + Math.sin(window / 17 + port);
        octets += BigInt(Math.round(400_000 * (2 + wave)));
        const isAway = (window + 31 * port + 7 * customer) % 60 < 8;
        const discontinuity = Math.floor((window + 11 * port) / 50);
        const at = START * 1_000 - START_MS + window * WINDOW * 1_000 + port * 700;
        if (!isAway && !isSilent(window))
          rows.push(
            aSample('in_octets', {
              at,
              customer,
              element: portOf(customer, port),
              value: octets,
              discontinuity,
            }),
          );
      }
    }
  return rows.sort((a, b) => a.at - b.at);
}

const FLOW_SITES = 2;
const flowAlarms: readonly AlarmDefinition[] = [
  anAlarm({
    id: 2_000,
    kpi: 'app_bytes',
    target: 'application',
    threshold: 900_000,
    outliers: 2,
    measures: 3,
  }),
  anAlarm({ id: 2_001, kpi: 'app_bps', target: 'site', threshold: 40_000 }),
  anAlarm({
    id: 2_002,
    kpi: 'app_flows',
    target: 'class',
    operator: '<',
    threshold: 4,
    outliers: 1,
    measures: 2,
  }),
  anAlarm({ id: 2_003, kpi: 'app_bytes', target: 'conversation', threshold: 1_400_000 }),
  anAlarm({ id: 2_004, kpi: 'app_bytes', target: 'area', threshold: 2_500_000, outliers: 3, measures: 4 }),
  anAlarm({ id: 2_005, kpi: 'app_bytes', target: 'cluster', threshold: 1_700_000 }),
];

/** Flows between two sites of each customer, of two applications in two classes, that go up and down. */
function flowRows(): TestFlowRow[] {
  const rows: TestFlowRow[] = [];
  for (let window = 0; window <= WINDOWS; window += 1)
    for (const customer of server.customers.values())
      for (const [index, application] of applications.slice(0, 2).entries()) {
        const site = flowSite(customer, window % 3 === 0 ? 1 : 0);
        const wave = Math.sin(window / (3 + index) + customer) + Math.sin(window / 19);
        if ((window + 7 * customer) % 40 < 5 || isSilent(window)) continue;
        const at = (START + window * WINDOW) * 1_000 + 1_000 * index;
        const remote = index === 0 ? 0 : flowSite(customer, 1 - (window % 3 === 0 ? 1 : 0));
        const bytes = BigInt(Math.round(600_000 * (2 + wave)));
        const to = { source_site: site, destination_site: remote, application: BigInt(application) };
        rows.push(aFlow({ at, customer, site, ...to, dscp: dscps[index] ?? 0, bytes }));
      }
  return rows;
}

const flowMessages = (rows: readonly TestFlowRow[]) =>
  [...Map.groupBy(rows, ({ customer }) => customer % PARTITIONS)].map(([partition, own]) => ({
    subject: subjectOf('flows', partition),
    data: networkFlowCodec.encode(own),
    headers: headerOf(flows, { rows: own.length, first: own[0]!.last, last: own.at(-1)!.last }),
  }));

/** In milliseconds: times of the silence, then of that behind everything. */
const silentTicks = Array.from(
  { length: SILENT.to - SILENT.from },
  (_, window) => (START + (SILENT.from + window) * WINDOW) * 1_000,
);
const lastHeartbeat = (SILENT_END + 2 * WINDOW) * 1_000;

async function publishHeartbeats(stream: 'samples' | 'flows', times: readonly number[]): Promise<void> {
  const publisher = server.stack.bus.publisher(1);
  const table = stream === 'samples' ? sampleTable : flows;
  for (const until of times)
    for (let partition = 0; partition < PARTITIONS; partition += 1)
      await publisher.publish({
        subject: subjectOf(stream, partition),
        data: new Uint8Array(),
        headers: heartbeatHeaderOf(table, { until, idleMs: 1_000 }),
      });
}

/** What engines make of the flows. */
function flowLog(inventory: Inventory, rows: readonly TestFlowRow[]): EngineLog {
  const log = emptyLog();
  for (let partition = 0; partition < PARTITIONS; partition += 1) {
    const belongs = (customer: number): boolean => customer % PARTITIONS === partition;
    const own = createFlowPartition({
      windowSeconds: WINDOW,
      allowedLatenessMs: 60_000,
      inventory,
      alarms: flowAlarms,
      belongs,
      output: {
        measures: ({ bytes }) => {
          log.measures.push(...measureCodec.decode(bytes));
        },
        events: ({ bytes }) => {
          log.events.push(...eventCodec.decode(bytes));
        },
      },
    });
    runSync(
      own.pushSteps('flows', networkFlowCodec.encode(rows.filter(({ customer }) => belongs(customer)))),
    );
    runSync(
      own.pushSteps('flows', new Uint8Array(), {
        sequence: 0,
        receivedAt: Infinity,
        idleUntil: lastHeartbeat,
      }),
    );
  }
  return log;
}

/** Seconds that the store takes for each value that a backtest reads. */
let secondsPerValue = 0;

/** The same store; its queries for values take their time. */
const slowed = (clickhouse: ClickHouse): ClickHouse => ({
  ...clickhouse,
  rowBinary: (sql, parameters, options) =>
    clickhouse.rowBinary(
      secondsPerValue === 0 ? sql : `${sql} AND sleepEachRow(${String(secondsPerValue)}) = 0`,
      parameters,
      options,
    ),
});

async function startEngine(inventory: ReturnType<typeof anInventory>): Promise<() => Promise<void>> {
  const components = engineComponents({
    bus: server.stack.bus,
    clickhouse: slowed(server.stack.clickhouse),
    clock: systemClock,
    log: silentLog,
    metrics: engineMetrics(openMetrics()),
    engine: 'engine',
    epoch: 'run 1',
    partitions: PARTITIONS,
    windowSeconds: WINDOW,
    allowedLatenessMs: 60_000,
    checkpointMs: 1_000,
    configuration: () =>
      Promise.resolve({ inventory: { current: inventory }, alarms: { current: [...alarms, ...flowAlarms] } }),
  });
  const started: Awaited<ReturnType<Component['start']>>[] = [];
  for (const component of components) started.push(await component.start(ending.signal));
  return async () => {
    ending.abort();
    for (const one of started.reverse()) await one?.stop?.();
  };
}

/** The alarm of the server's network takes the place of one of the engine's, so that the stored one is the one in force. */
async function store({ id, ...alarm }: AlarmDefinition): Promise<void> {
  const { db } = server.stack;
  const { kpi, operator: compared, threshold, severity, outliers, measures } = alarm;
  await db
    .updateTable('cockpit_alarm')
    .set({ kpi, operator: compared, threshold, severity, outliers, measures })
    .where('id', '=', id)
    .execute();
  for (const [customer, value] of alarm.byCustomer)
    await db
      .insertInto('alarm_threshold')
      .values({ alarm_id: id, customer_id: customer, element_id: null, value })
      .execute();
}

beforeAll(async () => {
  server = await openServer({ engine: 'none', partitions: PARTITIONS });
  const { open, restricted } = server.alarms;
  const acme = customerOf('acme');
  alarms = [
    anAlarm({
      id: open,
      threshold: 24_000,
      outliers: 2,
      measures: 4,
      byCustomer: new Map([[acme, 28_000]]),
    }),
    anAlarm({
      id: restricted,
      threshold: 30_000,
      byCustomer: new Map([[acme, 20_000]]),
      byElement: new Map([[portOf(acme, 1), 34_000]]),
    }),
    anAlarm({ id: 1_000, operator: '<', threshold: 9_000, outliers: 3, measures: 5 }),
    anAlarm({ id: 1_001, operator: '!=', threshold: 0, outliers: 30, measures: 32 }),
    anAlarm({ id: 1_002, threshold: 24_000, measures: 2, clearAfter: 3, noDataMinutes: 15 }),
  ];
  for (const alarm of alarms.slice(0, 2)) await store(alarm);
  const last = Math.max(...server.customers.values());
  const polled = anInventory(last, PORTS);
  const { sites, targets } = flowInventory(last, FLOW_SITES);
  const inventory = { ...polled, sites: new Map([...polled.sites, ...sites]), targets: targets! };
  writer = startWriter({ ...server.stack.env, PARTITIONS: String(PARTITIONS), WRITER_RANGE_MS: '50' });
  await writer.started;
  stopEngine = await startEngine(inventory);
  const rows = samples();
  const publisher = server.stack.bus.publisher(1);
  const silentFrom = (START + SILENT.from * WINDOW) * 1_000;
  const halves = <Row>(all: readonly Row[], timeOf: (row: Row) => number): (readonly Row[])[] => [
    all.filter((row) => timeOf(row) < silentFrom),
    all.filter((row) => timeOf(row) >= silentFrom),
  ];
  const reported = flowRows();
  for (const [half, own] of halves(rows, ({ at }) => at).entries()) {
    for (let from = 0; from < own.length; from += 400)
      for (const message of sampleMessages(own.slice(from, from + 400), PARTITIONS))
        await publisher.publish(message);
    await publishHeartbeats('samples', half === 0 ? silentTicks : [lastHeartbeat]);
  }
  for (const [half, own] of halves(reported, ({ last: at }) => at).entries()) {
    for (let from = 0; from < own.length; from += 400)
      for (const message of flowMessages(own.slice(from, from + 400))) await publisher.publish(message);
    await publishHeartbeats('flows', half === 0 ? silentTicks : [lastHeartbeat]);
  }
  // What engines of these partitions make of the samples and flows, and so what will be stored.
  const expected = Array.from({ length: PARTITIONS }, (_, partition) =>
    run({
      setting: {
        windowSeconds: WINDOW,
        allowedLatenessMs: 60_000,
        inventory,
        alarms,
        belongs: (customer) => customer % PARTITIONS === partition,
      },
      messages: [
        sampleCodec.encode(rows.filter(({ customer }) => customer % PARTITIONS === partition)),
        { idleUntil: lastHeartbeat },
      ],
      end: 0,
    }),
  );
  const all = [...expected, flowLog(inventory, reported)];
  const count = (of: 'measures' | 'events') => all.reduce((sum, log) => sum + log[of].length, 0);
  await eventually(async () => {
    const [found] = await server.stack.clickhouse.query<{ measures: number; events: number }>(
      'SELECT (SELECT count() FROM measures) AS measures, (SELECT count() FROM alarm_events) AS events',
    );
    return found?.measures === count('measures') && found.events === count('events') ? true : undefined;
  });
  const rights: readonly Permission[] = ['TEMPLATE.COCKPIT.read', 'EXTRA.RESTRICTED.read'];
  await server.account({ username: 'operator', permissions: rights });
  operator = await server.signedIn('operator');
});

afterAll(async () => {
  await stopEngine();
  await writer.stop();
  await server.close();
});

const requested = (change: Partial<Body> = {}): Body => ({ customer: null, from: START, to: END, ...change });
const ruleOf = ({
  kpi,
  target,
  operator: compared,
  threshold,
  outliers,
  measures,
  clearAfter = 1,
  noDataMinutes = 0,
  ...own
}: AlarmDefinition) => ({
  kpi,
  ...(target === undefined ? {} : { target }),
  operator: compared,
  threshold,
  outliers,
  measures,
  clearAfter,
  noDataMinutes,
  thresholds: {
    customers: [...own.byCustomer].map(([customer, value]) => ({ customer, value })),
    elements: [...own.byElement].map(([element, value]) => ({ element, value })),
  },
});
const draftOf = (alarm: AlarmDefinition) => ({ ...ruleOf(alarm), severity: alarm.severity });
const PATH = '/api/v1/mt/cockpit/backtest';
const post = (page: Browser, body: Body) => page.send('POST', PATH, { body });
const look = (page: Browser, id: string) => page.get(`${PATH}/${id}`);
const cancel = (page: Browser, id: string) => page.send('DELETE', `${PATH}/${id}`);

async function begun(body: Body, page = operator): Promise<string> {
  const response = await post(page, body);
  expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, '']);
  return response.json<{ id: string }>().id;
}

/** Polls until it is done; returns every status on the way. */
async function followed(id: string, page = operator): Promise<{ seen: BacktestState[]; result: ResponseOf }> {
  const seen: BacktestState[] = [];
  const result = await eventually(async () => {
    const state = (await look(page, id)).json<BacktestState>();
    seen.push(state);
    return state.state === 'done' ? state.result : undefined;
  });
  return { seen, result };
}
const backtest = async (body: Body, page = operator): Promise<ResponseOf> =>
  (await followed(await begun(body, page), page)).result;

/** What the live engine emitted for an alarm, as the writer stored it. */
const emitted = (alarm: number) =>
  server.stack.clickhouse.query<Event>(
    'SELECT customer, site, element, alarm, edge, toUnixTimestamp(alarm_events.at) AS at FROM alarm_events WHERE alarm = {alarm:UInt32} ORDER BY alarm_events.at, element',
    { alarm },
  );

/** From each raise to its clear; `end` is `until` for what still runs. */
function timesOf(log: readonly Event[], until: number) {
  const events = log.filter(({ at }) => at < until);
  return events
    .filter(({ edge }) => edge === 'raise')
    .map(({ customer, element, site, at }) => {
      const clear = events.find(
        (event) => event.edge === 'clear' && event.element === element && event.at > at,
      );
      return { customer, element, site, start: at, end: clear?.at ?? until, cleared: clear !== undefined };
    });
}
type Time = ReturnType<typeof timesOf>[number];

const bySite = (times: readonly Time[], from: number) =>
  [...Map.groupBy(times, ({ customer, site }) => (site === 0 ? -customer : site))]
    .map(([place, own]) => ({
      customer: own[0]!.customer,
      site: Math.max(0, place),
      minutes: own.reduce((sum, { start, end }) => sum + (end - Math.max(start, from)) / 60, 0),
      raises: own.filter(({ start }) => start >= from).length,
      elements: new Set(own.map(({ element }) => element)).size,
    }))
    .sort((a, b) => b.minutes - a.minutes || a.site - b.site || a.customer - b.customer);

/** As history groups them; a site, or a cluster, is one of a customer. */
const incidentsOf = (times: readonly Time[]): number =>
  [...Map.groupBy(times, ({ customer }) => customer).values()].flatMap((own) =>
    groupIncidents(
      own.map(({ element, site, start, end, cleared }) => ({
        alarm: 1,
        element,
        site,
        kpi: '',
        severity: 'major' as const,
        start,
        end: cleared ? end : null,
      })),
    ),
  ).length;

/** The figures of a log of events inside [from, until), in plain words. */
function figuresOf(log: readonly Event[], { from, until, bucketSeconds }: ResponseOf) {
  const times = timesOf(log, until).filter(({ end }) => end >= from);
  const raised = times.filter(({ start }) => start >= from);
  const isSoonAfter = (later: Time) =>
    times.some(
      ({ element, end, cleared }) =>
        cleared && element === later.element && end <= later.start && later.start - end <= 3_600,
    );
  const buckets = Map.groupBy(raised, ({ start }) => Math.floor(start / bucketSeconds) * bucketSeconds);
  return {
    raises: raised.length,
    clears: times.filter(({ cleared }) => cleared).length,
    running: times.filter(({ cleared }) => !cleared).length,
    flaps: raised.filter(isSoonAfter).length,
    incidents: incidentsOf(times),
    raisesByBucket: [...buckets].map(([at, own]) => [at, own.length] as const).sort(([a], [b]) => a - b),
    sites: bySite(times, from),
  };
}

const shown = ({ figures }: Pick<ResponseOf, 'figures'>) => ({
  raises: figures.raises,
  clears: figures.clears,
  running: figures.running,
  flaps: figures.flaps,
  incidents: figures.incidents,
  raisesByBucket: figures.timeline.filter(({ raises }) => raises > 0).map(({ at, raises }) => [at, raises]),
  sites: figures.sites.map((line) => {
    const { siteName: _, customerName: __, ...site } = line;
    return site;
  }),
});

describe('a backtest over stored measures', () => {
  it.each([
    ['2 of 4, a threshold of one customer', 0],
    ['1 of 1, thresholds of one customer and one element', 1],
    ['3 of 5 below a threshold', 2],
    ['30 of 32', 3],
    ['with hold times', 4],
  ])('finds what the live engine emitted: %s', async (_, index) => {
    const alarm = alarms[index]!;
    const log = await emitted(alarm.id);
    expect(log.length).toBeGreaterThan(index === 3 ? 0 : 20);
    for (const [from, to] of [
      [START, END],
      [START + 97 * WINDOW, SILENT_END],
      [START + 55 * WINDOW + 17, START + 171 * WINDOW],
    ] as const) {
      const response = await backtest(requested({ from, to, draft: draftOf(alarm) }));
      expect(to < SILENT_END || response.until > END).toBe(true);
      const period = { ...response, from: Math.ceil(from / WINDOW) * WINDOW };
      expect(response.until).toBeGreaterThanOrEqual(Math.min(to, END - 3 * WINDOW));
      expect(shown(response)).toEqual(figuresOf(log, period));
    }
  });

  atNight.each(flowAlarms.map((alarm) => [alarm.target, alarm] as const))(
    'finds what the live engine emitted about flows by %s',
    async (_, alarm) => {
      const log = await emitted(alarm.id);
      expect(log.length).toBeGreaterThan(20);
      for (const [from, to] of [
        [START, SILENT_END],
        [START + 55 * WINDOW + 17, START + 171 * WINDOW],
      ] as const) {
        const response = await backtest(requested({ from, to, draft: draftOf(alarm) }));
        expect(response.until).toBeGreaterThanOrEqual(Math.min(to, END - 3 * WINDOW));
        expect(shown(response)).toEqual(
          figuresOf(log, { ...response, from: Math.ceil(from / WINDOW) * WINDOW }),
        );
      }
    },
  );

  it('of one customer finds what was emitted for that customer', async () => {
    const acme = customerOf('acme');
    const response = await backtest(requested({ customer: acme, draft: draftOf(alarms[1]!) }));
    const log = (await emitted(alarms[1]!.id)).filter(({ customer }) => customer === acme);
    expect(shown(response)).toEqual(figuresOf(log, response));
    expect(response.figures.sites).toMatchObject([
      { customer: acme, customerName: 'Customer acme', site: siteOf(acme) },
    ]);
  });

  atNight('reports the number of elements evaluated and of their windows with a value', async () => {
    const { elements, values, windows, until } = await backtest(requested({ draft: draftOf(alarms[0]!) }));
    expect(elements).toBe(server.customers.size * PORTS);
    expect(windows).toBe((elements * (until - START)) / WINDOW);
    const [stored] = await server.stack.clickhouse.query<{ values: number }>(
      'SELECT count() AS values FROM measures WHERE kpi = 1 AND measures.at < toDateTime({until:UInt32})',
      { until },
    );
    expect(values).toBe(stored!.values);
    expect(values).toBeLessThan((server.customers.size * LOADED_PORTS * (until - START)) / WINDOW);
  });

  it('runs the stored alarm with its thresholds, and compares a draft with it', async () => {
    const alarm = alarms[0]!;
    const alone = await backtest(requested({ alarm: alarm.id }));
    expect(shown(alone)).toEqual(figuresOf(await emitted(alarm.id), alone));
    expect(alone.inForce).toBeNull();
    const { thresholds: _, ...draft } = draftOf(alarm);
    const same = await backtest(requested({ alarm: alarm.id, draft }));
    expect(shown(same)).toEqual(shown(alone));
    expect(same.difference).toMatchObject({
      gained: 0,
      lost: 0,
      draftMinutes: 0,
      inForceMinutes: 0,
      sites: [],
    });
    const stricter = await backtest(requested({ alarm: alarm.id, draft: { ...draft, outliers: 4 } }));
    expect(stricter.inForce).toEqual(alone.figures);
    const { difference, figures, inForce } = stricter;
    expect(difference!.draftMinutes).toBe(0);
    expect(difference!.gained).toBe(0);
    expect(difference!.lost).toBeGreaterThan(0);
    expect(difference!.bothMinutes).toBe(figures.minutes);
    expect(difference!.inForceMinutes).toBe(inForce!.minutes - figures.minutes);
  });

  it('concerns the customers that the cockpit is shared with, as live: of a stored alarm, of a draft for it, of one for the cockpit', async () => {
    const { db } = server.stack;
    const alarm = alarms[0]!;
    const acme = customerOf('acme');
    const { cockpit_id: cockpit } = await db
      .selectFrom('cockpit_alarm')
      .select('cockpit_id')
      .where('id', '=', alarm.id)
      .executeTakeFirstOrThrow();
    const shareWithAll = (shared_with_all: boolean) =>
      db.updateTable('resource').set({ shared_with_all }).where('id', '=', cockpit).execute();
    await shareWithAll(false);
    await db
      .insertInto('resource_share')
      .values({ resource_id: cockpit, customer_id: acme, profile_id: null })
      .execute();
    const customers = ({ figures }: Pick<ResponseOf, 'figures'>) =>
      figures.sites.map(({ customer }) => customer);
    try {
      const draft = draftOf(alarm);
      expect(customers(await backtest(requested({ alarm: alarm.id })))).toEqual([acme]);
      expect(customers(await backtest(requested({ alarm: alarm.id, draft })))).toEqual([acme]);
      expect(customers(await backtest(requested({ cockpit, draft })))).toEqual([acme]);
      expect(customers(await backtest(requested({ draft }))).length).toBeGreaterThan(1);
      expect(statusAndCode(await post(operator, requested({ cockpit: 2_000_000, draft })))).toEqual([
        404,
        'NOT_FOUND',
      ]);
    } finally {
      await db.deleteFrom('resource_share').where('resource_id', '=', cockpit).execute();
      await shareWithAll(true);
    }
  });

  it('of a restricted alarm is for the members of its groups', async () => {
    const { db } = server.stack;
    const account = await server.account({ username: 'member', permissions: ['TEMPLATE.COCKPIT.read'] });
    const { id: group } = await db
      .insertInto('alarm_group')
      .values({ name: 'Night watch' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('alarm_group_account').values({ group_id: group, account_id: account }).execute();
    const page = await server.signedIn('member');
    const { restricted } = server.alarms;
    expect(statusAndCode(await post(page, requested({ alarm: restricted })))).toEqual([404, 'NOT_FOUND']);
    await db.insertInto('cockpit_alarm_group').values({ alarm_id: restricted, group_id: group }).execute();
    expect((await backtest(requested({ alarm: restricted }), page)).figures.raises).toBeGreaterThan(0);
  });

  atNight('compares rules on different KPIs', async () => {
    const alarm = alarms[0]!;
    const draft = { ...draftOf(alarm), kpi: 'itf_in_bytes' as const, threshold: (24_000 * WINDOW) / 8 };
    const { figures, inForce, difference } = await backtest(requested({ alarm: alarm.id, draft }));
    expect(figures.raises).toBeGreaterThan(0);
    expect(difference!.bothMinutes + difference!.draftMinutes).toBe(figures.minutes);
    expect(difference!.bothMinutes + difference!.inForceMinutes).toBe(inForce!.minutes);
    const ofDevices = { ...draft, kpi: 'cpe_avail' as const };
    const other = await backtest(requested({ alarm: alarm.id, draft: ofDevices }));
    expect(other.difference).toMatchObject({ bothMinutes: 0, inForceMinutes: inForce!.minutes });
  });
});

describe('a long backtest', () => {
  const draft = () => draftOf(alarms[0]!);
  const queries = () =>
    server.stack.clickhouse.query(
      "SELECT query FROM system.processes WHERE query LIKE '%FROM measures%sleepEachRow%' AND query NOT LIKE '%processes%'",
    );
  beforeEach(() => {
    // A customer has some 600 values: half a second each.
    secondsPerValue = 0.000_8;
  });
  afterEach(() => {
    secondsPerValue = 0;
  });

  it('reports its progress from nothing to everything, never back', async () => {
    const { seen, result } = await followed(await begun(requested({ draft: draft() })));
    const progress = seen.flatMap((state) => (state.state === 'running' ? [state.progress] : []));
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(new Set(progress).size).toBeGreaterThan(1);
    expect(progress[0]).toBe(0);
    expect(result.figures.raises).toBeGreaterThan(0);
  });

  atNight(
    'is cancelled in the store too, which frees its customers at once; the other client’s continues',
    async () => {
      secondsPerValue = 0.004;
      const acme = customerOf('acme');
      const id = await begun(requested({ customer: acme, draft: draft() }));
      await eventually(async () => ((await queries()).length === 1 ? true : undefined));
      await server.account({ username: 'other', permissions: ['TEMPLATE.COCKPIT.read'] });
      const other = await server.signedIn('other');
      expect(statusAndCode(await look(other, id))).toEqual([404, 'COCKPIT_BACKTEST_ENDED']);
      expect(statusAndCode(await cancel(other, id))).toEqual([404, 'NOT_FOUND']);
      const same = [...server.customers.values()].find(
        (one) => one !== acme && one % PARTITIONS === acme % PARTITIONS,
      )!;
      const theirs = await begun(requested({ customer: same, draft: draft() }), other);
      expect((await look(other, theirs)).json()).toEqual({ state: 'waiting', ahead: 1 });
      secondsPerValue = 0;
      expect((await cancel(operator, id)).statusCode).toBe(200);
      const atMs = performance.now();
      await eventually(async () => ((await queries()).length === 0 ? true : undefined));
      // Left alone it would have slept for two seconds and a half.
      expect(performance.now() - atMs).toBeLessThan(1_500);
      expect(statusAndCode(await look(operator, id))).toEqual([404, 'COCKPIT_BACKTEST_ENDED']);
      expect(statusAndCode(await cancel(operator, id))).toEqual([404, 'NOT_FOUND']);
      await backtest(requested({ customer: acme, draft: draft() }));
      await followed(theirs, other);
    },
  );

  atNight('begins on every partition or on none', async () => {
    secondsPerValue = 0.004;
    const acme = customerOf('acme');
    const ids = [
      await begun(requested({ customer: acme, draft: draft() })),
      await begun(requested({ customer: acme, draft: draft() })),
    ];
    expect(statusAndCode(await post(operator, requested({ draft: draft() })))).toEqual([
      429,
      'COCKPIT_BACKTEST_OWN_LIMIT',
    ]);
    secondsPerValue = 0;
    for (const id of ids) await cancel(operator, id);
    await eventually(async () => ((await queries()).length === 0 ? true : undefined));
    await backtest(requested({ draft: draft() }));
  });
});

describe('a backtest is rejected', () => {
  it('when it is over the quota', async () => {
    const response = await post(
      operator,
      requested({
        customer: customerOf('acme'),
        from: END - 30 * DAY,
        windowSeconds: 1,
        draft: draftOf(alarms[0]!),
      }),
    );
    expect(statusAndCode(response)).toEqual([422, 'COCKPIT_BACKTEST_TOO_LARGE']);
  });

  it('for a foreign customer and for an alarm that the user may not see', async () => {
    await server.account({ username: 'narrow', permissions: ['TEMPLATE.COCKPIT.read'], customers: ['acme'] });
    const page = await server.signedIn('narrow');
    const draft = draftOf(alarms[0]!);
    const { open, restricted } = server.alarms;
    expect(statusAndCode(await post(page, requested({ customer: customerOf('globex'), draft })))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(statusAndCode(await post(page, requested({ alarm: restricted })))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await post(page, requested({ alarm: 2_000_000 })))).toEqual([404, 'NOT_FOUND']);
    const own = await backtest(requested({ alarm: open }), page);
    expect(own.figures.sites.map(({ customer }) => customer)).toEqual([customerOf('acme')]);
  });

  it('when its definition cannot be run', async () => {
    const draft = draftOf(alarms[0]!);
    for (const body of [
      requested(),
      requested({ draft: { ...draft, outliers: 5, measures: 4 } }),
      requested({ draft, from: END, to: START }),
      requested({ draft, from: END - 31 * DAY }),
    ])
      expect(statusAndCode(await post(operator, body))).toEqual([400, 'VALIDATION']);
  });

  it('when no engine owns the partition', async () => {
    await stopEngine();
    const response = await post(operator, requested({ draft: draftOf(alarms[0]!) }));
    expect(statusAndCode(response)).toEqual([503, 'UNAVAILABLE']);
    // The caller polls again: another engine takes over, and says that it does not know the backtest.
    const any = '00000000-0000-4000-8000-000000000001';
    expect(statusAndCode(await look(operator, any))).toEqual([503, 'UNAVAILABLE']);
  });
});
