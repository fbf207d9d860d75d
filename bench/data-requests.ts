import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { valuesStatement, type DataStatement } from '#server/features/data/sql/statement.ts';
import type { StatementPart } from '#server/features/data/sql/statement-part.ts';
import { formulaOf } from '#schemas/kpi/formulas.ts';
import { isCompleteFlow } from '#server/features/data/sql/flow-series-sql.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { overOf } from '#schemas/kpi/algebra/kind-rules.ts';
import type { ComputedKpi } from '#schemas/kpi/kpi.ts';
import { valueWayOf } from '#server/features/data/sql/value-way.ts';
import { KPI, STEP_S, type LargeCustomer } from './data/large-customer.ts';
import { accessCases, accessPeriod, type AccessCase } from './data/access-cases.ts';
import { announceWindows } from './data/announce.ts';
import { checkTotals } from './data/check-totals.ts';
import { isTimeline, pageOfThirty } from './data/page-of-thirty.ts';
import { readBy, readingFrom, type DataResults, type ReadCall } from './data/read-data.ts';
import { childOf, cpuSecondsOf } from './harness/process-cpu.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';
import { withLargeCustomer } from './live/large-stage.ts';
import { DAY_S, HOUR_S, SECOND_MS } from '#schemas/time/duration.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 20);
/** Requests before the first one that counts: a server that has just started compiles what it runs. */
const WARM_UP_ROUNDS = 200;
const FLOW_KPI = 'app_bps';
/** Rounds of different periods: days do not start before the data. */
const ROUNDS_APART = { '5m': ROUNDS, '1h': ROUNDS, '1d': 1 } as const;

interface Case {
  readonly name: string;
  readonly kpi: typeof KPI | typeof FLOW_KPI;
  readonly days: number;
  readonly granularity: '5m' | '1h' | '1d';
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
  /** Processes of ClickHouse and of the server. */
  readonly store: number;
  readonly server: number;
  /** Announces that windows are closed until a time. */
  readonly announce: (until: number) => Promise<void>;
  readonly large: LargeCustomer;
  readonly read: (requests: readonly DataRequestInput[]) => Promise<ReadCall>;
}

const siteOf = ({ large: { sites } }: Stage): number => sites[7] ?? 0;

const stepOf = { '5m': STEP_S, '1h': HOUR_S, '1d': DAY_S } as const;

/** The period of a round: each moves a step back, so that no two are alike. The longest ones have few steps to move. */
function periodOf({ days, granularity }: Case, { large: { end } }: Stage, round: number) {
  const to = end - (round % ROUNDS_APART[granularity]) * stepOf[granularity];
  return { from: to - days * DAY_S, to };
}

function listRequestOf(each: Case, stage: Stage, round = 0): DataRequestInput {
  const { kpi, granularity, keys, isOfSite = false } = each;
  return {
    id: 'bench',
    series: [{ kpi }],
    keys: ['date', ...keys],
    ...periodOf(each, stage, round),
    working: granularity,
    display: granularity,
    timeZone: 'UTC',
    filters: isOfSite ? [{ element: 'site', ids: [siteOf(stage)] }] : [],
    breakdown: { kind: keys.length === 0 ? 'none' : 'all' },
  };
}

/** The statement that the server runs for a case. */
function directOf(each: Case, stage: Stage, round = 0): DataStatement {
  const { kpi, granularity, keys, isOfSite = false } = each;
  const { customer } = stage.large;
  const common = {
    customer,
    ...periodOf(each, stage, round),
    working: granularity,
    display: granularity,
    timeZone: 'UTC',
    isTotal: false,
    days: undefined,
    sites: isOfSite ? [siteOf(stage)] : undefined,
  };
  const computed: ComputedKpi = kpis[kpi];
  const { id, strategy, kind, aggregation: own } = computed;
  const result = { aggregation: own, level: 0.95 };
  const parts = formulaOf(kpi, kpi === FLOW_KPI ? 'flow' : 'snmp');
  if (parts === undefined) throw new Error(`${kpi} has no formula`);
  const by = keys.includes('site') ? ('site' as const) : ('none' as const);
  const values = { ...common, kpi: id, scale: parts.scale, strategy, kind, over: overOf(computed), own, by };
  const part: StatementPart =
    kpi === FLOW_KPI
      ? {
          of: 'flows',
          isComplete: isCompleteFlow({ strategy, aggregation: own }),
          values: {
            ...common,
            keys: keys.includes('application') ? ['application'] : ['none'],
            applications: undefined,
          },
          results: [{ ...result, parts, kind }],
        }
      : {
          of: 'elements',
          way: valueWayOf({ ...values, ...result }),
          values: {
            ...values,
            elements: undefined,
            withoutAreas: !isOfSite,
          },
          results: [result],
        };
  return valuesStatement([part], 'UTC');
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

/** Sends the shortest request until the server runs compiled code, as it does after its first minutes. */
async function warmUp(stage: Stage): Promise<void> {
  const [, shortest] = cases;
  if (shortest === undefined) return;
  const { sql, params, settings } = directOf(shortest, stage);
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    await stage.read([listRequestOf(shortest, stage, round)]);
    await stage.clickhouse.measured(sql, params, { settings });
  }
}

/** A figure of WAN accesses through the server and by hand, in turn. */
async function measureAccesses(stage: Stage, each: AccessCase): Promise<readonly BenchResult[]> {
  const { clickhouse, read, large } = stage;
  const [through, byHand]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const period = accessPeriod(large, round, STEP_S);
    const params = { customer: large.customer, ...period };
    byHand.push(await timeOf(() => clickhouse.measured(each.byHand, params)));
    const request: DataRequestInput = { id: 'bench', ...each.request, ...period, timeZone: 'UTC' };
    through.push(await timeOf(() => read([request])));
  }
  return [0.5, 0.95].map((share) => ({
    name: `${each.name}: p${String(share * 100)}`,
    value: quantile(through, share),
    unit: 'ms',
    samples: through,
    peer: 'a statement written by hand',
    peerValue: quantile(byHand, share),
    ratio: quantile(through, share) / quantile(byHand, share),
  }));
}

const statementOf = (responses: DataResults) => {
  const [found] = [...responses.values()].flatMap(
    ({ explanation }: DataResult) => explanation?.statements ?? [],
  );
  if (found === undefined) throw new Error('there is no statement');
  return found;
};

async function measure(stage: Stage, each: Case): Promise<readonly BenchResult[]> {
  const { clickhouse, read, store, server } = stage;
  const { sql } = directOf(each, stage);
  const own = statementOf((await read([{ ...listRequestOf(each, stage), explain: true }])).responses);
  if (own.sql !== sql) throw new Error(`${each.name}: the statements differ\n${own.sql}\n${sql}`);
  // In turn, so that both meet the same load.
  const [through, same]: [number[], number[]] = [[], []];
  let [cpuS, serverS] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { params, settings } = directOf(each, stage, round);
    const before = cpuSecondsOf(store);
    same.push(await timeOf(() => clickhouse.measured(sql, params, { settings })));
    cpuS += cpuSecondsOf(store) - before;
    const own = cpuSecondsOf(server);
    through.push(await timeOf(() => read([listRequestOf(each, stage, round)])));
    serverS += cpuSecondsOf(server) - own;
  }
  const [cpuMs, serverMs] = [(cpuS * SECOND_MS) / ROUNDS, (serverS * SECOND_MS) / ROUNDS];
  return [
    ...[0.5, 0.95].map((share) => ({
      name: `${each.name}: p${String(share * 100)}`,
      value: quantile(through, share),
      unit: 'ms',
      samples: through,
      peer: 'the statement sent directly',
      peerValue: quantile(same, share),
      ratio: quantile(through, share) / quantile(same, share),
    })),
    { name: `${each.name}: CPU of the store`, value: cpuMs, unit: 'ms', samples: [cpuMs] },
    { name: `${each.name}: CPU of the server`, value: serverMs, unit: 'ms', samples: [serverMs] },
    { name: `${each.name}: rows read`, value: own.readRows, unit: 'rows', samples: [own.readRows] },
  ];
}

interface Refresh {
  readonly isOfAllSites: boolean;
  /** End of the window that closes. */
  readonly end: number;
}

/** The page a window earlier, which an engine announced; what is requested of it then, and when the next window closed. */
async function refreshed({ large, read, announce }: Stage, { isOfAllSites, end }: Refresh) {
  const before = pageOfThirty({ ...large, end: end - STEP_S }, { isOfAllSites });
  await announce(end - STEP_S);
  const { responses } = await read(before);
  const page = pageOfThirty({ ...large, end }, { isOfAllSites }).map((request): DataRequestInput => {
    const rows = responses.get(request.id)?.rows ?? [];
    const ranked = rows.map(({ key }) => key.map(({ id }) => id));
    const isTop = request.breakdown?.kind === 'top';
    return { ...request, since: end - STEP_S, ...(isTop ? { ranked } : {}) };
  });
  await announce(end);
  return { page, complete: responses, refresh: (await read(page)).responses };
}

/** What a page reads when a window closes, against the whole of it. */
async function refreshOf(stage: Stage, requested: Refresh): Promise<readonly BenchResult[]> {
  const { isOfAllSites } = requested;
  const { page, complete: full, refresh } = await refreshed(stage, requested);
  await checkTotals(stage.read, page, refresh);
  const of = (responses: DataResults, isExpected: (request: DataRequestInput) => boolean): DataResults => {
    const ids = new Set(page.filter(isExpected).map(({ id }) => id));
    return new Map([...responses].filter(([id]) => ids.has(id)));
  };
  const sites = isOfAllSites ? 'all sites' : 'a site each';
  const results = (
    what: string,
    isExpected: (request: DataRequestInput) => boolean,
  ): readonly BenchResult[] => {
    const [less, more] = [readBy(of(refresh, isExpected)), readBy(of(full, isExpected))];
    return (['rows', 'bytes'] as const).map((unit) => ({
      name: `${what} of ${sites}: ${unit} read by a refresh`,
      value: less[unit],
      unit,
      samples: [less[unit]],
      peer: 'the whole period',
      peerValue: more[unit],
      ratio: less[unit] / more[unit],
    }));
  };
  return [
    ...results('26 timelines', isTimeline),
    ...results('4 totals', (request) => !isTimeline(request)),
    ...results('a page of 30', () => true),
  ];
}

const run = (): Promise<readonly BenchResult[]> =>
  withLargeCustomer(async ({ server, clickhouse, large, stores }) => {
    const reading = readingFrom(server);
    const stage: Stage = {
      clickhouse,
      store: childOf(stores, 'clickhouse'),
      large,
      server: server.child.pid ?? 0,
      read: (requested) => reading(large.customer, requested),
      announce: (until) => announceWindows(server, large.customer, until),
    };
    const results: BenchResult[] = [];
    await warmUp(stage);
    // Before windows are announced no response is retained for another request.
    for (const each of cases) results.push(...(await measure(stage, each)));
    for (const each of accessCases) results.push(...(await measureAccesses(stage, each)));
    // Windows close one after the other.
    for (const [isOfAllSites, end] of [
      [false, large.end - 2 * STEP_S],
      [true, large.end],
    ] as const)
      results.push(...(await refreshOf(stage, { isOfAllSites, end })));
    return results;
  });

export const dataRequestsBench = { name: 'data-requests', run };
