import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { ListedElement } from '#schemas/data/element-routes.ts';
import type { ContextAlarms } from '#schemas/alerting/context-alarm-routes.ts';
import type { Thresholds } from '#schemas/dashboard/dashlet-parts.ts';
import { siteProperties } from '#schemas/dashboard/dashlets/sites.ts';
import type { Status } from '#web/ui/severity/severity.ts';
import { levelOf, type Level } from '../shared/level-of.ts';

/** A site with what is wrong there. */
export interface SiteState {
  readonly id: number;
  readonly name: string;
  readonly city: string;
  /** Undefined: its inventory has none. */
  readonly position: { readonly longitude: number; readonly latitude: number } | undefined;
  readonly status: Status;
  /** The value that its state follows from; null: it has none. */
  readonly value: number | null;
  /** Running alarms. */
  readonly alarms: number;
  /** The value that its size on a map stands for; null: it has none. */
  readonly sized: number | null;
}

type SiteJudgement = Pick<SiteState, 'status' | 'value' | 'alarms'>;
type Judge = (site: number) => SiteJudgement;

/** Worst first. A site whose state is unknown is looked at before one that is known to be good. */
const order: readonly Status[] = ['critical', 'major', 'minor', 'unknown', 'silenced', 'ok'];
const rank = (status: Status): number => order.indexOf(status);

const statuses: Readonly<Record<Level, Status>> = {
  good: 'ok',
  notice: 'minor',
  warning: 'major',
  critical: 'critical',
};

/** By running alarms: without one a site is good only where an alarm would be raised, and as long as the engine decides. */
export function judgeByAlarms({ sites = [], watch }: Pick<ContextAlarms, 'sites' | 'watch'>): Judge {
  const found = new Map(sites.map((each) => [each.site, each]));
  const calm: Status = watch === 'watched' ? 'ok' : 'unknown';
  return (site) => {
    const { severity = null, alarms = 0 } = found.get(site) ?? {};
    return { status: severity ?? calm, value: null, alarms };
  };
}

type SiteRows = Pick<DataResult, 'rows'>;

/** The value of each site for a series, by its place among those requested. */
const valuesOf = ({ rows }: SiteRows, series: number): ReadonlyMap<number, number | null> =>
  new Map(
    rows.flatMap(({ key, values }) => {
      const site = key.find(({ attribute }) => attribute === 'site')?.id;
      return site === undefined ? [] : [[site, values.at(series)?.at(-1) ?? null] as const];
    }),
  );

/** What gives a site its size on a map: its value for the last series. */
export function sizesOf(result: SiteRows): (site: number) => number | null {
  const values = valuesOf(result, -1);
  return (site) => values.get(site) ?? null;
}

/** By the level of a value: below the first threshold it is good, without thresholds nothing is said. */
export function judgeByValue(result: SiteRows, thresholds: Thresholds): Judge {
  const values = valuesOf(result, 0);
  return (site) => {
    const value = values.get(site) ?? null;
    if (value === null || thresholds.length === 0) return { status: 'unknown', value, alarms: 0 };
    const level = levelOf(thresholds, value);
    return { status: level === undefined ? 'ok' : statuses[level], value, alarms: 0 };
  };
}

/** Whether a high value is the worse one. */
const isHighWorse = (thresholds: Thresholds): boolean => {
  const [first, last] = [thresholds[0], thresholds.at(-1)];
  if (first === undefined || last === undefined || thresholds.length === 1) return first?.level !== 'good';
  return rank(statuses[last.level]) <= rank(statuses[first.level]);
};

function positionOf(latitude: string, longitude: string): SiteState['position'] {
  const [north, east] = [Number(latitude), Number(longitude)];
  const isPosition = latitude !== '' && longitude !== '' && Number.isFinite(north) && Number.isFinite(east);
  return isPosition ? { latitude: north, longitude: east } : undefined;
}

interface StateOptions {
  readonly judge: Judge;
  readonly thresholds?: Thresholds;
  /** Absent: all sites have one size. */
  readonly sizeOf?: ((site: number) => number | null) | undefined;
}

/** Sites as they are listed, with `siteProperties` in their order, the worst first: of one state the worst value, then the name. */
export function siteStates(
  elements: readonly ListedElement[],
  { judge, thresholds = [], sizeOf }: StateOptions,
): readonly SiteState[] {
  const [city, latitude, longitude] = siteProperties.map((_, index) => index);
  const sign = isHighWorse(thresholds) ? -1 : 1;
  return elements
    .map(({ id, label, values }): SiteState => ({
      id,
      name: label,
      city: values[city ?? 0] ?? '',
      position: positionOf(values[latitude ?? 1] ?? '', values[longitude ?? 2] ?? ''),
      sized: sizeOf?.(id) ?? null,
      ...judge(id),
    }))
    .toSorted(
      (one, other) =>
        rank(one.status) - rank(other.status) ||
        sign * ((one.value ?? 0) - (other.value ?? 0)) ||
        other.alarms - one.alarms,
    );
}
