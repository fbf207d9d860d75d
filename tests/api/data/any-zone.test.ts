import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataLine, DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { Customer } from '#schemas/customer/customer.ts';
import { kpis } from '#schemas/kpi/library.ts';
import type { Series } from '#schemas/kpi/series.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { atNight } from '#tests/gate/at-night.ts';

const WINDOW = 300;
const DAY = 86_400;
const HOUR = 3_600;
/** Values of this many days up to now, which is at six o’clock of UTC. */
const DAYS = 130;
const NOW = Math.floor(Date.now() / 1_000 / DAY) * DAY - DAY + 6 * HOUR;
const START = NOW - 6 * HOUR - DAYS * DAY;
const WINDOWS = (NOW - START) / WINDOW;
const ELEMENT = 81;
/** Days of hours of a server that keeps few of them. */
const FEW = 40;

const valueAt = (window: number): number => (window * 7_919) % 100_003;
function sumIn(from: number, to: number): number {
  let sum = 0;
  for (let at = Math.max(from, START); at < Math.min(to, NOW); at += WINDOW)
    sum += valueAt((at - START) / WINDOW);
  return sum;
}
const windowsIn = (from: number, to: number): number => (Math.min(to, NOW) - Math.max(from, START)) / WINDOW;
const startOfDay = (at: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at * 1_000)
    .toZonedDateTimeISO(zone)
    .startOfDay().epochMilliseconds / 1_000;

describe('in any time zone', () => {
  let server: ServerUnderTest;
  let few: ServerUnderTest;
  let browser: Browser;
  const of = (clientId: string): number => server.customers.get(clientId)!;

  async function lineOf(
    request: Partial<DataRequestInput>,
    clientId = 'acme',
    page = browser,
  ): Promise<DataLine> {
    const data = { id: 'one', series: [{ kpi: 'itf_in_bps' }], from: START + 10 * DAY, to: NOW, ...request };
    const url = `/api/v1/customers/${String(of(clientId))}/data`;
    const { body } = await page.send('POST', url, { body: { requests: [data] } });
    const lines = body.trimEnd().split('\n');
    return JSON.parse(lines.find((line) => !line.includes('"running"'))!) as DataLine;
  }
  async function resultOf(
    request: Partial<DataRequestInput>,
    clientId?: string,
    page?: Browser,
  ): Promise<DataResult> {
    const line = await lineOf(request, clientId, page);
    return line.state === 'ready' ? line.result : expect.fail(JSON.stringify(line));
  }
  const codesOf = ({ notes = [] }: DataResult) => notes.map(({ code }) => code);
  const valuesIn = ({ rows }: DataResult) => rows[0]!.values[0]!;

  beforeAll(async () => {
    server = await openServer({ startsAt: NOW * 1_000 + 20 * MINUTE_MS });
    few = await openServer({ adjacent: server, retentionDays: { '5m': 31, '1h': FEW, '1d': 1_096 } });
    const { clickhouse } = server.stack;
    // Hours of this customer are cut by the server as it has its zone, before its values arrive.
    await server.stack.db
      .updateTable('customer')
      .set({ time_zone: 'Asia/Kathmandu' })
      .where('id', '=', of('globex'))
      .execute();
    await server.followInventory();
    await server.clock.leap(MINUTE_MS);
    await eventually(async () => {
      const rows = await clickhouse.query<{ parts: number }>(
        `SELECT parts FROM rollup_steps WHERE customer = ${String(of('globex'))}`,
      );
      return rows[0]?.parts === 4 ? true : undefined;
    });
    const at = `toDateTime(${String(START)} + number * ${String(WINDOW)}, 'UTC')`;
    for (const clientId of ['acme', 'globex'])
      for (const first of [0, WINDOWS / 2]) {
        const rows = `(SELECT number + ${String(Math.floor(first))} AS number FROM numbers(${String(Math.ceil(WINDOWS / 2))})) WHERE number < ${String(first === 0 ? Math.floor(WINDOWS / 2) : WINDOWS)}`;
        const value = '(number * 7919) % 100003';
        await clickhouse.command(`INSERT INTO measures (customer, site, element, kpi, at, length, value, numerator, denominator)
          SELECT ${String(of(clientId))}, 1, ${String(ELEMENT)}, arrayJoin([${String(kpis.itf_in_bps.id)}, ${String(kpis.cpe_cpu.id)}]), ${at}, ${String(WINDOW)}, ${value}, ${value}, 1 FROM ${rows}`);
        await clickhouse.command(`INSERT INTO flows_5m (customer, site, at, application, bytes, packets, flows)
          SELECT ${String(of(clientId))}, 1, ${at}, 7, ${value}, 1, 1 FROM ${rows}`);
      }
    await server.account({ username: 'reader', permissions: ['DASHBOARD.read'] });
    browser = await server.signedIn('reader');
  });
  afterAll(() => server.close());

  const overDays = { keys: ['date'] as DataRequestInput['keys'], display: '1d' } as const;
  const average = { series: [{ kpi: 'itf_in_bps', aggregation: 'average' as const }] };

  it.each(['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Tokyo', 'Pacific/Auckland'])(
    'days of four months are those of %s',
    async (timeZone) => {
      const result = await resultOf({ ...overDays, ...average, timeZone });
      const { steps } = result;
      expect(steps![0]).toBe(startOfDay(START + 10 * DAY, timeZone));
      const expected = steps!.map((from, index) => {
        const to = steps![index + 1] ?? NOW;
        return sumIn(from, to) / windowsIn(from, to);
      });
      for (const [index, value] of valuesIn(result).entries()) expect(value).toBeCloseTo(expected[index]!, 6);
      expect([result.timeZone, codesOf(result)]).toEqual([timeZone, []]);
    },
  );

  atNight('weeks and months are merged from them, for measures and for traffic', async () => {
    for (const display of ['1w', '1mo'] as const) {
      const common = { keys: ['date'] as DataRequestInput['keys'], display, timeZone: 'Europe/Paris' };
      const bytes = await resultOf({ ...common, series: [{ kpi: 'app_bytes', aggregation: 'sum' }] });
      const sums = bytes.steps!.map((from, index) => sumIn(from, bytes.steps![index + 1] ?? NOW));
      expect(valuesIn(bytes)).toEqual(sums);
      const values = await resultOf({ ...common, ...average });
      expect(valuesIn(values).length).toBe(bytes.steps!.length);
    }
  });

  it('the values of one KPI are those of a data request, also where the period begins and ends within a step', async () => {
    const within = { from: NOW - 9 * DAY + 4_000, to: NOW - 2 * DAY - 1_234 };
    for (const timeZone of ['UTC', 'America/New_York', 'Asia/Kolkata'])
      for (const display of ['1h', '1d', '1w'] as const) {
        const result = await resultOf({ ...within, ...average, keys: ['date'], display, timeZone });
        const query = Object.entries({ ...within, display, timeZone, aggregation: 'average' })
          .map(([name, value]) => `${name}=${String(value)}`)
          .join('&');
        const response = await browser.get(`/api/v1/customers/${String(of('acme'))}/kpi/itf_in_bps?${query}`);
        const [series] = response.json<Series>().series;
        const expected = result.steps!.map((step, index) => [step, valuesIn(result)[index]]);
        expect(series!.points, `${display} ${timeZone}`).toEqual(expected);
        const [first, next] = [result.steps![0]!, result.steps![1]!];
        expect(first).toBeLessThanOrEqual(within.from);
        expect(series!.points[0]![1]).toBeCloseTo(sumIn(first, next) / windowsIn(first, next), 6);
      }
  });

  it('a customer whose zone is a quarter of an hour off has exact days for as long as its hours are cut', async () => {
    const timeZone = 'Asia/Kathmandu';
    const result = await resultOf({ ...overDays, ...average }, 'globex');
    expect(result.timeZone).toBe(timeZone);
    for (const [index, from] of result.steps!.entries()) {
      const to = result.steps![index + 1] ?? NOW;
      expect(valuesIn(result)[index]).toBeCloseTo(sumIn(from, to) / windowsIn(from, to), 6);
    }
    // Its hours have been cut since now, as far as the server knows.
    expect(result.notes).toEqual([
      { code: 'UNCUT_HOURS', params: { zone: timeZone, until: expect.any(Number) } },
    ]);
    expect(result.notes![0]!.params).toMatchObject({ until: result.to });
    expect(codesOf(await resultOf({ ...overDays, from: NOW - 20 * DAY }, 'globex'))).toEqual([]);
  });

  atNight(
    'a reader of half hours learns that hours of the customer are not cut, but for days with values of 5 minutes',
    async () => {
      const timeZone = 'Asia/Kolkata';
      const result = await resultOf({ ...overDays, timeZone });
      expect(result.notes).toEqual([{ code: 'UNCUT_HOURS', params: { zone: timeZone, until: null } }]);
      expect(codesOf(await resultOf({ ...overDays, timeZone, from: NOW - 20 * DAY }))).toEqual([]);
    },
  );

  const everything = { from: START - 3 * DAY, to: NOW };

  it.each([
    'UTC',
    'Europe/Paris',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
  ])('a table without dates has the same values in %s as everywhere', async (timeZone) => {
    const series = [{ kpi: 'itf_in_bps', aggregation: 'average' as const }];
    const table = { ...everything, timeZone, series, display: '1d' } as const;
    const rows = {
      keys: ['interface'] as DataRequestInput['keys'],
      breakdown: { kind: 'top', count: 3 },
    } as const;
    for (const page of [browser, await few.signedIn('reader')]) {
      const one = await resultOf(table, 'acme', page);
      expect(valuesIn(one)[0]).toBeCloseTo(sumIn(START, NOW) / WINDOWS, 6);
      const top = await resultOf({ ...table, ...rows }, 'acme', page);
      expect(top.rows.map(({ values }) => values[0]![0])).toEqual([
        expect.closeTo(sumIn(START, NOW) / WINDOWS, 6),
      ]);
      const traffic = {
        ...everything,
        timeZone,
        series: [{ kpi: 'app_bytes', aggregation: 'sum' as const }],
      };
      expect(valuesIn(await resultOf(traffic, 'acme', page))[0]).toBe(sumIn(START, NOW));
    }
  });

  atNight('where hours expire before days, older days are days of UTC, which the result says', async () => {
    const page = await few.signedIn('reader');
    const timeZone = 'Europe/Paris';
    const result = await resultOf({ ...overDays, ...average, timeZone }, 'acme', page);
    const hoursFrom = Math.floor((NOW - FEW * DAY - HOUR) / DAY) * DAY;
    expect(result.notes).toEqual([{ code: 'UTC_DAYS', params: { zone: timeZone, until: hoursFrom } }]);
    for (const [index, from] of result.steps!.entries()) {
      const to = result.steps![index + 1] ?? NOW;
      if (from >= hoursFrom)
        expect(valuesIn(result)[index]).toBeCloseTo(sumIn(from, to) / windowsIn(from, to), 6);
      const day = Math.ceil((from - DAY / 2) / DAY) * DAY;
      if (to + DAY < hoursFrom) expect(valuesIn(result)[index]).toBeCloseTo(sumIn(day, day + DAY) / 288, 6);
    }
    expect(codesOf(await resultOf({ ...overDays, timeZone: 'UTC' }, 'acme', page))).toEqual([]);
    expect(
      await lineOf({ ...overDays, display: '1h', from: NOW - 60 * DAY, to: NOW - 50 * DAY }, 'acme', page),
    ).toMatchObject({
      problem: { code: 'SERIES_NOT_RETAINED' },
    });
  });

  atNight(
    'percentiles of any level of one element are estimated once its values are no longer stored',
    async () => {
      const percentile = { kpi: 'cpe_cpu', aggregation: 'percentile' as const, percentile: 97 };
      const of = { series: [percentile], timeZone: 'Europe/Paris', breakdown: { kind: 'all' } } as const;
      const overTime = await resultOf({ ...of, ...overDays, keys: ['date', 'device'], series: [percentile] });
      expect(overTime.series[0]!.fromQuantiles).toBe(true);
      expect(valuesIn(overTime).every((value) => value! > 90_000 && value! <= 100_003)).toBe(true);
      const total = await resultOf({ ...of, keys: ['device'], series: [percentile], display: '1d' });
      expect(valuesIn(total)[0]).toBeGreaterThan(95_000);
    },
  );

  atNight(
    'a zone that the server does not know falls back to that of the customer, else UTC, with a notice',
    async () => {
      for (const [clientId, fallback] of [
        ['acme', 'UTC'],
        ['globex', 'Asia/Kathmandu'],
      ] as const) {
        const result = await resultOf(
          { ...overDays, from: NOW - 5 * DAY, timeZone: 'Mars/Olympus' },
          clientId,
        );
        expect(result.timeZone).toBe(fallback);
        expect(result.notes).toEqual([
          { code: 'TIMEZONE_FALLBACK', params: { name: 'Mars/Olympus', fallback } },
        ]);
        expect(valuesIn(result)).toEqual(
          valuesIn(await resultOf({ ...overDays, from: NOW - 5 * DAY, timeZone: fallback }, clientId)),
        );
      }
      const series = await browser.get(
        `/api/v1/customers/${String(of('acme'))}/kpi/itf_in_bps?from=${String(NOW - DAY)}&to=${String(NOW)}&timeZone=Mars/Olympus`,
      );
      expect(series.statusCode).toBe(200);
    },
  );

  it('a stored document with an unknown zone is read, and is refused as it is written', async () => {
    await server.account({
      username: 'writer',
      customers: ['acme'],
      permissions: ['DASHBOARD.read', 'DASHBOARD.write'],
    });
    const writer = await server.signedIn('writer');
    const url = `/api/v1/customers/${String(of('acme'))}/dashboard`;
    const place = { x: 0, y: 0, width: 12, height: 8 };
    const dashlet = {
      id: 'd0',
      type: 'gauge',
      title: 'Traffic',
      place,
      settings: { series: [{ kpi: 'itf_in_bps' }] },
    };
    const draft = (timeZone: string) => ({
      name: `Zone ${timeZone}`,
      description: '',
      folder: '',
      visibility: 'public',
      document: { version: 1, dashlets: [dashlet], timeZone },
    });
    const refused = await writer.send('POST', url, { body: draft('Mars/Olympus') });
    expect(refused.json()).toMatchObject({
      errors: [{ path: 'body.document.timeZone', code: 'TIMEZONE_UNKNOWN' }],
    });
    const made = await writer.send('POST', url, { body: draft('Europe/Paris') });
    const { id } = made.json<{ id: number }>();
    const { document } = await server.stack.db
      .selectFrom('dashboard_document')
      .select('document')
      .where('resource_id', '=', id)
      .executeTakeFirstOrThrow();
    await server.stack.db
      .updateTable('dashboard_document')
      .set({ document: { ...document, timeZone: 'Mars/Olympus' } })
      .where('resource_id', '=', id)
      .execute();
    const read = await writer.get(`${url}/${String(id)}`);
    expect(read.json()).toMatchObject({ document: { timeZone: 'Mars/Olympus' } });
    const request = {
      id: 'd0',
      series: [{ kpi: 'itf_in_bps' }],
      from: NOW - DAY,
      to: NOW,
      timeZone: 'Mars/Olympus',
    };
    const { body } = await writer.send('POST', `${url}/${String(id)}/data`, {
      body: { requests: [request] },
    });
    expect(body).toContain('"code":"TIMEZONE_FALLBACK"');
    const stated = await writer.send('PUT', `${url}/${String(id)}`, {
      body: { ...draft('Mars/Olympus'), version: 1 },
    });
    expect(stated.statusCode).toBe(400);
  });

  describe('a customer', () => {
    const customersOf = async (page: Browser) =>
      (await page.get('/api/v1/cc/customer')).json<{ customers: Customer[] }>().customers;
    const setCountry = async (country: string): Promise<void> => {
      const ids = [...server.inventory().sites.values()]
        .filter(({ customer }) => customer === of('initech'))
        .map(({ id }) => id);
      await server.stack.db.updateTable('site').set({ country }).where('id', 'in', ids).execute();
      await server.followInventory();
      await server.clock.leap(MINUTE_MS);
    };
    const zoneOf = async (page: Browser) => {
      const session = await page.get('/api/v1/session');
      const { customers } = session.json<{ customers: { id: number; timeZone?: string }[] }>();
      return customers.find(({ id }) => id === of('initech'))?.timeZone;
    };

    it('has the zone of its country unless it has one of its own, or one that is unknown', async () => {
      await server.account({ username: 'admin', permissions: ['CUSTOMER.read', 'CUSTOMER.write'] });
      const page = await server.signedIn('admin');
      expect(await zoneOf(page)).toBeUndefined();
      await setCountry('Allemagne');
      await eventually(async () => {
        server.clock.setBy(3_000);
        return (await zoneOf(page)) === 'Europe/Berlin' ? true : undefined;
      });
      const stored = async () => (await customersOf(page)).find(({ id }) => id === of('initech'));
      expect(await stored()).toMatchObject({ timeZone: null, countryTimeZone: 'Europe/Berlin' });
      const set = (zone: string | null) =>
        server.stack.db
          .updateTable('customer')
          .set({ time_zone: zone })
          .where('id', '=', of('initech'))
          .execute();
      await set('America/Lima');
      server.clock.setBy(3_000);
      expect(await zoneOf(page)).toBe('America/Lima');
      await set('Mars/Olympus');
      server.clock.setBy(3_000);
      expect(await zoneOf(page)).toBe('Europe/Berlin');
      expect(await stored()).toMatchObject({ timeZone: 'Mars/Olympus' });
      await server.followInventory();
      expect(server.inventory().customers.get(of('initech'))?.timeZone).toBe('Europe/Berlin');
      await set(null);
      await setCountry('');
      await eventually(async () => ((await stored())?.countryTimeZone === null ? true : undefined));
    });
  });
});
