import { noDefinitions, type DefinedKpi, type KpiDefinitions } from '#schemas/kpi/definition.ts';
import { runSync } from '#platform/clock/steps.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import type { ComponentEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { kpis } from '#schemas/kpi/library.ts';
import type { CounterScope } from '#schemas/counter/scope.ts';
import { runBacktest, type GridPlace } from '#engine/backtest/backtest.ts';
import { engineConfigurationSteps } from '#engine/configuration/engine-configuration.ts';
import { createFlowPartition } from '#engine/flow/flow-partition.ts';
import {
  START_MS,
  aSample,
  anAlarm,
  anInventory,
  eventCodec,
  measureCodec,
  sampleCodec,
  type MeasureRow,
  type TestSampleRow,
} from '../../fixtures/engine/engine-network.ts';
import { run, type EngineLog, type Setting } from '../../fixtures/engine/engine-run.ts';
import {
  aFlow,
  applications,
  networkFlowCodec,
  flowInventory,
  flowSite,
} from '../../fixtures/engine/flow-network.ts';
import { plainRule } from '../../fixtures/engine/plain-rule.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

const WINDOW = 10;
const START = START_MS / 1_000;
/** Device and components of each of these sites; North is the first two, South the last two. */
const SITES = [201, 202, 203] as const;
const areas = { North: { id: 901, sites: SITES.slice(0, 2) }, South: { id: 902, sites: SITES.slice(1) } };
type Area = keyof typeof areas;

const componentsOf = (site: number): readonly ComponentEntry[] =>
  (
    [
      ['class', 'snmp'],
      ['class', 'snmp'],
      ['probe', 'ipsla'],
      ['tunnel', 'vmanage'],
      ['tunnel', 'nuage'],
    ] as const satisfies readonly (readonly [ElementKind, CounterScope])[]
  ).map(([kind, scope], number) => ({
    id: site * 100 + number,
    customer: 1,
    site,
    device: site * 10,
    kind,
    scope,
    key: String(number),
    name: `${kind} ${String(number)}`,
    active: true,
    fields: {},
  }));

function inventory(): Inventory {
  const known = anInventory(1, 1);
  const [site] = known.sites.values();
  const [device] = known.devices.values();
  const cluster = { customer: 1, kind: 'area', everySite: false, applications: [] } as const;
  return {
    ...known,
    sites: new Map(SITES.map((id) => [id, { ...site!, id }])),
    devices: new Map(SITES.map((id) => [id * 10, { ...device!, id: id * 10, site: id }])),
    interfaces: new Map(),
    components: new Map(SITES.flatMap(componentsOf).map((one) => [one.id, one])),
    targets: {
      flows: new Map(),
      clusters: new Map(
        Object.entries(areas).map(([name, { id, sites }]) => [id, { ...cluster, id, name, sites }]),
      ),
    },
  };
}

const defined = (
  id: number,
  change: Pick<DefinedKpi, 'key' | 'strategy' | 'aggregation' | 'over'>,
): DefinedKpi => ({
  id,
  unit: 'millisecond',
  kind: 'duration',
  element: 'probe',
  en: change.key,
  fr: change.key,
  formulas: { ipsla: 'avg(probe_jitter)' },
  ...change,
});
const definitions: KpiDefinitions = {
  ...noDefinitions,
  kpis: [
    defined(60_001, { key: 'own_mean', strategy: 'before any aggregation', aggregation: 'average' }),
    defined(60_002, {
      key: 'own_worst',
      strategy: 'before any aggregation',
      aggregation: 'maximum',
      over: 'maximum',
    }),
    defined(60_003, { key: 'own_jitter', strategy: 'after spatial', aggregation: 'average' }),
  ],
};
const numberOf = (kpi: string): number =>
  definitions.kpis.find(({ key }) => key === kpi)?.id ?? kpis[kpi as 'sla_rtt'].id;

/** Samples of one component in one window, as many of each counter. */
interface Reported {
  readonly element: number;
  readonly window: number;
  readonly values: Readonly<Partial<Record<CounterKey, readonly number[]>>>;
}

const small = fc.integer({ min: 0, max: 9 });
const pairs = fc.array(fc.tuple(small, fc.integer({ min: 1, max: 9 })), { maxLength: 3 });
const columns = (found: readonly (readonly [number, number])[], place: 0 | 1): number[] =>
  found.map((pair) => pair[place]);
function reportedBy(kind: number, found: readonly (readonly [number, number])[]): Reported['values'] {
  const [first, second] = [columns(found, 0), columns(found, 1)];
  if (kind < 2) return { class_queue_depth: first };
  if (kind === 2) return { probe_rtt: first, probe_rtt_count: second, probe_jitter: second };
  return kind === 3 ? { cv_loss: first, cv_total: second } : { nu_avg_pkt_loss: first };
}
const story = (windows: number): fc.Arbitrary<readonly Reported[]> =>
  fc
    .tuple(
      ...SITES.flatMap((site) =>
        Array.from({ length: windows }, (_, window) =>
          fc.tuple(pairs, pairs, pairs, pairs, pairs).map((found) =>
            found.map((own, number): Reported => ({
              element: site * 100 + number,
              window,
              values: reportedBy(number, own),
            })),
          ),
        ),
      ),
    )
    .map((parts) => parts.flat());

/** Divisor of stored numbers as formulas read them. */
const PER: Partial<Record<CounterKey, number>> = {
  probe_rtt: 1_000,
  probe_jitter: 1_000,
  nu_avg_pkt_loss: 1_000,
};

const samplesOf = (reported: readonly Reported[]): readonly TestSampleRow[] =>
  reported
    .flatMap(({ element, window, values }) =>
      Object.entries(values).flatMap(([counter, found]) =>
        found.map((value, place) =>
          aSample(counter as CounterKey, {
            at: window * WINDOW * 1_000 + 2_000 + place * 1_000,
            site: Math.floor(element / 100),
            element,
            value: BigInt(value * (PER[counter as CounterKey] ?? 1)),
          }),
        ),
      ),
    )
    .sort((a, b) => a.at - b.at);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const ratio = (numerator: number, denominator: number): number | null =>
  denominator === 0 ? null : numerator / denominator;

/** The rules in plain words, over what everything in an area reported in one window. */
const plainValues: Readonly<
  Record<string, (of: (counter: CounterKey) => readonly (readonly number[])[]) => number | null>
> = {
  // After any aggregation: what all counted of what all could have. A vendor's percentage is a part of a hundred.
  sla_rtt: (of) => ratio(sum(of('probe_rtt').flat()), sum(of('probe_rtt_count').flat())),
  tun_loss: (of) =>
    ratio(
      100 * (sum(of('cv_loss').flat()) + sum(of('nu_avg_pkt_loss').flat())),
      sum(of('cv_total').flat()) + 100 * of('nu_avg_pkt_loss').flat().length,
    ),
  own_jitter: (of) => ratio(sum(of('probe_jitter').flat()), of('probe_jitter').flat().length),
  // Before any aggregation: the value of each, then what the KPI requires.
  cos_qdepth: (of) =>
    of('class_queue_depth').length === 0 ? null : Math.max(...of('class_queue_depth').flat()),
  own_mean: (of) => {
    const means = of('probe_jitter').map((own) => sum(own) / own.length);
    return ratio(sum(means), means.length);
  },
  own_worst: (of) => {
    const means = of('probe_jitter').map((own) => sum(own) / own.length);
    return means.length === 0 ? null : Math.max(...means);
  },
};
const names = Object.keys(plainValues);

function plainValue(
  reported: readonly Reported[],
  [area, kpi, window]: readonly [Area, string, number],
): number | null {
  const inside = reported.filter(
    (one) =>
      one.window === window && areas[area].sites.some((site) => site === Math.floor(one.element / 100)),
  );
  return plainValues[kpi]!((counter) =>
    inside.map(({ values }) => values[counter] ?? []).filter((own) => own.length > 0),
  );
}

const alarms = names.map((kpi, index) =>
  anAlarm({
    id: index + 1,
    kpi,
    target: 'area',
    threshold: kpi === 'tun_loss' ? 60 : 4.2,
    outliers: 1,
    measures: 2,
  }),
);
const setting: Setting = {
  windowSeconds: WINDOW,
  allowedLatenessMs: 1_000,
  inventory: inventory(),
  alarms,
  definitions,
};

const played = (
  reported: readonly Reported[],
  windows: number,
  kills: Parameters<typeof run>[0]['kills'] = [],
): EngineLog => {
  const rows = samplesOf(reported);
  const half = Math.ceil(rows.length / 2);
  return run({
    setting,
    messages: [rows.slice(0, half), rows.slice(half)].map((part) => sampleCodec.encode(part)),
    end: START_MS + windows * WINDOW * 1_000,
    kills: [...kills],
  });
};

const ofArea = (measures: readonly MeasureRow[], area: Area, kpi: string) =>
  new Map(
    measures
      .filter((row) => row.element === areas[area].id && row.kpi === numberOf(kpi))
      .map(({ at, value }) => [(at - START) / WINDOW, value]),
  );

describe('an area of classes of service, probes and tunnels', () => {
  const WINDOWS = 8;

  it('is measured by the strategy of each KPI, of the library or defined, and raises as thirty plain lines do', () => {
    let raised = 0;
    fc.assert(
      fc.property(story(WINDOWS), (reported) => {
        const { measures, events } = played(reported, WINDOWS);
        for (const alarm of alarms)
          for (const area of Object.keys(areas) as Area[]) {
            const found = ofArea(measures, area, alarm.kpi);
            const plain = Array.from({ length: WINDOWS }, (_, window) =>
              plainValue(reported, [area, alarm.kpi, window]),
            );
            for (const [window, value] of plain.entries())
              if (value === null) expect(found.get(window)).toBeUndefined();
              else expect(found.get(window)).toBeCloseTo(value, 9);
            const element = areas[area].id;
            const own = events
              .filter((event) => event.alarm === alarm.id && event.element === element)
              .filter(({ edge }) => !edge.endsWith('explain'))
              .map(({ at, edge }) => `${String((at - START) / WINDOW)} ${edge}`);
            // Equal values may differ in their last bit: the alarm goes by those that the engine measured.
            const values = plain.map((value, window) => (value === null ? null : found.get(window)!));
            expect(own).toEqual(plainRule(alarm, { customer: 1, element, windowSeconds: WINDOW }, values));
            raised += own.length;
          }
      }),
      { numRuns: rounds(40) },
    );
    expect(raised).toBeGreaterThan(100);
  });

  it('is the same byte by byte after restarts', () => {
    fc.assert(
      fc.property(story(WINDOWS), fc.nat(1), (reported, checkpointBefore) => {
        const expected = played(reported, WINDOWS);
        expect(played(reported, WINDOWS, [{ after: 2, checkpointBefore }]).messages).toEqual(
          expected.messages,
        );
      }),
      { numRuns: rounds(15) },
    );
  });

  it('has the same alarms in a backtest over stored measures as live', async () => {
    const [reported = []] = fc.sample(story(40), { numRuns: 1, seed: 7 });
    const { measures, events } = played(reported, 40);
    const { elements } = runSync(
      engineConfigurationSteps(setting.inventory, { alarms, definitions }, { belongs: () => true }),
    );
    const read = ({ kpi, elements: own, from, slots, period }: GridPlace) => {
      const values = new Float64Array(((period.until - period.first) / period.length) * slots).fill(
        Number.NaN,
      );
      for (const row of measures) {
        const slot = own.ids.indexOf(row.element) - from;
        if (row.kpi === kpi && slot >= 0 && slot < slots && row.at >= period.first && row.at < period.until)
          values[((row.at - period.first) / period.length) * slots + slot] = row.value;
      }
      return Promise.resolve({ from, slots, values });
    };
    const figures = async ({
      kpi,
      target,
      operator,
      threshold,
      outliers,
      measures: over,
      clearAfter = 1,
      noDataMinutes = 0,
    }: AlarmDefinition) => {
      const clearing = { clearAfter, noDataMinutes };
      const rule = {
        kpi,
        ...(target && { target }),
        operator,
        threshold,
        severity: 'critical' as const,
        outliers,
        measures: over,
        ...clearing,
      };
      const period = { first: START, from: START, until: START + 40 * WINDOW, length: WINDOW };
      const outcome = await runBacktest({
        rules: [{ ...rule, thresholds: { customers: [], elements: [] } }],
        definitions,
        customers: new Map([[1, elements]]),
        period,
        bucketSeconds: 60,
        read,
        signal: new AbortController().signal,
        onDone: () => undefined,
      });
      return [outcome.elements, outcome.figures[0]!.raises, outcome.figures[0]!.clears];
    };
    const live = (alarm: AlarmDefinition, edge: string): number =>
      events.filter((event) => event.alarm === alarm.id && event.edge === edge).length;
    for (const alarm of alarms)
      expect(await figures(alarm)).toEqual([2, live(alarm, 'raise'), live(alarm, 'clear')]);
    expect(events.length).toBeGreaterThan(20);
  });
});

describe('a KPI of flows that administrators defined', () => {
  it('is measured on sites, areas and clusters of applications as well', () => {
    const kpi: DefinedKpi = {
      id: 60_004,
      key: 'own_flows',
      unit: 'scalar',
      en: 'Flows',
      fr: 'Flux',
      element: 'application',
      kind: 'counter',
      aggregation: 'sum',
      strategy: 'before any aggregation',
      formulas: kpis.app_flows.formulas,
    };
    const own = flowInventory(1, 2);
    const clusters = [...own.targets!.clusters.values()];
    const measures: MeasureRow[] = [];
    const raised: number[] = [];
    const partition = createFlowPartition({
      windowSeconds: WINDOW,
      allowedLatenessMs: 0,
      inventory: { ...anInventory(1, 0), ...own },
      definitions: { ...noDefinitions, kpis: [kpi] },
      alarms: (['site', 'area', 'cluster'] as const).map((target, index) =>
        anAlarm({ id: index + 1, kpi: kpi.key, target, threshold: 1 }),
      ),
      output: {
        measures: ({ bytes }) => measures.push(...measureCodec.decode(bytes)),
        events: ({ bytes }) => raised.push(...eventCodec.decode(bytes).map(({ element }) => element)),
      },
    });
    const rows = [0, 0, 1].map((site) =>
      aFlow({
        at: START_MS + 1_000,
        customer: 1,
        site: flowSite(1, site),
        application: BigInt(applications[0]),
      }),
    );
    runSync(partition.pushSteps('flows', networkFlowCodec.encode(rows)));
    runSync(partition.closeUntilSteps(START_MS + WINDOW * 1_000));
    const valueOf = (element: number) =>
      measures.find((row) => row.kpi === kpi.id && row.element === element)?.value;
    const north = clusters.find(({ kind, sites }) => kind === 'area' && sites.length === 2)!;
    expect([valueOf(flowSite(1, 0)), valueOf(flowSite(1, 1)), valueOf(north.id)]).toEqual([2, 1, 3]);
    expect(raised).toEqual(expect.arrayContaining([flowSite(1, 0), north.id]));
    expect(raised.some((id) => clusters.some((one) => one.id === id && one.kind === 'cluster'))).toBe(true);
  });
});
