import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';

/** A site with alarms, as a wall shows it. */
export interface SiteTile {
  readonly site: number;
  readonly name: string;
  readonly counts: Readonly<Record<Severity, number>>;
  readonly alarms: readonly AlarmRow[];
  /** Its worst alarm, of these the one that runs longest. */
  readonly worst: AlarmRow;
}

const rank = ({ severity }: AlarmRow): number => severities.indexOf(severity);

const worseFirst = (one: AlarmRow, other: AlarmRow): number =>
  rank(one) - rank(other) || one.since - other.since;

/** The sites with running alarms, the worst first. Their counts are those of the list. */
export function siteTiles(alarms: readonly AlarmRow[]): readonly SiteTile[] {
  return [...Map.groupBy(alarms, ({ site }) => site)]
    .flatMap(([site, own]): readonly SiteTile[] => {
      const [worst] = own.toSorted(worseFirst);
      if (worst === undefined) return [];
      const count = (severity: Severity): number => own.filter((one) => one.severity === severity).length;
      const counts = { critical: count('critical'), major: count('major'), minor: count('minor') };
      return [{ site, name: worst.siteName, alarms: own, counts, worst }];
    })
    .toSorted((one, other) => worseFirst(one.worst, other.worst));
}

/** Points of a line through the known values, in a box of 100 × 20; empty with fewer than two. */
export function linePoints(values: readonly (number | null)[]): string {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  if (known.length < 2) return '';
  const least = Math.min(...known.map(({ value }) => value));
  const span = Math.max(...known.map(({ value }) => value)) - least || 1;
  return known
    .map(({ value, at }) => {
      const x = (at / (values.length - 1)) * 100;
      return `${x.toFixed(1)},${(19 - ((value - least) / span) * 18).toFixed(1)}`;
    })
    .join(' ');
}
