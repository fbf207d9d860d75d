import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rounds } from '#tests/fixtures/rounds.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { groupAttributesOf } from '#schemas/data/key-attribute.ts';
import { hasAggregation, kindRules } from '#schemas/kpi/algebra/kind-rules.ts';
import { kpiKeys, type KpiKey } from '#schemas/kpi/library.ts';
import { comparedZones } from './combinations.ts';
import { comparedFlowKpis } from './flow-combinations.ts';
import { computedKpi } from './naive/measured-rows.ts';
import { startOfNext, naiveStepStart } from './naive/steps.ts';
import { WINDOW } from './naive/windows-of-samples.ts';
import { DAYS, fine, near, readValues, somePeriod, totalRead, type ReadRow } from './read-values.ts';
import { serveLargeNetwork, type ServedLargeNetwork } from './network/serve-large-network.ts';

const LIMIT = { timeout: 300_000 };

const someZone = fc.constantFrom(...comparedZones);
const ofKind = (...kinds: readonly string[]): readonly KpiKey[] =>
  kpiKeys.filter((key) => kinds.includes(computedKpi(key).kind));
/** Conversations are requested in a mode of their own, areas and clusters have measures of their own. */
const attributesOf = (key: KpiKey) =>
  groupAttributesOf(computedKpi(key).element).filter(
    (one) => one !== 'area' && one !== 'cluster' && one !== 'conversation',
  );

describe('by REST, for any KPI, period and key', () => {
  let served: ServedLargeNetwork;
  beforeAll(async () => {
    served = await serveLargeNetwork();
  });
  afterAll(() => served.close());

  const read = (request: Omit<DataRequestInput, 'id'>): Promise<ReadRow> =>
    readValues(served, served.places.acme, request);

  const volumes: Readonly<Partial<Record<KpiKey, KpiKey>>> = {
    itf_in_bps: 'itf_in_bytes',
    itf_out_bps: 'itf_out_bytes',
    wan_in_bps: 'wan_in_bytes',
    wan_out_bps: 'wan_out_bytes',
    app_bps: 'app_bytes',
  };
  // A FortiGate measures rate and volume apart, and so does vManage.
  const agents = [10_100, 10_700];

  it('throughput times time is the volume, of devices, sites and all of them', LIMIT, async () => {
    const some = fc.record({
      period: somePeriod,
      rate: fc.constantFrom<KpiKey[]>('itf_in_bps', 'itf_out_bps', 'wan_in_bps', 'wan_out_bps', 'app_bps'),
      by: fc.constantFrom('none' as const, 'site' as const, 'device' as const),
      zone: someZone,
    });
    await fc.assert(
      fc.asyncProperty(some, async ({ period, rate, by, zone }) => {
        const isOfFlows = rate === 'app_bps';
        const keys = by === 'none' || (isOfFlows && by === 'device') ? [] : [by];
        const request = {
          ...period,
          keys,
          display: '5m' as const,
          timeZone: zone,
          filters: isOfFlows ? [] : [{ element: 'device' as const, ids: agents }],
        };
        const rates = await read({ ...request, series: [{ kpi: rate, aggregation: 'average' }] });
        const sums = await read({ ...request, series: [{ kpi: volumes[rate]!, aggregation: 'sum' }] });
        expect([...rates.keys()].sort()).toEqual([...sums.keys()].sort());
        for (const [key, [[volume] = []]] of sums)
          near((rates.get(key)![0]![0]! * (period.to - period.from)) / 8, volume!, `${rate} ${key}`);
      }),
      { numRuns: rounds(80) },
    );
  });

  it('parts add up to the total: volumes by any key, throughput by site', LIMIT, async () => {
    const some = fc
      .constantFrom(...ofKind('counter'))
      .chain((kpi) =>
        fc.record({ kpi: fc.constant(kpi), by: fc.constantFrom(...attributesOf(kpi)), period: somePeriod }),
      );
    await fc.assert(
      fc.asyncProperty(some, async ({ kpi, by, period }) => {
        const series = [{ kpi, aggregation: 'sum' as const, over: 'sum' as const }];
        // A flow that two sites report counts once for their customer.
        const isTwice = comparedFlowKpis.includes(kpi) && by === 'site';
        if (isTwice) return;
        const request = { ...period, series, display: '5m' as const };
        near(
          totalRead(await read({ ...request, keys: [by] })),
          totalRead(await read(request)),
          `${kpi} by ${by}`,
        );
      }),
      { numRuns: rounds(80) },
    );
    for (const period of fine)
      for (const kpi of ['itf_in_bps', 'wan_out_bps', 'itf_out_pps'] as const) {
        const request = {
          ...period,
          series: [{ kpi, aggregation: 'average' as const }],
          display: '5m' as const,
        };
        near(
          totalRead(await read({ ...request, keys: ['site'] })),
          totalRead(await read(request)),
          `${kpi} by site`,
        );
      }
  });

  it('maximum, percentiles, average and minimum are in this order', LIMIT, async () => {
    const some = fc.constantFrom(...kpiKeys.filter((key) => computedKpi(key).kind !== 'time')).chain((kpi) =>
      fc.record({
        kpi: fc.constant(kpi),
        zone: someZone,
        by: fc.constantFrom(undefined, ...attributesOf(kpi)),
        over: fc.constantFrom(...kindRules[computedKpi(kpi).kind].over),
        period: fc.oneof(somePeriod, fc.constant(DAYS)),
        isOverTime: fc.boolean(),
      }),
    );
    await fc.assert(
      fc.asyncProperty(some, async ({ kpi, zone, by, over, period, isOverTime }) => {
        const values = await read({
          ...period,
          series: [
            ...(['minimum', 'average', 'maximum'] as const).map((aggregation) => ({
              kpi,
              over,
              aggregation,
            })),
            ...[50, 95].map((percentile) => ({ kpi, over, aggregation: 'percentile' as const, percentile })),
          ],
          keys: [...(isOverTime ? (['date'] as const) : []), ...(by === undefined ? [] : [by])],
          display: '1d',
          timeZone: zone,
        });
        for (const [key, [least, mean, most, median, high]] of values)
          for (const [step, value] of mean!.entries()) {
            if (value === null) continue;
            const name = `${kpi} over ${over} ${key} ${String(step)}`;
            const slack = 1e-9 * Math.max(1, Math.abs(most![step]!));
            const atLeast = (one: number, other: number): void => {
              expect(one - other, `value of ${name}`).toBeGreaterThanOrEqual(-slack);
            };
            atLeast(value, least![step]!);
            atLeast(most![step]!, value);
            atLeast(median![step]!, least![step]!);
            atLeast(high![step]!, median![step]!);
            atLeast(most![step]!, high![step]!);
          }
      }),
      { numRuns: rounds(120) },
    );
  });

  it('a period cut in two is joined again', LIMIT, async () => {
    const some = fc.record({
      kpi: fc.constantFrom(...ofKind('counter', 'rate')),
      period: somePeriod.filter(({ from, to }) => to - from > WINDOW),
      cut: fc.double({ min: 0, max: 0.999, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(some, async ({ kpi, period, cut }) => {
        const { kind } = computedKpi(kpi);
        const windows = (period.to - period.from) / WINDOW;
        const middle = period.from + (1 + Math.floor(cut * (windows - 1))) * WINDOW;
        const value = async (from: number, to: number, aggregation: 'sum' | 'average' | 'maximum') => {
          const found = await read({ from, to, display: '5m', series: [{ kpi, aggregation, over: 'sum' }] });
          return found.get('')?.[0]?.[0] ?? undefined;
        };
        const aggregation = kind === 'counter' ? 'sum' : 'average';
        const parts = [
          [period.from, middle],
          [middle, period.to],
        ] as const;
        const [all, most] = [
          await value(period.from, period.to, aggregation),
          await value(period.from, period.to, 'maximum'),
        ];
        const sums = await Promise.all(parts.map(([from, to]) => value(from, to, aggregation)));
        const extremes = await Promise.all(parts.map(([from, to]) => value(from, to, 'maximum')));
        // Of throughput each part counts by its length, as a site is observed throughout; peers and classes may not be.
        const isByLength = kind === 'rate' && /^(?:itf|wan|app)_/.test(kpi);
        if (kind === 'counter')
          near(
            sums.reduce<number>((sum, one) => sum + (one ?? 0), 0),
            all ?? 0,
            kpi,
          );
        if (isByLength) {
          const integral = parts.reduce(
            (sum, [from, to], index) => sum + (sums[index] ?? 0) * (to - from),
            0,
          );
          near(integral / (period.to - period.from), all ?? 0, kpi);
        }
        const known = extremes.filter((one) => one !== undefined);
        if (known.length > 0) near(Math.max(...known), most!, `${kpi} maximum`);
      }),
      { numRuns: rounds(60) },
    );
  });

  it('totals do not depend on the zone, and days of any zone add up to them', LIMIT, async () => {
    const some = fc
      .record({
        kpi: fc.constantFrom(...ofKind('counter', 'rate', 'ratio', 'state', 'gauge', 'duration')),
        zone: someZone,
      })
      .chain(({ kpi, zone }) =>
        fc.record({
          kpi: fc.constant(kpi),
          zone: fc.constant(zone),
          period: somePeriod,
          aggregation: fc.constantFrom(
            ...(['sum', 'average', 'maximum', 'minimum', 'percentile'] as const).filter((one) =>
              hasAggregation(computedKpi(kpi).kind, one),
            ),
          ),
        }),
      );
    await fc.assert(
      fc.asyncProperty(some, async ({ kpi, zone, period, aggregation }) => {
        const series = [{ kpi, aggregation }];
        const request = { ...period, series, display: '5m' as const };
        const [own, utc] = [
          await read({ ...request, timeZone: zone }),
          await read({ ...request, timeZone: 'UTC' }),
        ];
        expect(own.size).toBe(utc.size);
        for (const [key, [[value] = []]] of utc)
          near(own.get(key)![0]![0]!, value!, `${kpi} ${aggregation} ${zone}`);
      }),
      { numRuns: rounds(60) },
    );
    for (const zone of comparedZones) {
      const period = {
        from: naiveStepStart(DAYS.from, '1d', zone),
        to: startOfNext(DAYS.to - 1, '1d', zone),
      };
      const series = [
        { kpi: 'itf_in_bytes', aggregation: 'sum' as const },
        { kpi: 'itf_in_bps', aggregation: 'maximum' as const },
      ];
      const request = { ...period, series, display: '1d' as const, timeZone: zone };
      const [byDay, all] = [
        (await read({ ...request, keys: ['date'] })).get('')!,
        (await read(request)).get('')!,
      ];
      near(
        byDay[0]!.reduce<number>((sum, value) => sum + (value ?? 0), 0),
        all[0]![0]!,
        zone,
      );
      near(Math.max(...byDay[1]!.map((value) => value ?? 0)), all[1]![0]!, `${zone} maximum`);
    }
  });

  it('customers have their own values, and those of an area are those of its sites', async () => {
    const { acme, globex, first } = served.places;
    const request = { ...DAYS, id: 'one', display: '1d' as const, series: [{ kpi: 'itf_in_bytes' }] };
    const valueOf = async (customer: number, sites?: readonly number[], area?: number): Promise<number> => {
      const filters = [
        ...(sites === undefined ? [] : [{ element: 'site' as const, ids: [...sites] }]),
        ...(area === undefined ? [] : [{ element: 'area' as const, ids: [area] }]),
      ];
      const result = (await served.read(customer, [{ ...request, filters }])).get('one');
      return typeof result === 'object' ? result.rows[0]!.values[0]![0]! : expect.fail(String(result));
    };
    const ofRows = (customer: number): number =>
      served.rows
        .get('itf_in_bytes')!
        .filter((row) => row.customer === customer && row.at >= DAYS.from && row.at < DAYS.to)
        .reduce((sum, { value }) => sum + value, 0);
    for (const customer of [acme, globex]) near(await valueOf(customer), ofRows(customer), String(customer));
    near(
      await valueOf(acme, undefined, 9_101),
      (await valueOf(acme, [first])) + (await valueOf(acme, [9_003])),
      'area',
    );
  });
});
