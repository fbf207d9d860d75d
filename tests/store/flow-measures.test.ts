import { runSync } from '#platform/clock/steps.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFlowPartition } from '#engine/flow/flow-partition.ts';
import { alarmTargetsOf } from '#schemas/cockpit/target.ts';
import { flowKpiSeries, type FlowSeries } from '#server/features/data/sql/flow-series-sql.ts';
import { noDefinitions, type KpiDefinitions } from '#schemas/kpi/definition.ts';
import { formulaOf } from '#schemas/kpi/formulas.ts';
import type { ComputedKpi } from '#schemas/kpi/kpi.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import { kpiKeys, kpis, type KpiKey } from '#schemas/kpi/library.ts';
import { flowMetrics } from '#schemas/table/stream/flow-metrics.ts';
import { flows } from '#schemas/table/flows.ts';
import { measureCodec, type MeasureRow } from '../fixtures/engine/engine-network.ts';
import {
  applications,
  clustersOf,
  dscps,
  networkFlowCodec,
  flowInventory,
  flowSite,
  metricCodec,
  targetId,
} from '../fixtures/engine/flow-network.ts';
import { flowStory } from '../fixtures/engine/flow-story.ts';
import { openStack, type Stack } from './stack.ts';
import { casesOfGate } from '#tests/gate/at-night.ts';

const CUSTOMERS = 2;
const SITES = 3;
const WINDOW = 300;
const WINDOWS = 3;
/** Within the retention of raw flows. */
const START = Math.floor(Date.now() / 86_400_000) * 86_400 - 86_400;
const END = START + WINDOWS * WINDOW;

const [reported = []] = fc.sample(
  flowStory({
    customers: CUSTOMERS,
    sites: SITES,
    startMs: START * 1_000,
    lengthMs: WINDOWS * WINDOW * 1_000,
    rows: 1_500,
  }),
  { numRuns: 1, seed: 42 },
);
const flowKpis = kpiKeys.filter((key) => alarmTargetsOf(libraryDirectory.get(key)).includes('conversation'));

/** Measures of the engine, by element, KPI and window. */
function measured(definitions: KpiDefinitions): ReadonlyMap<string, number> {
  const rows: MeasureRow[] = [];
  const partition = createFlowPartition({
    windowSeconds: WINDOW,
    allowedLatenessMs: 60_000,
    inventory: flowInventory(CUSTOMERS, SITES),
    alarms: [],
    definitions,
    output: {
      measures: ({ bytes }) => {
        rows.push(...measureCodec.decode(bytes));
      },
      events: () => undefined,
    },
  });
  for (const one of reported)
    if (one.stream === 'flows') runSync(partition.pushSteps('flows', networkFlowCodec.encode([one.row])));
    else runSync(partition.pushSteps('metrics', metricCodec.encode([one.row])));
  runSync(partition.closeUntilSteps(END * 1_000));
  return new Map(
    rows.map(({ element, kpi, at, value }) => [`${String(element)} ${String(kpi)} ${String(at)}`, value]),
  );
}

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
  const own = {
    flows: reported.filter(({ stream }) => stream === 'flows'),
    metrics: reported.filter(({ stream }) => stream === 'metrics'),
  };
  await stack.clickhouse.insertRowBinary({
    table: 'flows',
    columns: Object.keys(flows.columns),
    rows: networkFlowCodec.encode(own.flows.map(({ row }) => row as never)),
  });
  await stack.clickhouse.insertRowBinary({
    table: 'flow_metrics',
    columns: Object.keys(flowMetrics.columns),
    rows: metricCodec.encode(own.metrics.map(({ row }) => row as never)),
  });
});
afterAll(() => stack.close());

/** Values of ClickHouse for a KPI, by series and start of the window. */
async function queried(
  [kpi, definitions]: readonly [kpi: KpiKey, definitions: KpiDefinitions],
  { by, ...change }: Pick<FlowSeries, 'customer' | 'by' | 'sites' | 'applications'>,
): Promise<readonly { readonly id: number; readonly at: number; readonly value: number }[]> {
  const parts = formulaOf(kpi, 'flow', definitions)!;
  const { strategy, kind, aggregation, id } = kpis[kpi] as ComputedKpi;
  const { sql, params, settings } = flowKpiSeries(
    {
      kpi: id,
      scale: parts.scale,
      strategy,
      kind,
      over: 'sum',
      own: aggregation,
      aggregation,
      level: 0.5,
      from: START,
      to: END,
      working: '5m',
      display: '5m',
      timeZone: 'UTC',
      by,
      ...change,
    },
    parts,
  );
  const rows = await stack.clickhouse.query<{ id: number | string; at: number; value: number }>(
    sql,
    params,
    settings,
  );
  return rows.map(({ id: own, at, value }) => ({ id: Number(own), at, value }));
}

/** Every element of the flows, with the query for it. */
function* requested(): Generator<{
  readonly element: number;
  readonly id: number;
  readonly query: Pick<FlowSeries, 'customer' | 'by' | 'sites' | 'applications'>;
}> {
  for (let customer = 1; customer <= CUSTOMERS; customer += 1) {
    const sites = Array.from({ length: SITES }, (_, number) => flowSite(customer, number));
    for (const site of sites) {
      const of = (by: FlowSeries['by']) => ({ customer, by, sites: [site], applications: undefined });
      yield { element: site, id: site, query: of('site') };
      for (const [index, id] of applications.entries())
        yield { element: targetId(site, 'application', index), id, query: of('application') };
      for (const [index, id] of dscps.entries())
        yield { element: targetId(site, 'class', index), id, query: of('class') };
      for (const [index, id] of [0, ...sites].entries())
        yield { element: targetId(site, 'conversation', index), id, query: of('conversation') };
    }
    for (const { id: element, everySite, sites: among, applications: own } of clustersOf(customer, sites)) {
      const query = {
        customer,
        by: 'none' as const,
        sites: everySite ? undefined : among,
        applications: own.length === 0 ? undefined : own,
      };
      yield { element, id: 0, query };
    }
  }
}

const changed: KpiDefinitions = {
  ...noDefinitions,
  overrides: [
    { kpi: 'app_bps', scope: 'flow', formula: '7 * sum(flow_octets) / window + sum(flow_packets)' },
    {
      kpi: 'app_bytes',
      scope: 'flow',
      formula: 'if(sum(flow_packets) > 9, sum(flow_octets), sum(flow_count))',
    },
  ],
};

const overridden = flowKpis.filter((key) => changed.overrides.some(({ kpi }) => kpi === key));

it.each(
  casesOfGate([
    ['the library', noDefinitions, casesOfGate(flowKpis)],
    ['overridden formulas', changed, overridden],
  ] as const),
)(
  'measures of sites, applications, classes, conversations and clusters equal the sums of ClickHouse over the same flows, with %s',
  async (_, definitions, checked) => {
    const ids = checked.map((key) => String(kpis[key].id));
    const all = measured(definitions);
    const found = new Map([...all].filter(([key]) => ids.includes(key.split(' ')[1] ?? '')));
    const expected = new Map<string, number>();
    for (const kpi of checked) {
      const known = new Map<string, Awaited<ReturnType<typeof queried>>>();
      for (const { element, id, query } of requested()) {
        const key = JSON.stringify(query);
        const series = known.get(key) ?? (await queried([kpi, definitions], query));
        known.set(key, series);
        for (const { at, value } of series.filter((point) => point.id === id))
          expected.set(`${String(element)} ${String(kpis[kpi].id)} ${String(at)}`, value);
      }
    }
    expect(expected.size).toBeGreaterThan(100 * checked.length);
    expect(new Set(found.keys())).toEqual(new Set(expected.keys()));
    const different = [...expected].filter(([key, value]) => found.get(key) !== value);
    expect(different.slice(0, 5).map(([key, value]) => [key, value, found.get(key)])).toEqual([]);
  },
  120_000,
);
