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
import { DAY_S, KPI, STEP_S, fillLargeCustomer } from './data/large-customer.ts';
import type { LargeCustomer } from './data/large-customer.ts';
import { isTimeline, pageOfThirty } from './data/page-of-thirty.ts';
import { readBy, readingFrom } from './data/read-data.ts';
import type { Answers, ReadCall } from './data/read-data.ts';
import { startStores } from './harness/embedded-stores.ts';
import { childOf, cpuSecondsOf } from './harness/process-cpu.ts';
import { prepareStores } from './harness/network-under-test.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';
import { answerStates } from './live/quiet-engine.ts';
import { startBenchServer } from './live/server.ts';

const ROUNDS = 20;
const SECOND_MS = 1_000;
const FLOW_KPI = 'app_bps';

interface Case {
  readonly name: string;
  readonly kpi: typeof KPI | typeof FLOW_KPI;
  readonly days: number;
  readonly granularity: Granularity;
  readonly keys: readonly ('site' | 'interface' | 'application')[];
  /** Of one site only. */
  readonly isOfSite?: boolean;
}

const ofPorts = { kpi: KPI, keys: [] } as const;
const ofSites = { kpi: KPI, keys: ['site'] } as const;
const ofApplications = { kpi: FLOW_KPI, keys: ['application'] } as const;
const cases: readonly Case[] = [
  { name: 'ports over 2 d of 5 minutes', ...ofPorts, days: 2, granularity: '5m' },
  { name: 'ports of a site over 2 d of 5 minutes', ...ofPorts, days: 2, granularity: '5m', isOfSite: true },
  { name: 'sites over 2 d of 5 minutes', ...ofSites, days: 2, granularity: '5m' },
  { name: 'ports over 7 d of hours', ...ofPorts, days: 7, granularity: '1h' },
  { name: 'sites over 7 d of hours', ...ofSites, days: 7, granularity: '1h' },
  { name: 'ports over 28 d of days', ...ofPorts, days: 28, granularity: '1d' },
  { name: 'applications over 2 d of 5 minutes', ...ofApplications, days: 2, granularity: '5m' },
  {
    name: 'applications of a site over 2 d of 5 minutes',
    ...ofApplications,
    days: 2,
    granularity: '5m',
    isOfSite: true,
  },
  { name: 'applications over 7 d of hours', ...ofApplications, days: 7, granularity: '1h' },
  { name: 'applications over 27 d of days', ...ofApplications, days: 27, granularity: '1d' },
];

interface Stage {
  readonly clickhouse: ClickHouse;
  /** Process of ClickHouse. */
  readonly store: number;
  readonly large: LargeCustomer;
  readonly read: (requests: readonly AskedData[]) => Promise<ReadCall>;
}

const siteOf = ({ large: { sites } }: Stage): number => sites[7] ?? 0;

function askedOf({ kpi, days, granularity, keys, isOfSite = false }: Case, stage: Stage): AskedData {
  const { end } = stage.large;
  return {
    ...{ id: 'bench', series: [{ kpi }], keys: ['date', ...keys], from: end - days * DAY_S, to: end },
    ...{ working: granularity, display: granularity, timeZone: 'UTC' },
    filters: isOfSite ? [{ element: 'site', ids: [siteOf(stage)] }] : [],
    breakdown: { kind: keys.length === 0 ? 'none' : 'all' },
  };
}

/** The statement that the server runs for a case. */
function directOf({ kpi, days, granularity, keys, isOfSite = false }: Case, stage: Stage): DataStatement {
  const { customer, end } = stage.large;
  const common = {
    ...{ customer, from: end - days * DAY_S, to: end, working: granularity, display: granularity },
    ...{ timeZone: 'UTC', isTotal: false, days: undefined, sites: isOfSite ? [siteOf(stage)] : undefined },
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

const statementOf = (answers: Answers) => {
  const [found] = [...answers.values()].flatMap(
    ({ explanation }: DataResult) => explanation?.statements ?? [],
  );
  if (found === undefined) throw new Error('there is no statement');
  return found;
};

async function measure(stage: Stage, each: Case): Promise<readonly BenchResult[]> {
  const { clickhouse, read, store } = stage;
  const asked = askedOf(each, stage);
  const { sql, params, settings } = directOf(each, stage);
  const own = statementOf((await read([{ ...asked, explain: true }])).answers);
  if (own.sql !== sql) throw new Error(`${each.name}: the statements differ\n${own.sql}\n${sql}`);
  // In turn, so that both meet the same load.
  const [through, same]: [number[], number[]] = [[], []];
  let cpuS = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = cpuSecondsOf(store);
    same.push(await timeOf(() => clickhouse.measured(sql, params, { settings })));
    cpuS += cpuSecondsOf(store) - before;
    through.push(await timeOf(() => read([asked])));
  }
  const cpuMs = (cpuS * SECOND_MS) / ROUNDS;
  return [
    ...[0.5, 0.95].map((share) => ({
      name: `${each.name}: p${String(share * 100)}`,
      ...{ value: quantile(through, share), unit: 'ms', samples: through },
      ...{ peer: 'the statement sent directly', peerValue: quantile(same, share) },
      ratio: quantile(through, share) / quantile(same, share),
    })),
    { name: `${each.name}: CPU of the store`, value: cpuMs, unit: 'ms', samples: [cpuMs] },
    { name: `${each.name}: rows read`, value: own.readRows, unit: 'rows', samples: [own.readRows] },
  ];
}

/** What a page reads when a window closes, against the whole of it. */
async function refreshOf({ large, read }: Stage, isOfAllSites: boolean): Promise<readonly BenchResult[]> {
  const page = pageOfThirty(large, { isOfAllSites });
  const { answers } = await read(page);
  const timelines = page.filter(isTimeline);
  const newSteps = (request: AskedData): AskedData => {
    const rows = answers.get(request.id)?.rows ?? [];
    const ranked = rows.map(({ key }) => key.map(({ id }) => id));
    // The last window closes, and the one before may have been corrected.
    return {
      ...request,
      since: large.end - STEP_S,
      ...(request.breakdown?.kind === 'top' ? { ranked } : {}),
    };
  };
  const of = (ids: readonly AskedData[]): Answers =>
    new Map(ids.flatMap(({ id }) => [...answers].filter(([known]) => known === id)));
  const refreshed = await read(page.map((request) => (isTimeline(request) ? newSteps(request) : request)));
  const steps = new Map([...refreshed.answers].filter(([id]) => timelines.some((each) => each.id === id)));
  const sites = isOfAllSites ? 'all sites' : 'a site each';
  const results = (what: string, own: Answers, whole: Answers): readonly BenchResult[] => {
    const [less, more] = [readBy(own), readBy(whole)];
    return (['rows', 'bytes'] as const).map((unit) => ({
      name: `${what} of ${sites}: ${unit} read by a refresh`,
      ...{ value: less[unit], unit, samples: [less[unit]], peer: 'the whole period', peerValue: more[unit] },
      ratio: less[unit] / more[unit],
    }));
  };
  return [
    ...results('26 timelines', steps, of(timelines)),
    ...results('a page of 30', refreshed.answers, answers),
  ];
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const { endpoints } = stores;
  const clickhouse = openClickHouse(endpoints.CLICKHOUSE_URL);
  try {
    await prepareStores(endpoints);
    const large = await fillLargeCustomer(endpoints);
    const server = await startBenchServer(endpoints, answerStates);
    try {
      const reading = readingFrom(server);
      const store = childOf(stores.pid, 'clickhouse');
      const stage: Stage = { clickhouse, store, large, read: (asked) => reading(large.customer, asked) };
      const results: BenchResult[] = [];
      for (const isOfAllSites of [false, true]) results.push(...(await refreshOf(stage, isOfAllSites)));
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
