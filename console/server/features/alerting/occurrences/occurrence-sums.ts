import { severities, type Severity } from '#schemas/alerting/severity.ts';
import { severityOfRank } from './event-code.ts';
import {
  countsSql,
  occurrenceSettings,
  pairedSql,
  paramsOf,
  severitySql,
  unhandledSql,
  type OccurrenceCounts,
  type OccurrenceFilter,
} from './occurrence-queries.ts';

export interface OccurrenceSums extends OccurrenceCounts {
  readonly id: number;
  /** Rank of the worst severity. */
  readonly worst: number;
  readonly alarms: number;
  readonly running: number;
  readonly unacknowledged: number;
  /** Below zero: not known. */
  readonly longest: number;
}

/** Each group with its counts by severity; all other figures are of the severities that match. */
export const occurrenceSumsSql = (
  filter: OccurrenceFilter,
  column: 'alarm' | 'site' | 'element' | 'owner',
) => ({
  sql: `SELECT ${column} AS id, minIf(rank, matches) AS worst, countIf(matches) AS alarms, countIf(matches AND cleared = 0) AS running,
  countIf(matches AND ${unhandledSql}) AS unacknowledged, maxIf(duration, matches) AS longest, ${countsSql('')}
FROM (
SELECT *, ${severitySql(filter)} AS matches
FROM (
${pairedSql(filter)}))
GROUP BY id`,
  params: paramsOf(filter),
  settings: occurrenceSettings,
});

type SummedKey = 'alarms' | 'running' | 'unacknowledged' | Severity;

/** The counts of parts together, their worst severity, and the longest alarm in seconds; null when none is known. */
export function sumsOf(parts: readonly OccurrenceSums[]) {
  const sum = (key: SummedKey): number => parts.reduce((total, part) => total + part[key], 0);
  const longest = parts.reduce((most, part) => Math.max(most, part.longest), -1);
  return {
    critical: sum('critical'),
    major: sum('major'),
    minor: sum('minor'),
    alarms: sum('alarms'),
    running: sum('running'),
    unacknowledged: sum('unacknowledged'),
    severity: severityOfRank(parts.reduce((least, { worst }) => Math.min(least, worst), severities.length)),
    longest: longest < 0 ? null : longest,
  };
}
