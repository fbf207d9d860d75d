import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { DataResult } from '#schemas/data/data-answer.ts';
import type { AskedData } from '#schemas/data/data-request.ts';
import { valuesStatement } from '#schemas/data/statement.ts';
import type { DataStatement, StatementPart } from '#schemas/data/statement.ts';
import { formulaOf } from '#schemas/kpi/formulas.ts';
import { isWholeFlow } from '#schemas/kpi/flow-series-sql.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { valueWayOf } from '#schemas/kpi/series-sql.ts';
import type { Granularity } from '#schemas/time/granularity.ts';
import { startStores } from './harness/embedded-stores.ts';
import { prepareStores } from './harness/network-under-test.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';
import { answerStates } from './live/quiet-engine.ts';
import { startBenchServer } from './live/server.ts';
import type { BenchServer } from './live/server.ts';

const ROUNDS = 20;
const STEP_S = 300;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const SECOND_MS = 1_000;
const DAYS = 7;
/** Measured elements, and rows of the 5-minute rollup of flows per step: 10,000 and 2,000 are a large customer. */
const ELEMENTS = Number(process.env['BENCH_ELEMENTS'] ?? 1_000);
const FLOW_ROWS = Number(process.env['BENCH_FLOW_ROWS'] ?? 500);
const KPI = 'itf_in_util';
const FLOW_KPI = 'app_bps';

/** Measures of all elements and flows of a few sites, rolled up by the store. */
async function fill(clickhouse: ClickHouse, customer: number, end: number): Promise<void> {
  const perDay = DAY_S / STEP_S;
  for (let day = 1; day <= DAYS; day += 1) {
    const from = end - day * DAY_S;
    await clickhouse.command(`INSERT INTO measures (customer, site, element, kpi, at, length, value, numerator, denominator)
      SELECT ${String(customer)}, 100000 + place % 50, 200000 + place, ${String(kpis[KPI].id)},
        toDateTime(${String(from)} + (number % ${String(perDay)}) * ${String(STEP_S)}, 'UTC'), ${String(STEP_S)}, value, value, 100
      FROM (SELECT number, intDiv(number, ${String(perDay)}) AS place, toFloat64(cityHash64(number) % 100) AS value
        FROM numbers(${String(ELEMENTS * perDay)}))`);
    await clickhouse.command(`INSERT INTO flows_5m (customer, at, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, duplicate, bytes, packets, flows)
      SELECT ${String(customer)}, toDateTime(${String(from)} + intDiv(number, ${String(FLOW_ROWS)}) * ${String(STEP_S)}, 'UTC'),
        100000 + number % 50 AS site, 200000 + number % 100, 1, 2, site, 100000 + number % 17, bitShiftLeft(toUInt64(3), 32) + number % 40, 6, 0, 0, 0,
        toUInt64(100000 + cityHash64(number) % 1000000), 100, 3
      FROM numbers(${String(FLOW_ROWS * perDay)})`);
  }
}

interface Case {
  readonly name: string;
  readonly kpi: typeof KPI | typeof FLOW_KPI;
  readonly days: number;
  readonly granularity: Granularity;
  readonly keys: readonly ('site' | 'interface' | 'application')[];
}

const cases: readonly Case[] = [
  { name: 'ports over 2 d of 5 minutes', kpi: KPI, days: 2, granularity: '5m', keys: [] },
  { name: 'sites over 2 d of 5 minutes', kpi: KPI, days: 2, granularity: '5m', keys: ['site'] },
  { name: 'sites over 7 d of hours', kpi: KPI, days: 7, granularity: '1h', keys: ['site'] },
  {
    name: 'applications over 2 d of 5 minutes',
    kpi: FLOW_KPI,
    days: 2,
    granularity: '5m',
    keys: ['application'],
  },
  {
    name: 'applications over 7 d of hours',
    kpi: FLOW_KPI,
    days: 7,
    granularity: '1h',
    keys: ['application'],
  },
];

interface Stage {
  readonly clickhouse: ClickHouse;
  readonly customer: number;
  readonly end: number;
  readonly read: (request: AskedData) => Promise<DataResult>;
}

const askedOf = ({ kpi, days, granularity, keys }: Case, end: number): AskedData => ({
  ...{ id: 'bench', series: [{ kpi }], keys: ['date', ...keys], from: end - days * DAY_S, to: end },
  ...{ working: granularity, display: granularity },
  breakdown: { kind: keys.length === 0 ? 'none' : 'all' },
});

/** The statement that the server runs for a case. */
function directOf({ kpi, days, granularity, keys }: Case, { customer, end }: Stage): DataStatement {
  const common = {
    ...{ customer, from: end - days * DAY_S, to: end, working: granularity, display: granularity },
    ...{ timeZone: 'UTC', isTotal: false, days: undefined, sites: undefined },
  };
  const { id, strategy, aggregation: own } = kpis[kpi];
  const result = { aggregation: own, level: 0.95 };
  const parts = formulaOf(kpi, kpi === FLOW_KPI ? 'flow' : 'snmp');
  if (parts === undefined) throw new Error(`${kpi} has no formula`);
  const values = { ...common, kpi: id, scale: parts.scale, strategy, own };
  const part: StatementPart =
    kpi === FLOW_KPI
      ? {
          of: 'flows',
          isWhole: isWholeFlow({ strategy, aggregation: own }),
          values: {
            ...common,
            keys: keys.includes('application') ? ['application'] : ['none'],
            applications: undefined,
          },
          results: [{ ...result, parts }],
        }
      : {
          of: 'elements',
          way: valueWayOf({ ...values, ...result }),
          values: { ...values, by: keys.includes('site') ? 'site' : 'none', elements: undefined },
          results: [result],
        };
  return valuesStatement([part], 'UTC');
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

/** What a refresh reads, against the whole period. */
function refreshed(name: string, own: Statement, less: Statement): readonly BenchResult[] {
  const result = (what: 'rows' | 'bytes', value: number, peerValue: number): BenchResult => ({
    name: `${name}: ${what} read by a refresh`,
    ...{ value, unit: what, samples: [value], peer: 'the whole period', peerValue, ratio: value / peerValue },
  });
  return [result('rows', less.readRows, own.readRows), result('bytes', less.readBytes, own.readBytes)];
}

type Statement = NonNullable<DataResult['explanation']>['statements'][number];
function statementOf({ explanation }: DataResult): Statement {
  const [found] = explanation?.statements ?? [];
  if (found === undefined) throw new Error('there is no statement');
  return found;
}

async function measure(stage: Stage, each: Case): Promise<readonly BenchResult[]> {
  const { clickhouse, end, read } = stage;
  const asked = askedOf(each, end);
  const { sql, params, settings } = directOf(each, stage);
  const explained = { ...asked, explain: true };
  const own = statementOf(await read(explained));
  if (own.sql !== sql) throw new Error(`${each.name}: the statements differ\n${own.sql}\n${sql}`);
  // In turn, so that both meet the same load.
  const [through, same]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    same.push(await timeOf(() => clickhouse.measured(sql, params, { settings })));
    through.push(await timeOf(() => read(asked)));
  }
  const less = statementOf(await read({ ...explained, since: end - STEP_S }));
  return [
    ...[0.5, 0.95].map((share) => ({
      name: `${each.name}: p${String(share * 100)}`,
      ...{ value: quantile(through, share), unit: 'ms', samples: through },
      ...{ peer: 'the statement sent directly', peerValue: quantile(same, share) },
      ratio: quantile(through, share) / quantile(same, share),
    })),
    ...refreshed(each.name, own, less),
  ];
}

/** Reads one request through the server. */
function reading({ url, cookie, customer }: BenchServer) {
  const token = /X-CSRF-Token=([^;]+)/.exec(cookie)?.[1] ?? '';
  const headers = { cookie, origin: url, 'x-csrf-token': token, 'content-type': 'application/json' };
  return async (request: AskedData): Promise<DataResult> => {
    const body = JSON.stringify({ requests: [request] });
    const reply = await fetch(`${url}/api/v1/customers/${String(customer)}/data`, {
      method: 'POST',
      headers,
      body,
    });
    const text = await reply.text();
    for (const line of text.trimEnd().split('\n')) {
      const { state, result } = JSON.parse(line) as { readonly state?: string; readonly result: DataResult };
      if (state === 'ready') return result;
    }
    throw new Error(text.slice(0, 500));
  };
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const { endpoints } = stores;
  const clickhouse = openClickHouse(endpoints.CLICKHOUSE_URL);
  try {
    await prepareStores(endpoints);
    const server = await startBenchServer(endpoints, answerStates);
    try {
      const { customer } = server;
      // Closed windows only, whether or not an engine announces them.
      const end = (Math.floor(Date.now() / SECOND_MS / HOUR_S) - 1) * HOUR_S;
      await fill(clickhouse, customer, end);
      const stage = { clickhouse, customer, end, read: reading(server) };
      const results: BenchResult[] = [];
      for (const each of cases) results.push(...(await measure(stage, each)));
      return results;
    } finally {
      await server.close();
    }
  } finally {
    await clickhouse.close();
    await stores.close();
  }
}

export const dataRequestsBench = { name: 'data-requests', run };
