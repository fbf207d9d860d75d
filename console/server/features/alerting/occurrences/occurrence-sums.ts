import { severities, type Severity } from '#schemas/alerting/severity.ts';
import { severityOfRank } from './event-code.ts';
import type { OccurrenceSums } from './occurrence-queries.ts';

type SummedKey = 'alarms' | 'running' | 'unacknowledged' | Severity;

/** The counts of parts together, their worst severity, and the longest alarm in seconds; null when none is known. */
export function sumsOf(parts: readonly OccurrenceSums[]) {
  const sum = (key: SummedKey): number => parts.reduce((total, part) => total + part[key], 0);
  const longest = parts.reduce((most, part) => Math.max(most, part.longest), -1);
  return {
    ...{ critical: sum('critical'), major: sum('major'), minor: sum('minor') },
    ...{ alarms: sum('alarms'), running: sum('running'), unacknowledged: sum('unacknowledged') },
    severity: severityOfRank(parts.reduce((least, { worst }) => Math.min(least, worst), severities.length)),
    longest: longest < 0 ? null : longest,
  };
}
