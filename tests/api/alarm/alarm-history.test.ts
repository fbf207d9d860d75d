import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { severities } from '#schemas/alerting/severity.ts';
import type { AlertTimeline, PastEvent } from '#schemas/alerting/history.ts';
import type { PastAlerts } from '#schemas/alerting/past-routes.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { alarmEvents } from '#schemas/table/stream/alarm-events.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import type { Table } from '#schemas/table/table.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import {
  runningCountSql,
  runningRowsSql,
  type RunningRow,
} from '#server/features/alerting/history-queries.ts';
import { pastRunningAlarms } from '#server/features/alerting/past/past-running-alarm.ts';
import {
  START_MS,
  aSample,
  anAlarm,
  anInventory,
  eventCodec,
  measureCodec,
  portOf,
  sampleCodec,
  type EventRow,
  type TestSampleRow,
} from '../../fixtures/engine/engine-network.ts';
import { run } from '../../fixtures/engine/engine-run.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { rounds } from '#tests/fixtures/rounds.ts';
import { atNight } from '#tests/gate/at-night.ts';

const WINDOW = 300;
const DAY = 86_400;
/** Of late: ClickHouse drops measures of more than four weeks ago, whatever the clock of a test says. */
const START = Math.floor(Date.now() / 1_000 / DAY) * DAY - 2 * DAY;
/** From the start of the engine's tests to here. */
const SHIFT_MS = START * 1_000 - START_MS;
const WINDOWS = 40;
const MONTH = 30 * DAY;

let server: ServerUnderTest;
let events: readonly EventRow[];
let seesAll: Browser;
let seesPublic: Browser;

const acme = (): number => server.customers.get('acme')!;
const globex = (): number => server.customers.get('globex')!;

async function insert(clickhouse: ClickHouse, table: Table, rows: Uint8Array): Promise<void> {
  await clickhouse.insertRowBinary({ table: table.name, columns: Object.keys(table.columns), rows });
}

/** Customers 1 and 2 of the engine's tests are `acme` and `globex` here; loads of two ports each, up and down. */
function samples(): TestSampleRow[] {
  const rows: TestSampleRow[] = [];
  for (const customer of [acme(), globex()])
    for (const port of [0, 1]) {
      let octets = 0n;
      for (let window = 0; window <= WINDOWS; window += 1) {
        const at = SHIFT_MS + window * WINDOW * 1_000;
        rows.push(aSample('in_octets', { at, customer, element: portOf(customer, port), value: octets }));
        octets += BigInt((Math.floor(window / (3 + port * 2 + customer)) % 2) * 1_000_000);
      }
    }
  return rows.sort((a, b) => a.at - b.at);
}

async function signedIn(username: string, permissions: readonly Permission[]): Promise<Browser> {
  await server.account({ username, permissions, customers: ['acme'] });
  return server.signedIn(username);
}

beforeAll(async () => {
  server = await openServer();
  const alarms = [
    anAlarm({ id: server.alarms.open, threshold: 1_000, outliers: 2, measures: 3 }),
    anAlarm({ id: server.alarms.restricted, threshold: 1_000, severity: 'major' }),
  ];
  const log = run({
    setting: {
      windowSeconds: WINDOW,
      allowedLatenessMs: 1_000,
      inventory: anInventory(Math.max(acme(), globex()), 2),
      alarms,
    },
    messages: [sampleCodec.encode(samples())],
    end: START * 1_000 + WINDOWS * WINDOW * 1_000,
  });
  ({ events } = log);
  const { clickhouse } = server.stack;
  await insert(clickhouse, alarmEvents, eventCodec.encode(log.events));
  // Inserted twice, as by a writer whose token has been forgotten.
  await insert(clickhouse, alarmEvents, eventCodec.encode(log.events));
  await insert(clickhouse, measures, measureCodec.encode(log.measures));
  seesAll = await signedIn('all', ['ALERT.read', 'EXTRA.RESTRICTED.read']);
  seesPublic = await signedIn('public', ['ALERT.read']);
});
afterAll(() => server.close());

const url = (path: string, customer = acme()) => `/api/v1/customers/${String(customer)}/alert/${path}`;
const PERIOD = `from=${String(START)}&to=${String(START + WINDOWS * WINDOW)}`;
/** Without what explains an alarm: the two are on one KPI. */
const ofAcme = () => events.filter(({ customer, edge }) => customer === acme() && !edge.endsWith('explain'));
const keyOf = (event: Pick<EventRow, 'at' | 'alarm' | 'element' | 'edge'>) =>
  [event.at, event.alarm, event.element, event.edge].join(' ');
const byTime = (a: EventRow, b: EventRow) =>
  b.at - a.at || b.alarm - a.alarm || b.element - a.element || (a.edge < b.edge ? 1 : -1);

async function read<Reply>(page: Browser, path: string): Promise<Reply> {
  const response = await page.get(url(path));
  expect([path, response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([
    path,
    200,
    '',
  ]);
  return response.json();
}
type Page = { readonly events: PastEvent[]; readonly next: string | null };

/** The log played back, in plain words. */
function replay(log: readonly EventRow[], at: number): readonly EventRow[] {
  const running = new Map<string, EventRow>();
  // Of one window: a change, a clear, a raise.
  const ordered = [...log].sort((a, b) => a.at - b.at || (a.edge < b.edge ? -1 : 1));
  for (const event of ordered) {
    if (event.at > at) continue;
    const key = `${String(event.alarm)}:${String(event.element)}`;
    const before = running.get(key);
    if (event.edge === 'raise') running.set(key, event);
    else if (event.edge === 'clear') running.delete(key);
    else if (before !== undefined) running.set(key, { ...before, severity: event.severity });
  }
  return [...running.values()];
}

describe('the history of a customer', () => {
  it('has every raise and clear once, newest first, page by page', async () => {
    const expected = [...ofAcme()].sort(byTime).map(keyOf);
    expect(expected.length).toBeGreaterThan(10);
    const found: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page: Page = await read(
        seesAll,
        `history?${PERIOD}&limit=3${next === '' ? '' : `&cursor=${next}`}`,
      );
      found.push(...page.events.map(keyOf));
      expect(page.events.length).toBeLessThanOrEqual(3);
      ({ next } = page);
    }
    expect(found).toEqual(expected);
  });

  it('is filtered by severity, site and alarm, each a list', async () => {
    const { open, restricted } = server.alarms;
    const of = async (filter: string) =>
      (await read<Page>(seesAll, `history?${PERIOD}&limit=1000&${filter}`)).events.map(keyOf).sort();
    const expected = (keep: (event: EventRow) => boolean) => ofAcme().filter(keep).map(keyOf).sort();
    expect(await of('severity=major')).toEqual(expected(({ severity }) => severity === 'major'));
    expect(await of('severity=major,critical')).toEqual(expected(() => true));
    expect(await of(`alarm=${String(open)}`)).toEqual(expected(({ alarm }) => alarm === open));
    expect(await of(`alarm=${String(open)},${String(restricted)}`)).toEqual(expected(() => true));
    expect(await of(`site=${String(ofAcme()[0]!.site)}`)).toEqual(expected(() => true));
    expect(await of('site=77')).toEqual([]);
  });

  it('names the alarm as its definition is called now', async () => {
    const { events: found } = await read<Page>(seesAll, `history?${PERIOD}`);
    expect(new Set(found.map(({ name }) => name))).toEqual(
      new Set(['Saturated, for everyone', 'Saturated, for RESTRICTED']),
    );
  });

  it('has no trace of restricted alarms for others: events, buckets, past states', async () => {
    const { open } = server.alarms;
    const { events: found } = await read<Page>(seesPublic, `history?${PERIOD}&limit=1000`);
    const expected = ofAcme().filter(({ alarm }) => alarm === open);
    expect(found.map(keyOf)).toEqual([...expected].sort(byTime).map(keyOf));
    const { buckets } = await read<AlertTimeline>(seesPublic, `timeline?${PERIOD}`);
    expect(buckets.reduce((sum, { major }) => sum + major, 0)).toBe(0);
    for (let window = 0; window < WINDOWS; window += 1) {
      const past = await read<PastAlerts>(seesPublic, `past?at=${String(START + window * WINDOW)}`);
      expect(past.alarms.filter(({ alarm }) => alarm !== open)).toEqual([]);
      expect(past.counts.warning).toBe(0);
    }
  });

  it.each([
    ['history?from=10&to=10', 'VALIDATION'],
    ['history?from=0&to=100000000', 'VALIDATION'],
    ['history?from=0&to=10&cursor=nonsense', 'VALIDATION'],
    ['history?from=0&to=10&limit=1001', 'VALIDATION'],
    ['history?from=0&to=10&alarm=1,x', 'VALIDATION'],
    ['history?from=0&to=10&severity=loud', 'VALIDATION'],
    ['timeline?from=0&to=10&buckets=0', 'VALIDATION'],
    ['past?at=yesterday', 'VALIDATION'],
    ['past?at=-1', 'VALIDATION'],
  ])('rejects %s with %s', async (path, code) => {
    expect(statusAndCode(await seesAll.get(url(path)))).toEqual([400, code]);
  });

  it('of another customer does not exist', async () => {
    for (const path of [`history?${PERIOD}`, `timeline?${PERIOD}`, `past?at=${String(START)}`])
      expect(statusAndCode(await seesAll.get(url(path, globex())))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the timeline', () => {
  it('counts raises by severity, clears and running alarms of each bucket', async () => {
    const timeline = await read<AlertTimeline>(seesAll, `timeline?${PERIOD}&buckets=12`);
    expect(timeline.bucketSeconds).toBe(1_800);
    let sum = 0;
    for (const bucket of timeline.buckets) {
      const own = ofAcme().filter(({ at }) => at >= bucket.at && at < bucket.at + timeline.bucketSeconds);
      const raises = (severity: string) =>
        own.filter((event) => event.edge === 'raise' && event.severity === severity).length;
      expect(bucket).toMatchObject({
        critical: raises('critical'),
        major: raises('major'),
        minor: 0,
        cleared: own.filter(({ edge }) => edge === 'clear').length,
        running: replay(ofAcme(), bucket.at + timeline.bucketSeconds - 1).length,
      });
      sum += own.length;
    }
    expect(sum).toBe(ofAcme().length);
  });

  it('begins with the alarms that run already', async () => {
    const from = START + 5 * WINDOW;
    const timeline = await read<AlertTimeline>(
      seesAll,
      `timeline?from=${String(from)}&to=${String(from + 7_200)}`,
    );
    expect(timeline.running).toBe(replay(ofAcme(), from - 1).length);
    expect(timeline.running).toBeGreaterThan(0);
  });
});

describe('a severity that was changed while the alarm ran', () => {
  const at = START - 100 * DAY;
  const of = (edge: string, step: number, given: { severity: string; cause: string }) => ({
    ...ofAcme()[0]!,
    alarm: server.alarms.open,
    edge,
    at: at + step * WINDOW,
    ...given,
    event: new Uint8Array(16).fill(step + 1),
  });
  beforeAll(async () => {
    const log = [
      of('raise', 0, { severity: 'minor', cause: 'rule' }),
      of('change', 2, { severity: 'critical', cause: 'minor' }),
      of('change', 4, { severity: 'major', cause: 'critical' }),
      of('clear', 6, { severity: 'major', cause: 'rule' }),
    ];
    await insert(server.stack.clickhouse, alarmEvents, eventCodec.encode(log));
  });

  it('is an event of both severities, and holds from its window on: counts, map and table of a past time', async () => {
    const period = `from=${String(at)}&to=${String(at + 7 * WINDOW)}`;
    const reported = async (filter = '') =>
      (await read<Page>(seesAll, `history?${period}${filter}`)).events.map(
        ({ edge, cause, severity }) => `${edge} ${cause} ${severity}`,
      );
    const all = ['clear rule major', 'change critical major', 'change minor critical', 'raise rule minor'];
    expect(await reported()).toEqual(all);
    expect(await reported('&severity=critical')).toEqual(all.slice(1, 3));
    const states = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6].map(async (step) => {
        const past = await read<PastAlerts>(seesAll, `past?at=${String(at + step * WINDOW)}`);
        const [row] = past.alarms;
        return [row?.severity, row?.since, past.counts.critical, past.counts.warning];
      }),
    );
    expect(states).toEqual([
      ...[0, 1].map(() => ['minor', at, 0, 0]),
      ...[2, 3].map(() => ['critical', at, 1, 0]),
      ...[4, 5].map(() => ['major', at, 0, 1]),
      [undefined, undefined, 0, 0],
    ]);
  });

  atNight('is in the timeline of each severity as long as the alarm had it', async () => {
    const running = async (severity: string, from = at) =>
      read<AlertTimeline>(
        seesAll,
        `timeline?from=${String(from)}&to=${String(at + 7 * WINDOW)}&buckets=7&severity=${severity}`,
      );
    const minutes = async (severity: string) =>
      (await running(severity)).buckets.map((bucket) => [(bucket.at - at) / WINDOW, bucket.running]);
    expect(await minutes('minor')).toEqual([
      [0, 1],
      [2, 0],
    ]);
    expect(await minutes('critical')).toEqual([
      [2, 1],
      [4, 0],
    ]);
    expect(await minutes('major')).toEqual([
      [4, 1],
      [6, 0],
    ]);
    expect((await running('critical', at + 3 * WINDOW)).running).toBe(1);
    expect((await running('minor', at + 3 * WINDOW)).running).toBe(0);
  });
});

describe('an object renamed or deleted since', () => {
  const hour = 3_600;
  /** Events of two hours ago, before anything below happens, and of an hour ahead. */
  const times = [Math.floor(Date.now() / 1_000) - 2 * hour, Math.floor(Date.now() / 1_000) + hour] as const;
  let alarm: number;
  let ids: { site: number; device: number; port: number };
  const element = async (kind: string, name: string, parent_id: number | null) =>
    (
      await server.stack.db
        .insertInto('network_element')
        .values({ customer_id: acme(), kind, name, parent_id })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const raise = (at: number) => ({
    ...ofAcme()[0]!,
    alarm,
    element: ids.port,
    site: ids.site,
    edge: 'raise',
    at,
    event: new Uint8Array(16).fill(at % 251),
  });
  const called = async (at: number) => {
    const period = `from=${String(at)}&to=${String(at + 1)}`;
    const { events: found } = await read<Page>(seesAll, `history?${period}&alarm=${String(alarm)}`);
    return found.map(({ name, siteName, elementName }) => [name, siteName, elementName]);
  };
  beforeAll(async () => {
    const { db, clickhouse } = server.stack;
    alarm = (
      await db
        .insertInto('cockpit_alarm')
        .columns(['cockpit_id', 'label', 'kpi', 'operator', 'threshold', 'severity', 'outliers', 'measures'])
        .expression((from) =>
          from
            .selectFrom('cockpit_alarm')
            .select(['cockpit_id', from.val('Busy line').as('label'), 'kpi', 'operator'])
            .select([from.val(77).as('threshold'), 'severity', 'outliers', 'measures'])
            .where('id', '=', server.alarms.open),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
    const site = await element('site', 'Lyon', null);
    const device = await element('device', 'edge · 9', site);
    ids = { site, device, port: await element('interface', 'Gi0/9', device) };
    await insert(clickhouse, alarmEvents, eventCodec.encode(times.map(raise)));
    await db.updateTable('cockpit_alarm').set({ label: 'Line saturated' }).where('id', '=', alarm).execute();
    await db.updateTable('network_element').set({ name: 'edge-lyon' }).where('id', '=', device).execute();
  });

  atNight('is called in the past as it was called then', async () => {
    const [before] = await called(times[0]);
    const [behind] = await called(times[1]);
    // The inventory of this server stands still: of elements that are there it knows nothing.
    expect([before?.[0], behind?.[0]]).toEqual(['Busy line', 'Line saturated']);
  });

  it('keeps its last name when it is deleted, with everything below it', async () => {
    const { db } = server.stack;
    await db.deleteFrom('network_element').where('id', '=', ids.site).execute();
    const of = db.updateTable('cockpit_alarm').where('id', '=', alarm);
    await of.set({ topology_levels: ['site', 'device'], topology_filter: '' }).execute();
    const placed = await read<PastAlerts>(seesAll, `past?at=${String(times[0])}`);
    // The places that its definition names, as they were called.
    expect(placed.alarms.find((row) => row.alarm === alarm)?.topology).toEqual(['edge · 9', 'Lyon']);
    await db.deleteFrom('cockpit_alarm').where('id', '=', alarm).execute();
    expect(await called(times[0])).toEqual([['Busy line', 'Lyon', 'edge · 9 · Gi0/9']]);
    expect(await called(times[1])).toEqual([['Line saturated', 'Lyon', 'edge-lyon · Gi0/9']]);
    const past = await read<PastAlerts>(seesAll, `past?at=${String(times[0])}`);
    expect(past.alarms.filter((row) => row.alarm === alarm)).toMatchObject([
      {
        name: 'Busy line',
        siteName: 'Lyon',
        elementName: 'edge · 9 · Gi0/9',
        deviceName: 'edge · 9',
        elementKind: 'interface',
      },
    ]);
  });
});

describe('the handling of an alarm', () => {
  const at = START - 200 * DAY;
  const mark = { by: 'ada', at: (at + 350) * 1_000, note: 'On it', untilWorse: false };
  const parent = { alarm: 1, element: 1, relation: 'device', since: at + 8 * WINDOW };
  const of = (edge: string, step: number, more: object = {}, id = step + 100) => {
    const like = ofAcme()[0]!;
    const evidence = JSON.stringify({ ...JSON.parse(like.evidence), ...more });
    const row = {
      ...like,
      edge,
      at: at + step * WINDOW,
      ingested: (at + step * WINDOW + 50) * 1_000,
      evidence,
    };
    return { ...row, event: new Uint8Array(16).fill(id) };
  };
  beforeAll(async () => {
    const until = (at + 5 * WINDOW) * 1_000;
    const log = [
      of('raise', 0),
      of('acknowledge', 1, { acknowledged: { ...mark, until: null }, windows: [] }),
      of('unacknowledge', 2, { acknowledged: { ...mark, until: null }, windows: [], endedBy: 'bob' }),
      of('acknowledge', 3, { acknowledged: { ...mark, until }, windows: [] }),
      // A second one within the same window.
      of('acknowledge', 3, { acknowledged: { ...mark, by: 'eve', until }, windows: [] }, 90),
      of('clear', 7),
      of('raise', 8, { parent }),
      of('unexplain', 9, { parent, windows: [] }),
      of('explain', 10, { parent: { ...parent, relation: 'site' }, windows: [] }),
      of('clear', 11),
    ];
    await insert(server.stack.clickhouse, alarmEvents, eventCodec.encode(log));
    await server.stack.db
      .insertInto('silence')
      .values({
        match: { alarms: [], severities: [], sites: [], elements: [ofAcme()[0]!.element] },
        reason: 'Router update',
        author: 'eve',
        created_at: new Date((at - 60) * 1_000),
        starts_at: new Date((at + WINDOW) * 1_000),
        ends_at: new Date((at + 4 * WINDOW) * 1_000),
      })
      .execute();
  });

  atNight.each([1, 2, 3, 4])('is among the events of a period on request, in pages of %i', async (limit) => {
    const found: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const path = `history?from=${String(at)}&to=${String(at + DAY)}&acknowledgements=true&limit=${String(limit)}&cursor=${next}`;
      const page: Page = await read(seesAll, next === '' ? path.replace('&cursor=', '') : path);
      found.push(...page.events.map(({ edge, by }) => `${edge} ${by ?? ''}`.trim()));
      ({ next } = page);
    }
    const handled = 'acknowledge ada,acknowledge eve,unacknowledge ada,acknowledge ada';
    expect(found.join()).toBe(`clear,raise,clear,${handled},raise`);
  });

  it('lists who was notified of its raise on request, the target by name to those who may read it', async () => {
    const { db } = server.stack;
    const event = '64'.repeat(16);
    const mail = {
      subject: '',
      body: '',
      trigger: 'both',
      grouping: 'single',
      recipients: '[]' as unknown as [],
      alarms: '[]' as unknown as [],
    };
    const { id } = await db
      .insertInto('alarm_mail')
      .values({
        ...mail,
        name: 'Night shift',
        enabled: false,
        customers: '[]' as unknown as [],
        severities: '[]' as unknown as [],
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const sent = { kind: 'mail', target: id, state: 'delivered', events: 1, attempts: 1, response: '' };
    const now = { created_at: new Date(), updated_at: new Date() };
    await db
      .insertInto('notification_delivery')
      .values([
        { ...sent, ...now, key: 'own', customer_id: acme(), event_ids: [event, 'ff'.repeat(16)] },
        { ...sent, ...now, key: 'foreign', customer_id: globex(), event_ids: [event] },
      ])
      .execute();
    const path = `history?from=${String(at)}&to=${String(at + 1)}`;
    expect((await read<Page>(seesAll, path)).events[0]).not.toHaveProperty('notified');
    const known = { kind: 'mail', state: 'delivered' };
    const requested = async (who: Browser) =>
      (await read<Page>(who, `${path}&deliveries=true`)).events[0]?.notified;
    expect(await requested(seesAll)).toEqual([{ ...known, target: null }]);
    await server.account({
      username: 'mailer',
      permissions: ['ALERT.read', 'EXTRA.RESTRICTED.read', 'SETTINGS.SMTP.read'],
    });
    expect(await requested(await server.signedIn('mailer'))).toEqual([{ ...known, target: 'Night shift' }]);
  });

  it('is shown in the past: the acknowledgement with its end, the silence in force, and what explains it', async () => {
    const states = await Promise.all(
      [0, 1, 2, 3, 4, 5, 8, 9, 10].map(async (step) => {
        const { alarms } = await read<PastAlerts>(seesAll, `past?at=${String(at + step * WINDOW + 100)}`);
        const { acknowledged, silenced, parent: by } = alarms[0] ?? {};
        return [step, acknowledged?.note, silenced?.reason, by?.relation].filter(Boolean).join();
      }),
    );
    expect(states).toEqual([
      '',
      '1,On it,Router update',
      '2,Router update',
      '3,On it,Router update',
      '4,On it',
      '5',
      '8,device',
      '9',
      '10,site',
    ]);
  });
});

describe('the state at a past time', () => {
  it('has the alarms that ran, with the values of that time, counts and sites', async () => {
    let most = 0;
    for (let at = START - 1; at < START + WINDOWS * WINDOW; at += 150) {
      const past = await read<PastAlerts>(seesAll, `past?at=${String(at)}`);
      const expected = replay(ofAcme(), at);
      const found = past.alarms.map(({ alarm, element, since }) => [alarm, element, since].join(' '));
      expect(found.sort()).toEqual(
        expected.map((event) => [event.alarm, event.element, event.at].join(' ')).sort(),
      );
      expect(past.counts).toMatchObject({
        critical: expected.filter(({ severity }) => severity === 'critical').length,
        warning: expected.filter(({ severity }) => severity === 'major').length,
      });
      for (const row of past.alarms) {
        expect(row.window).toBe(Math.floor(at / WINDOW) * WINDOW);
        expect(row.recent).toHaveLength(row.measures);
        expect(
          row.recent.filter((value) => value !== null && value > row.threshold).length,
        ).toBeGreaterThanOrEqual(row.outliers);
      }
      most = Math.max(most, past.alarms.length);
    }
    expect(most).toBe(4);
  });

  atNight('shows the values that raised an alarm when the measures are no longer kept', async () => {
    const { clickhouse } = server.stack;
    const long = 400 * DAY;
    const old = ofAcme().filter(({ edge }) => edge === 'raise')[0]!;
    await insert(clickhouse, alarmEvents, eventCodec.encode([{ ...old, alarm: 9_999, at: old.at - long }]));
    const past = await read<PastAlerts>(seesAll, `past?at=${String(START - DAY)}`);
    expect(past.alarms).toMatchObject([
      { alarm: 9_999, since: old.at - long, window: old.at - long, name: '' },
    ]);
    expect(past.alarms[0]!.recent.at(-1)).toBe(8_000_000 / WINDOW);
  });

  interface Drawn extends Pick<EventRow, 'alarm' | 'element' | 'at' | 'severity'> {
    readonly again: boolean;
    readonly change: boolean;
  }

  function edgesOf(
    row: EventRow,
    before: EventRow | undefined,
    { again, change }: Pick<Drawn, 'again' | 'change'>,
  ): readonly EventRow[] {
    if (before === undefined) return [row];
    if (change) return [{ ...row, edge: 'change', cause: before.severity }];
    const clear = { ...row, edge: 'clear' };
    return again ? [clear, row] : [clear];
  }

  /** At one window an instance has one edge, or a clear by a definition that went and a raise by the one that came. */
  function logOf(drawn: readonly Drawn[], customer: number): readonly EventRow[] {
    const log: EventRow[] = [];
    const running = new Map<string, EventRow>();
    for (const { again, change, ...edge } of [...drawn].sort((a, b) => a.at - b.at)) {
      const key = `${String(edge.alarm)}:${String(edge.element)}`;
      const before = running.get(key);
      const row = { ...events[0]!, ...edge, customer, event: new Uint8Array(16), edge: 'raise' };
      if (before?.at === edge.at) continue;
      log.push(...edgesOf(row, before, { again, change }));
      if (before === undefined || again || change) running.set(key, row);
      else running.delete(key);
    }
    return log;
  }

  it('equals a replay of the log, for random logs', async () => {
    const { clickhouse } = server.stack;
    let customer = 1_000_000;
    const edges = fc.array(
      fc.record({
        alarm: fc.integer({ min: 1, max: 3 }),
        element: fc.integer({ min: 1, max: 4 }),
        // Years apart, so that several partitions are met.
        at: fc
          .integer({ min: 0, max: 30 })
          .map((step) => START + (step % 6) * WINDOW - Math.floor(step / 6) * MONTH),
        severity: fc.constantFrom('critical', 'major', 'minor'),
        again: fc.boolean(),
        change: fc.boolean(),
      }),
      { minLength: 1, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(
        edges,
        fc.array(fc.integer({ min: -4, max: 6 }), { minLength: 3, maxLength: 3 }),
        async (drawn, steps) => {
          customer += 1;
          const log = logOf(drawn, customer);
          await insert(clickhouse, alarmEvents, eventCodec.encode(log));
          for (const step of steps) {
            const at = step < 0 ? START + step * MONTH : START + step * WINDOW;
            const { sql, params, settings } = runningRowsSql({ customer, at });
            const rows = await clickhouse.query<RunningRow>(sql, params, settings);
            const found = pastRunningAlarms(rows).map(({ raise, severity }) => ({ ...raise, severity }));
            const text = ({
              alarm,
              element,
              at: since,
              severity,
            }: Pick<EventRow, 'alarm' | 'element' | 'at' | 'severity'>) =>
              [alarm, element, since, severity].join(' ');
            const expected = replay(log, at);
            expect(found.map(text).sort()).toEqual(expected.map(text).sort());
            for (const severity of severities) {
              const count = runningCountSql({ customer, at, severity: [severity] });
              const [counted] = await clickhouse.query<{ running: number }>(
                count.sql,
                count.params,
                count.settings,
              );
              expect(counted?.running).toBe(expected.filter((event) => event.severity === severity).length);
            }
          }
        },
      ),
      { numRuns: rounds(30) },
    );
  });

  atNight('has the map: each site with its number of alarms and the worst severity', async () => {
    const { sites } = await read<PastAlerts>(seesAll, `past?at=${String(START - DAY)}`);
    expect(sites.length).toBeGreaterThan(1);
    // The same events half a year before, at the sites of the inventory.
    const earlier = 180 * DAY;
    const log = ofAcme().map((event) => ({
      ...event,
      at: event.at - earlier,
      site: sites[event.element % sites.length]!.site,
    }));
    await insert(server.stack.clickhouse, alarmEvents, eventCodec.encode(log));
    const seen = new Set<string>();
    for (let at = START - 1; at < START + WINDOWS * WINDOW; at += 300) {
      const past = await read<PastAlerts>(seesAll, `past?at=${String(at - earlier)}`);
      const bySite = Map.groupBy(replay(log, at - earlier), ({ site }) => site);
      const expected = sites.map(({ site }) => {
        const own = bySite.get(site) ?? [];
        const worst = severities.find((one) => own.some(({ severity }) => severity === one)) ?? null;
        return [site, own.length, worst];
      });
      expect(past.sites.map(({ site, alarms, severity }) => [site, alarms, severity])).toEqual(expected);
      seen.add(JSON.stringify(expected));
    }
    expect(seen.size).toBeGreaterThan(3);
  });
});
