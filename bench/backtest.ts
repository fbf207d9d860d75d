import { runSync } from '#platform/clock/steps.ts';
import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { runMigrations } from '#platform/migrations/run.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import type { BacktestRule } from '#schemas/cockpit/backtest.ts';
import { noDefinitions } from '#schemas/kpi/definition.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { migrations } from '#schemas/migrations/migrations.ts';
import { runBacktest } from '#engine/backtest/backtest.ts';
import { evaluationPeriod } from '#engine/backtest/period.ts';
import { valueReader } from '#engine/backtest/read-values.ts';
import { perSource, sourceNumber } from '#engine/configuration/sources.ts';
import { elementTableSteps } from '#engine/configuration/element-table.ts';
import type { BenchResult } from './harness/result.ts';
import { startStores } from './harness/embedded-stores.ts';

const ROUNDS = 5;
const DAYS = 30;
const DAY_SECONDS = 86_400;
const WINDOW_SECONDS = 300;
const ELEMENTS = 1_000;
const CUSTOMER = 1;
const FIRST_ELEMENT = 10_000;
const ELEMENTS_PER_SITE = 20;
const VALUES = (ELEMENTS * DAYS * DAY_SECONDS) / WINDOW_SECONDS;

const rule: BacktestRule = {
  kpi: 'itf_in_util',
  operator: '>',
  threshold: 90,
  severity: 'critical',
  outliers: 3,
  measures: 5,
  clearAfter: 1,
  noDataMinutes: 0,
  thresholds: { customers: [], elements: [{ element: FIRST_ELEMENT, value: 80 }] },
};
const draft: BacktestRule = { ...rule, threshold: 95, outliers: 2 };

/** A day of one KPI, in the order in which windows close: a wave per element plus noise, with one value in fifty missing. */
const daySql = `INSERT INTO measures
SELECT {customer:UInt32}, intDiv(element, {perSite:UInt32}), element, {kpi:UInt16}, toDateTime(start, 'UTC'), {window:UInt32}, value, value, 100
FROM (
  SELECT {first:UInt32} + number % {elements:UInt32} AS element,
    {day:UInt32} + intDiv(number, {elements:UInt32}) * {window:UInt32} AS start,
    50 + 40 * sin(start / 9000 + element) + (cityHash64(element, start) % 2000) / 100 AS value
  FROM numbers({rows:UInt64})
  WHERE cityHash64(start, element) % 50 != 0
)`;

/** Stores thirty days of measures that start at `from` (seconds). */
async function fill(clickhouse: ClickHouse, from: number): Promise<void> {
  // The benchmark reads thirty days, whatever retention is set.
  await clickhouse.command('ALTER TABLE measures REMOVE TTL');
  for (let day = 0; day < DAYS; day += 1)
    await clickhouse.command(daySql, {
      customer: CUSTOMER,
      perSite: ELEMENTS_PER_SITE,
      kpi: kpis.itf_in_util.id,
      window: WINDOW_SECONDS,
      first: FIRST_ELEMENT,
      elements: ELEMENTS,
      day: from + day * DAY_SECONDS,
      rows: VALUES / DAYS,
    });
}

const INTERFACE_SOURCE = sourceNumber('interface', 'snmp');
const elements = runSync(
  elementTableSteps(
    Array.from({ length: ELEMENTS }, (_, index) => ({
      id: FIRST_ELEMENT + index,
      customer: CUSTOMER,
      site: Math.floor((FIRST_ELEMENT + index) / ELEMENTS_PER_SITE),
      inBps: 0,
      outBps: 0,
    })),
  ),
);

interface Round {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Longest time the event loop was blocked. */
  readonly stallMs: number;
  readonly raises: number;
}

/** Backtests the rules once over everything that is stored. */
async function round(clickhouse: ClickHouse, from: number, rules: readonly BacktestRule[]): Promise<Round> {
  const { signal } = new AbortController();
  const period = evaluationPeriod({
    from,
    to: from + DAYS * DAY_SECONDS,
    length: WINDOW_SECONDS,
    measures: 5,
    newest: Infinity,
  });
  let last = performance.now();
  let stallMs = 0;
  const timer = setInterval(() => {
    stallMs = Math.max(stallMs, performance.now() - last);
    last = performance.now();
  }, 1);
  const [start, before] = [performance.now(), process.cpuUsage()];
  const outcome = await runBacktest({
    rules,
    definitions: noDefinitions,
    period,
    bucketSeconds: 14_400,
    customers: new Map([
      [
        CUSTOMER,
        perSource((_, source) => (source === INTERFACE_SOURCE ? elements : runSync(elementTableSteps([])))),
      ],
    ]),
    read: valueReader(clickhouse, signal),
    signal,
    onDone: () => undefined,
  });
  const { user, system } = process.cpuUsage(before);
  clearInterval(timer);
  return {
    seconds: (performance.now() - start) / 1_000,
    cpuSeconds: (user + system) / 1e6,
    stallMs,
    raises: outcome.figures[0]?.raises ?? 0,
  };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const clickhouse = openClickHouse(stores.endpoints.CLICKHOUSE_URL);
  const db = openPostgres(stores.endpoints.DATABASE_URL);
  await runMigrations({ postgres: db, clickhouse, list: migrations });
  await db.destroy();
  const from = Math.floor(Date.now() / 1_000 / DAY_SECONDS) * DAY_SECONDS - DAYS * DAY_SECONDS;
  await fill(clickhouse, from);
  const ruleAlone: Round[] = [];
  const draftAndRule: Round[] = [];
  for (let number = 0; number < ROUNDS; number += 1) {
    ruleAlone.push(await round(clickhouse, from, [rule]));
    draftAndRule.push(await round(clickhouse, from, [draft, rule]));
  }
  await clickhouse.close();
  await stores.close();
  const result = (name: string, unit: string, samples: readonly number[]): BenchResult => ({
    name: `backtest: ${name}`,
    unit,
    value: median(samples),
    samples,
  });
  const seconds = ruleAlone.map((single) => single.seconds);
  return [
    result('30 days of 1,000 elements', 's', seconds),
    result(
      'values',
      'values/s',
      seconds.map((each) => VALUES / each),
    ),
    result(
      'CPU of the engine',
      's',
      ruleAlone.map(({ cpuSeconds }) => cpuSeconds),
    ),
    result(
      'longest stall of the engine',
      'ms',
      ruleAlone.map(({ stallMs }) => stallMs),
    ),
    result(
      'raises found',
      'alarms',
      ruleAlone.map(({ raises }) => raises),
    ),
    result(
      'draft against the rule in force',
      's',
      draftAndRule.map((pair) => pair.seconds),
    ),
  ];
}

/** One alarm over 30 days of 1,000 elements, from stored measures to figures. */
export const backtestBench = { name: 'backtest', run };
