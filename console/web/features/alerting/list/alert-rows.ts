import { searchedBuiltIn } from '#schemas/name/built-in-name.ts';
import { foldForSearch } from '#schemas/search/fold.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { isUnhandled } from '#schemas/alerting/counts.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import type { AlertSnapshot, MapSite } from '#schemas/alerting/routes.ts';
import { matchesAssignee, type AssigneeFilter, type Me } from '../assignment/assignee.ts';
import { isShown, type HandlingFilter } from '../handling/handling.ts';

/** [west, south, east, north] in degrees. */
export type Bounds = readonly [number, number, number, number];

export interface AlertFilter {
  readonly severity: readonly Severity[];
  readonly text: string | undefined;
  readonly sites: readonly number[];
  /** Alarm definitions; none selects all. */
  readonly definitions?: readonly number[];
  /** Sites in the visible area of the map, when the table is linked to it. */
  readonly area: ReadonlySet<number> | undefined;
  /** Whether acknowledged and silenced alarms are shown. */
  readonly handled?: HandlingFilter;
  readonly assigned?: { readonly filter: AssigneeFilter | undefined; readonly me: Me };
}

/** The locations of the element that the alarm shows, nearest first. */
export const topologyText = ({ topology = [] }: Pick<AlarmRow, 'topology'>): string => topology.join(' · ');

/** The location within the site, whose name and the element's have columns of their own. */
export const placeInSite = ({
  topology = [],
  siteName,
  elementName,
}: Pick<AlarmRow, 'topology' | 'siteName' | 'elementName'>): string =>
  topology.filter((level) => level !== siteName && level !== elementName).join(' · ');

/** Sites inside the bounds. Across the date line, east is smaller than west. */
export function sitesWithin(sites: readonly MapSite[], bounds: Bounds): ReadonlySet<number> {
  const [west, south, east, north] = bounds;
  const across = west > east;
  const inside = ({ longitude, latitude }: MapSite) => {
    if (latitude < south || latitude > north) return false;
    return across ? longitude >= west || longitude <= east : longitude >= west && longitude <= east;
  };
  return new Set(sites.filter(inside).map(({ site }) => site));
}

const matchesHandling = (alarm: AlarmRow, { handled, assigned }: AlertFilter): boolean =>
  (handled === undefined || isShown(alarm, handled)) &&
  (assigned === undefined || matchesAssignee(alarm, assigned.filter, assigned.me));

export function filterRows(alarms: readonly AlarmRow[], filter: AlertFilter): AlarmRow[] {
  const words = foldForSearch(filter.text ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const isIn = <Value>(selected: readonly Value[] = []) => {
    const values = new Set(selected);
    return (value: Value): boolean => values.size === 0 || values.has(value);
  };
  const [ofSeverity, inSites, ofDefinition] = [
    isIn(filter.severity),
    isIn(filter.sites),
    isIn(filter.definitions),
  ];
  return alarms.filter((alarm) => {
    if (!ofSeverity(alarm.severity) || !inSites(alarm.site) || !ofDefinition(alarm.alarm)) return false;
    if (!matchesHandling(alarm, filter)) return false;
    if (filter.area !== undefined && !filter.area.has(alarm.site)) return false;
    if (words.length === 0) return true;
    const text = foldForSearch(
      `${searchedBuiltIn('alarm', alarm.name)} ${alarm.siteName} ${alarm.elementName} ${alarm.kpi} ${topologyText(alarm)}`,
    );
    return words.every((word) => text.includes(word));
  });
}

const rank: Record<Severity, number> = { critical: 0, major: 1, minor: 2 };

/** Default order: unhandled alarms first, then by severity, then the newest. */
export const byUrgency = (alarms: readonly AlarmRow[]): AlarmRow[] =>
  alarms.toSorted(
    (a, b) =>
      Number(isUnhandled(b)) - Number(isUnhandled(a)) ||
      rank[a.severity] - rank[b.severity] ||
      b.since - a.since,
  );

export interface AreaCounts {
  readonly alarms: number;
  readonly sites: number;
}

/** Alarms, and sites with alarms, in the visible area. */
export function countArea(snapshot: AlertSnapshot, area: ReadonlySet<number> | undefined): AreaCounts {
  const inArea = snapshot.sites.filter(
    ({ site, alarms }) => alarms > 0 && (area === undefined || area.has(site)),
  );
  return { alarms: inArea.reduce((sum, { alarms }) => sum + alarms, 0), sites: inArea.length };
}

export function countBySeverity(alarms: readonly AlarmRow[]): Record<Severity, number> {
  const counts = { critical: 0, major: 0, minor: 0 };
  for (const { severity } of alarms) counts[severity] += 1;
  return counts;
}

/** The end of the newest window of some alarms, seconds since 1970; 0 without any. */
export const newestEnd = (rows: readonly AlarmRow[]): number =>
  rows.reduce((newest, { window, length }) => Math.max(newest, window + length), 0);
