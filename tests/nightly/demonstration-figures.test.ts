import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { readEndpoints } from '#platform/embedded/access/endpoints.ts';
import type { DataLine } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { until } from '../fixtures/eventually.ts';
import { freePorts, start, type StartedProcess } from '../fixtures/process/start-process.ts';
import { signIn, type Client } from '../scenario/account/start-session.ts';
import { withPostgres } from '../store/postgres-template.ts';

/** An hour at most: the history of a month is written while the live network runs. */
const STARTS_MS = 3_600_000;
const DAY = 86_400;
const data = mkdtempSync(join(tmpdir(), 'telltale-figures-'));

/** A request, and a statement for its values that was written apart from the product, over the windows and flows as they were stored. */
interface Checked {
  readonly title: string;
  readonly request: Pick<DataRequestInput, 'series' | 'keys' | 'working'>;
  /** Columns `key`, `day` (of the zone, or empty) and `value`; `CONDITIONS` stands for customer and period, `DAY` for the day of a time. */
  readonly sql: string;
}

const measuresOf = (kpi: number): string => `measures WHERE kpi = ${String(kpi)} AND CONDITIONS`;

const checks: readonly Checked[] = [
  {
    title: 'inbound volume of sites by day',
    request: { series: [{ kpi: 'itf_in_bytes' }], keys: ['date', 'site'] },
    sql: `SELECT site AS key, DAY AS day, sum(value) AS value FROM ${measuresOf(9)} AND site != 0 GROUP BY key, day`,
  },
  {
    title: 'peak of inbound throughput of sites by day',
    request: { series: [{ kpi: 'itf_in_bps', aggregation: 'maximum' }], keys: ['date', 'site'] },
    // More time than the window has, after a missed poll, counts where each interface has it.
    sql: `SELECT key, DAY AS day, max(bps) AS value FROM (
            SELECT site AS key, at, max(denominator) AS most, min(denominator) AS least, any(length) AS seconds,
              sum(numerator) / if(least > seconds, least, if(most > seconds, seconds, most)) AS bps FROM ${measuresOf(1)} AND site != 0 GROUP BY key, at
          ) GROUP BY key, day`,
  },
  {
    title: '95th percentile of inbound utilisation of interfaces over the month',
    request: { series: [{ kpi: 'itf_in_util', aggregation: 'percentile' }], keys: ['interface'] },
    sql: `SELECT element AS key, '' AS day, arraySort(groupArray(value))[toUInt32(ceil(0.95 * count()))] AS value
          FROM ${measuresOf(7)} AND site != 0 GROUP BY key`,
  },
  {
    title: 'availability of devices over the month',
    request: { series: [{ kpi: 'cpe_avail' }], keys: ['device'] },
    sql: `SELECT element AS key, '' AS day, 100 * sum(numerator) / sum(denominator) AS value
          FROM ${measuresOf(23)} AND site != 0 GROUP BY key`,
  },
  {
    title: 'mean processor load of the devices of sites by day',
    request: { series: [{ kpi: 'cpe_cpu' }], keys: ['date', 'site'] },
    sql: `SELECT site AS key, DAY AS day, avg(value) AS value FROM ${measuresOf(18)} AND site != 0 GROUP BY key, day`,
  },
  {
    title: 'volume of applications by day',
    request: { series: [{ kpi: 'app_bytes' }], keys: ['date', 'application'] },
    sql: `SELECT application AS key, DAY AS day, sum(bytes) AS value FROM flows_5m WHERE CONDITIONS AND duplicate = 0 GROUP BY key, day`,
  },
  {
    title: 'response time of applications over the month',
    request: { series: [{ kpi: 'app_resp' }], keys: ['application'] },
    sql: `SELECT application AS key, '' AS day, sum(server_ms) / sum(responses) AS value FROM flow_metrics_5m
          WHERE CONDITIONS AND duplicate = 0 GROUP BY key HAVING sum(responses) > 0`,
  },
];

const zones = ['UTC', 'Europe/Paris'] as const;

describe('a month of the demonstration network', () => {
  let product: StartedProcess;
  let clickhouse: ClickHouse | undefined;
  let client: Client;
  let customer: number;
  let period: { readonly from: number; readonly to: number };

  beforeAll(async () => {
    const ports = await freePorts();
    product = start(['--customers', '3', '--sites', '12', '--flows-per-second', '30'], {
      ...ports,
      TELLTALE_DATA: withPostgres(data),
      TELLTALE_ADMIN_PASSWORD: 'an-administrator-of-a-test',
    });
    await product.line(/^Telltale is ready: /);
    // The process that writes it starts after that.
    const log = join(data, 'log', 'history.log');
    const historyLog = (): string => (existsSync(log) ? readFileSync(log, 'utf8') : '');
    await until('the history is written', () => historyLog().includes('history written'), STARTS_MS);
    clickhouse = openClickHouse(readEndpoints(data).CLICKHOUSE_URL);
    client = await signIn(`http://127.0.0.1:${ports['PORT'] ?? ''}`, 'noc', 'telltale-demo-noc');
    const [largest] = await clickhouse.query<{ customer: number }>(
      'SELECT customer FROM measures GROUP BY customer ORDER BY count() DESC LIMIT 1',
    );
    customer = largest!.customer;
    const today = Math.floor(systemClock.now().getTime() / 1_000 / DAY) * DAY;
    // Days in both zones: the first one of the history and the last ones, which are not complete, are left out.
    period = { from: today - 28 * DAY, to: today - 2 * DAY };
    const stored = async (): Promise<string> => {
      const [row] = await clickhouse!.query<{ rows: string }>(
        `SELECT toString(count()) AS rows FROM measures WHERE at < toDateTime(${String(period.to)}, 'UTC')`,
      );
      return row!.rows;
    };
    let before = '';
    const isStored = async (): Promise<boolean> => {
      const [last, now] = [before, await stored()];
      before = now;
      await systemClock.wait(10_000);
      return last === now;
    };
    await until('the history is stored', isStored, STARTS_MS);
  }, STARTS_MS);
  afterAll(async () => {
    await clickhouse?.close();
    product.child.kill('SIGTERM');
    await product.ended;
    rmSync(data, { recursive: true, force: true });
  }, 120_000);

  /** Midnights of a zone: the statements and requests are about the same days. */
  const daysOf = (zone: string) => {
    const offset = (at: number): number => {
      const text = new Intl.DateTimeFormat('sv', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      }).format(at * 1_000);
      return Date.parse(`${text.replace(' ', 'T')}Z`) / 1_000 - at;
    };
    return { from: period.from - offset(period.from), to: period.to - offset(period.to) };
  };

  async function overRest(request: Checked['request'], zone: string): Promise<ReadonlyMap<string, number>> {
    const data: DataRequestInput = {
      id: 'one',
      ...request,
      ...daysOf(zone),
      display: '1d',
      timeZone: zone,
      breakdown: { kind: 'all' },
    };
    const url = `/api/v1/customers/${String(customer)}/data`;
    const text = await (await client.send('POST', url, { requests: [data] })).text();
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as DataLine);
    const found = lines.find(({ state }) => state === 'ready');
    if (found?.state !== 'ready') return expect.fail(text.slice(0, 500));
    const { rows, steps } = found.result;
    const day = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' });
    return new Map(
      rows.flatMap(({ key, values }) =>
        values[0]!.flatMap((value, step): [string, number][] => {
          if (value === null) return [];
          return [[`${String(key[0]!.id)} ${steps === null ? '' : day.format(steps[step]! * 1_000)}`, value]];
        }),
      ),
    );
  }

  async function byStatement(sql: string, zone: string): Promise<ReadonlyMap<string, number>> {
    const { from, to } = daysOf(zone);
    const conditions = `customer = ${String(customer)} AND toUnixTimestamp(at) >= ${String(from)} AND toUnixTimestamp(at) < ${String(to)}`;
    const rows = await clickhouse!.query<{ key: number | string; day: string; value: number | string }>(
      sql.replaceAll('CONDITIONS', conditions).replaceAll('DAY', `formatDateTime(at, '%F', '${zone}')`),
    );
    return new Map(rows.map(({ key, day, value }) => [`${String(key)} ${day}`, Number(value)]));
  }

  describe.each(zones)('in %s', (zone) => {
    it.each(checks)('$title', async ({ request, sql }) => {
      const [found, right] = [await overRest(request, zone), await byStatement(sql, zone)];
      expect(right.size).toBeGreaterThan(0);
      expect([...found.keys()].sort()).toEqual([...right.keys()].sort());
      const wrong = [...right].filter(
        ([name, value]) => Math.abs(found.get(name)! - value) > 1e-9 * Math.max(1, Math.abs(value)),
      );
      expect(
        wrong.map(([name, value]) => `${name}: ${String(found.get(name))} for ${String(value)}`),
      ).toEqual([]);
    });
  });
});
