import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subjects } from '#schemas/bus/subject.ts';
import type { DataLine, DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { businessHours, type BusinessHours } from '#schemas/time/business-hours.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const WINDOW = 300;
const HOUR = 3_600;
/** Some days after both changes of the clock, which are in tables of five minutes still. */
const NOW = '2026-10-30T12:00:00Z';
const everyHours: readonly BusinessHours[] = ['24h', 'monday-friday', 'monday-saturday'];

/** Customers whose clock changes, each on a Sunday, and one half an hour from UTC. */
const customers = {
  acme: { zone: 'Europe/Paris', days: ['2026-10-24', '2026-10-25', '2026-10-26'], hours: [24, 25, 24] },
  globex: { zone: 'Australia/Sydney', days: ['2026-10-03', '2026-10-04', '2026-10-05'], hours: [24, 23, 24] },
  initech: { zone: 'Asia/Kolkata', days: ['2026-10-24', '2026-10-25', '2026-10-26'], hours: [24, 24, 24] },
} as const;
type ClientId = keyof typeof customers;
const clientIds = Object.keys(customers) as readonly ClientId[];

const startOf = (day: string, zone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds / 1_000;
/** Starts of the days, and the end of the last one. */
const startsOf = (clientId: ClientId): readonly [number, number, number, number] => {
  const { zone, days } = customers[clientId];
  const after = Temporal.PlainDate.from(days[2]).add({ days: 1 }).toString();
  return [startOf(days[0], zone), startOf(days[1], zone), startOf(days[2], zone), startOf(after, zone)];
};

describe('in the time zone of their customer', () => {
  let server: ServerUnderTest;
  let browser: Browser;
  const of = (clientId: string): number => server.customers.get(clientId)!;
  const sql = <Row>(text: string): Promise<readonly Row[]> => server.stack.clickhouse.query<Row>(text);

  async function linesOf(
    clientId: ClientId,
    request: Partial<DataRequestInput>,
  ): Promise<readonly DataLine[]> {
    const [from, , , to] = startsOf(clientId);
    const body = {
      requests: [{ id: 'one', series: [{ kpi: 'itf_in_bps' }], from, to, ...request }],
    };
    const reply = await browser.send('POST', `/api/v1/customers/${String(of(clientId))}/data`, { body });
    return reply.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as DataLine);
  }
  async function resultOf(clientId: ClientId, request: Partial<DataRequestInput>): Promise<DataResult> {
    const lines = await linesOf(clientId, request);
    const line = lines.find(({ state }) => state === 'ready');
    return line?.state === 'ready' ? line.result : expect.fail(JSON.stringify(lines));
  }
  const valuesIn = ({ rows }: DataResult) => rows[0]!.values;

  async function announce(clientId: ClientId, until: number): Promise<void> {
    const customer = of(clientId);
    const notice = { granularity: '5m', start: until - WINDOW, length: WINDOW, watermark: until * 1_000 };
    for (const source of ['samples', 'flows'])
      server.stack.bus.publish(
        subjects.live(customer, 'window'),
        JSON.stringify({ customer, of: source, ...notice }),
      );
    await server.stack.bus.flush();
  }

  async function addRows(clientId: ClientId): Promise<void> {
    const [from, , , to] = startsOf(clientId);
    const span = `toDateTime(${String(from)} + number * ${String(WINDOW)}, 'UTC') AS at`;
    const rows = `numbers(${String((to - from) / WINDOW)})`;
    const { clickhouse } = server.stack;
    await clickhouse.command(`INSERT INTO measures (customer, site, element, kpi, at, length, value, numerator, denominator)
      SELECT ${String(of(clientId))}, 1, 81, ${String(kpis.itf_in_bps.id)}, at, ${String(WINDOW)}, value, value, 1
      FROM (SELECT ${span}, toFloat64(cityHash64(number) % 1000) AS value FROM ${rows})`);
    await clickhouse.command(`INSERT INTO flows_5m (customer, site, at, application, bytes, packets, flows)
      SELECT ${String(of(clientId))}, 1, ${span}, number % 3, cityHash64(number) % 10000, 1, 1 FROM ${rows}`);
  }

  beforeAll(async () => {
    server = await openServer();
    server.clock.setBy(Date.parse(NOW) - server.clock.now().getTime());
    for (const table of ['measures', 'measures_1h', 'measures_1d', 'flows_5m', 'flows_1h', 'flows_1d'])
      await server.stack.clickhouse.command(`ALTER TABLE ${table} REMOVE TTL`);
    for (const clientId of clientIds) {
      const { zone } = customers[clientId];
      const { db } = server.stack;
      await db.updateTable('customer').set({ time_zone: zone }).where('id', '=', of(clientId)).execute();
      await addRows(clientId);
    }
    await server.account({ username: 'planner', permissions: ['DASHBOARD.read'], customers: [...clientIds] });
    browser = await server.signedIn('planner');
  });
  afterAll(() => server.close());

  describe.each(clientIds)('(%s)', (clientId) => {
    const { zone, days, hours } = customers[clientId];
    const [from, , , to] = startsOf(clientId);
    /** Conditions of hand-written statements. */
    const where = (requested: BusinessHours, end = to): string =>
      `customer = ${String(of(clientId))} AND toUnixTimestamp(at) >= ${String(from)} AND toUnixTimestamp(at) < ${String(end)}
       AND toDayOfWeek(at, 0, '${zone}') IN (${[...businessHours[requested].days].join()})`;
    const isOn = (day: string, requested: BusinessHours): boolean =>
      [...businessHours[requested].days].some((each) => each === Temporal.PlainDate.from(day).dayOfWeek);
    const secondsOn = (requested: BusinessHours): number =>
      days.reduce((sum, day, index) => sum + (isOn(day, requested) ? hours[index]! * HOUR : 0), 0);

    it.each(everyHours)('days have 23, 24 or 25 hours (%s)', async (requested) => {
      const overDays = { businessHours: requested, display: '1d', keys: ['date'] } as const;
      const { steps, ...measured } = await resultOf(clientId, {
        ...overDays,
        keys: ['date'],
        working: '5m',
        series: (['average', 'maximum', 'maximum date', 'first', 'percentile'] as const).map(
          (aggregation) => ({ kpi: 'itf_in_bps', aggregation, percentile: 50 }),
        ),
      });
      expect(steps!.map((step, index) => ((steps![index + 1] ?? to) - step) / HOUR)).toEqual(hours);
      const rows = await sql<{ day: string; found: number[] }>(
        `SELECT formatDateTime(at, '%F', '${zone}') AS day, [avg(value), max(value),
           toFloat64(toUnixTimestamp(argMax(at, (value, -toUnixTimestamp(at))))), argMin(value, at), quantileExactLow(0.5)(value)] AS found
         FROM measures WHERE ${where(requested)} AND kpi = ${String(kpis.itf_in_bps.id)} GROUP BY day`,
      );
      const byDay = new Map(rows.map(({ day, found }) => [day, found]));
      expect([...byDay.keys()].sort()).toEqual(days.filter((day) => isOn(day, requested)));
      for (const [series, values] of valuesIn(measured as DataResult).entries())
        for (const [index, day] of days.entries()) {
          const expected = byDay.get(day)?.[series];
          if (expected === undefined) expect(values[index]).toBeNull();
          else expect(values[index]).toBeCloseTo(expected, 6);
        }
    });

    it.each(everyHours)('traffic is divided by the seconds of its days (%s)', async (requested) => {
      const bps = { series: [{ kpi: 'app_bps' }], businessHours: requested };
      const overTime = await resultOf(clientId, { ...bps, keys: ['date'], working: '1d', display: '1d' });
      const rows = await sql<{ day: string; bytes: number }>(
        `SELECT formatDateTime(at, '%F', '${zone}') AS day, sum(bytes) AS bytes FROM flows_5m WHERE ${where(requested)} GROUP BY day`,
      );
      const byDay = new Map(rows.map(({ day, bytes }) => [day, bytes]));
      for (const [index, day] of days.entries()) {
        const bytes = byDay.get(day);
        const value = valuesIn(overTime)[0]![index];
        if (bytes === undefined) expect(value).toBeNull();
        else expect(value).toBeCloseTo((8 * bytes) / (hours[index]! * HOUR), 6);
      }
      const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
      const entire = await resultOf(clientId, bps);
      expect(valuesIn(entire)[0]![0]).toBeCloseTo((8 * total) / secondsOn(requested), 6);
    });
  });

  it('a period that moves on reads its new steps, with what arrived late for the last one', async () => {
    const [from, , , to] = startsOf('acme');
    const before = to - HOUR;
    const traffic = (aggregation: 'average' | 'maximum'): Partial<DataRequestInput> => ({
      series: [{ kpi: 'app_bps', aggregation }],
      keys: ['application'],
      breakdown: { kind: 'all' },
    });
    const ofPort = (['average', 'minimum', 'last'] as const).map((aggregation) => ({
      kpi: 'itf_in_bps',
      aggregation,
    }));
    const requests: readonly Partial<DataRequestInput>[] = [
      traffic('average'),
      traffic('maximum'),
      { series: ofPort },
      { ...traffic('average'), breakdown: { kind: 'top', count: 2, others: true } },
    ];
    const add = (at: number, application: number): Promise<void> =>
      server.stack.clickhouse.command(
        `INSERT INTO flows_5m (customer, site, at, application, bytes, packets, flows)
         VALUES (${String(of('acme'))}, 1, toDateTime(${String(at)}, 'UTC'), ${String(application)}, 900000000, 1, 1)`,
      );
    const bpsOf = (application: number, { rows }: DataResult): number =>
      rows.find(({ key }) => key[0]!.id === application)!.values[0]![0]!;
    const stored = async (application: number): Promise<number> => {
      const [row] = await sql<{ bytes: number }>(
        `SELECT sum(bytes) AS bytes FROM flows_5m WHERE customer = ${String(of('acme'))} AND application = ${String(application)}`,
      );
      return (8 * row!.bytes) / (to - from);
    };
    await announce('acme', before);
    for (const request of requests) await resultOf('acme', { ...request, from: from - HOUR, to: before });
    await add(before - WINDOW, 1);
    await announce('acme', to);
    for (const request of requests) {
      const refreshed = await resultOf('acme', { ...request, since: before });
      const full = await resultOf('acme', request);
      expect(refreshed.rows).toEqual(full.rows);
    }
    const average = traffic('average');
    expect(bpsOf(1, await resultOf('acme', { ...average, since: to }))).toBeCloseTo(await stored(1), 6);
    // What arrives for older windows is not read again, until the full period is.
    await add(before - 10 * HOUR, 2);
    await announce('acme', to + WINDOW);
    const [refreshed, late] = [await resultOf('acme', { ...average, since: to }), await stored(2)];
    expect(bpsOf(2, refreshed)).toBeLessThan(late / 2);
    const found = await eventually(async () => {
      const bps = bpsOf(2, await resultOf('acme', average));
      return bps > late / 2 ? bps : undefined;
    });
    expect(found).toBeCloseTo(late, 6);
  });

  it('an hour counts for the day in which it begins, once values of five minutes are kept no more', async () => {
    const { zone } = customers.initech;
    const [from, , , to] = startsOf('initech');
    server.clock.setBy(Date.parse('2026-12-10T12:00:00Z') - server.clock.now().getTime());
    // The session has ended.
    browser = await server.signedIn('planner');
    const days = await resultOf('initech', { keys: ['date'], working: '1h', display: '1d' });
    const rows = await sql<{ value: number }>(
      `SELECT avg(value) AS value FROM measures WHERE customer = ${String(of('initech'))} AND toStartOfHour(at, 'UTC') >= ${String(from)}
       AND at < ${String(to)} GROUP BY toDate(toStartOfHour(at, 'UTC'), '${zone}') AS day ORDER BY day`,
    );
    expect(rows).toHaveLength(3);
    for (const [index, { value }] of rows.entries()) expect(valuesIn(days)[0]![index]).toBeCloseTo(value, 6);
  });
});
