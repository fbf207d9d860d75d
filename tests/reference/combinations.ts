import { groupAttributesOf } from '#schemas/data/key-attribute.ts';
import { kindRules } from '#schemas/kpi/algebra/kind-rules.ts';
import { aggregations } from '#schemas/kpi/kpi.ts';
import { kpiKeys, type KpiKey } from '#schemas/kpi/library.ts';
import type { Granularity } from '#schemas/time/granularity.ts';
import { computedKpi } from './naive/measured-rows.ts';
import { displaysOf, type ChosenKeys, type Query } from './naive/query.ts';
import { chosenNumber } from './network/chosen-samples.ts';

/** Zones whose clock changes by an hour or half an hour, and one that is half an hour from the others. */
export const comparedZones = [
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
] as const;

const at = (time: string): number => Date.parse(time) / 1_000;

/** Periods around changes of the clock, a month with hours and days, and one of rollups. */
export const periods = [
  { from: at('2026-10-24T20:00:00Z'), to: at('2026-10-26T00:00:00Z') },
  { from: at('2026-10-31T20:00:00Z'), to: at('2026-11-01T16:00:00Z') },
  { from: at('2026-10-03T13:35:00Z'), to: at('2026-10-04T23:55:00Z') },
  { from: at('2026-10-11T00:00:00Z'), to: at('2026-11-02T00:00:00Z') },
  { from: at('2026-09-05T00:00:00Z'), to: at('2026-11-02T00:00:00Z') },
] as const;

/** What the series of a request have in common. */
export type ComparedRequest = Pick<
  Query,
  'kpi' | 'over' | 'by' | 'isOverTime' | 'working' | 'display' | 'zone' | 'from' | 'to' | 'chosen'
>;

/** Granularities of points that a request for a display granularity may state; undefined: automatic. */
export const workingsOf = (display: Granularity): readonly (Granularity | undefined)[] =>
  display === '5m' || display === '1h' ? [undefined] : [undefined, '1h'];

type Kinds = Pick<ComparedRequest, 'kpi' | 'over' | 'by' | 'isOverTime' | 'zone'>;

/** Every kind of request for a KPI of elements that has a meaning, whatever its period is. */
const kindsOf = (kpi: KpiKey): readonly Kinds[] => {
  const { element, kind } = computedKpi(kpi);
  const attributes = [undefined, ...groupAttributesOf(element)];
  return attributes.flatMap((by) =>
    kindRules[kind].over.flatMap((over) =>
      comparedZones.flatMap((zone) =>
        [true, false].map((isOverTime) => ({ kpi, over, by, zone, isOverTime })),
      ),
    ),
  );
};

/** An item, always the same one for the same parts. */
export const pickSome = <Item>(items: readonly Item[], ...parts: readonly number[]): Item =>
  items[chosenNumber(items.length, ...parts)]!;

/** The request of a number: a period with granularities that it may have, and elements that it is about. */
function requestOfNumber(
  kinds: Kinds,
  number: number,
  chosen: readonly (ChosenKeys | undefined)[],
): ComparedRequest {
  const period = pickSome(periods, number, 1);
  const display = pickSome(displaysOf(period.to - period.from), number, 2);
  const working = pickSome(workingsOf(display), number, 3);
  return { ...kinds, ...period, display, working, chosen: pickSome(chosen, number, 4) };
}

/** KPIs of elements: those of applications come from flows. */
export const elementKpis: readonly KpiKey[] = kpiKeys.filter(
  (key) => computedKpi(key).element !== 'application',
);

/** Requests for every KPI of elements, always the same ones: some of each KPI, or `rounds` of every kind of request. */
export function comparedRequests(
  chosen: readonly ChosenKeys[],
  { some, rounds }: { readonly some?: number; readonly rounds?: number },
): readonly ComparedRequest[] {
  const parts = [undefined, undefined, ...chosen];
  return elementKpis.flatMap((kpi, place) => {
    const kinds = kindsOf(kpi);
    const count = some ?? (rounds ?? 1) * kinds.length;
    return Array.from({ length: count }, (_, index) => {
      const number = place * 100_000 + index;
      const own = some === undefined ? kinds[index % kinds.length]! : pickSome(kinds, number, 5);
      return requestOfNumber(own, number, parts);
    });
  });
}

/** The series of a request: every aggregation over time that the kind has. */
export function queriesOf(requested: ComparedRequest, customer: number): readonly Query[] {
  const { without } = kindRules[computedKpi(requested.kpi).kind];
  return aggregations
    .filter((aggregation) => !without.includes(aggregation))
    .flatMap((aggregation) =>
      (aggregation === 'percentile' ? [95, 50, 30] : [95]).map((percentile): Query => ({
        ...requested,
        customer,
        aggregation,
        percentile,
      })),
    );
}
