import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { severities } from '#schemas/alerting/severity.ts';
import type { AlertTimeline, PastAlerts, PastEvent } from '#schemas/alerting/history.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { alarmEvents } from '#schemas/table/alarm-events.ts';
import { measures } from '#schemas/table/measures.ts';
import type { Table } from '#schemas/table/table.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { runningRows } from '#server/features/alerting/history-queries.ts';
import type { RunningRow } from '#server/features/alerting/history-queries.ts';
import {
  START_MS,
  aSample,
  anAlarm,
  anInventory,
  eventCodec,
  measureCodec,
  portOf,
  sampleCodec,
} from './engine-network.ts';
import type { EventRow, SampleRow } from './engine-network.ts';
import { run } from './engine-run.ts';
import { problemOf } from './access-visitor.ts';
import { openServer } from './server-under-test.ts';
import type { Browser, ServerUnderTest } from './server-under-test.ts';

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
function samples(): SampleRow[] {
  const rows: SampleRow[] = [];
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
      latenessMs: 1_000,
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
const ofAcme = () => events.filter(({ customer }) => customer === acme());
const keyOf = (event: Pick<EventRow, 'at' | 'alarm' | 'element' | 'edge'>) =>
  [event.at, event.alarm, event.element, event.edge].join(' ');
const byTime = (a: EventRow, b: EventRow) =>
  b.at - a.at || b.alarm - a.alarm || b.element - a.element || (a.edge < b.edge ? 1 : -1);

async function read<Reply>(page: Browser, path: string): Promise<Reply> {
  const answer = await page.get(url(path));
  expect([path, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([path, 200, '']);
  return answer.json();
}
type Page = { readonly events: PastEvent[]; readonly next: string | null };

/** The log played back, in plain words. */
function replay(log: readonly EventRow[], at: number): readonly EventRow[] {
  const running = new Map<string, EventRow>();
  const ordered = [...log].sort((a, b) => a.at - b.at || (a.edge < b.edge ? -1 : 1));
  for (const event of ordered) {
    if (event.at > at) continue;
    const key = `${String(event.alarm)}:${String(event.element)}`;
    if (event.edge === 'raise') running.set(key, event);
    else running.delete(key);
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
  ])('refuses %s with %s', async (path, code) => {
    expect(problemOf(await seesAll.get(url(path)))).toEqual([400, code]);
  });

  it('of a customer of somebody else does not exist', async () => {
    for (const path of [`history?${PERIOD}`, `timeline?${PERIOD}`, `past?at=${String(START)}`])
      expect(problemOf(await seesAll.get(url(path, globex())))).toEqual([404, 'NOT_FOUND']);
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
      expect(past.counts).toEqual({
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

  it('shows the values that raised an alarm when the measures are no longer kept', async () => {
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

  it('is what a replay of the log makes of it, for random logs', async () => {
    const { clickhouse } = server.stack;
    const [like] = events;
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
      }),
      { minLength: 1, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(
        edges,
        fc.array(fc.integer({ min: -4, max: 6 }), { minLength: 3, maxLength: 3 }),
        async (drawn, steps) => {
          customer += 1;
          const log: EventRow[] = [];
          const raised = new Map<string, number>();
          for (const { again, ...edge } of [...drawn].sort((a, b) => a.at - b.at)) {
            const key = `${String(edge.alarm)}:${String(edge.element)}`;
            const before = raised.get(key);
            const row = { ...like!, ...edge, customer, event: new Uint8Array(16) };
            // At one window an instance has one edge, or a clear by a definition that went and a raise by the one that came.
            if (before === undefined) log.push({ ...row, edge: 'raise' });
            else if (before === edge.at) continue;
            else log.push({ ...row, edge: 'clear' }, ...(again ? [{ ...row, edge: 'raise' }] : []));
            if (before === undefined || again) raised.set(key, edge.at);
            else raised.delete(key);
          }
          await insert(clickhouse, alarmEvents, eventCodec.encode(log));
          for (const step of steps) {
            const at = step < 0 ? START + step * MONTH : START + step * WINDOW;
            const { sql, params, settings } = runningRows({ customer, at });
            const found = await clickhouse.query<RunningRow>(sql, params, settings);
            const text = ({
              alarm,
              element,
              at: since,
              severity,
            }: Pick<EventRow, 'alarm' | 'element' | 'at' | 'severity'>) =>
              [alarm, element, since, severity].join(' ');
            expect(found.map(text).sort()).toEqual(replay(log, at).map(text).sort());
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('has the map: each site with the number and the worst of what ran there', async () => {
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
