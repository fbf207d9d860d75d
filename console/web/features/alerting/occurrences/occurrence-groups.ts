import type { OccurrenceGrouping } from './event-period.ts';
import { secondsOf, severityRank, type AlarmOccurrence } from './occurrences.ts';

/** The alarms of one site, device or definition. */
export interface OccurrenceGroup {
  readonly name: string;
  /** The worst that one of them had. */
  readonly severity: AlarmOccurrence['severity'];
  readonly alarms: number;
  /** Those that ran at the end of the period. */
  readonly running: number;
  /** Those that ran at its end and were not acknowledged. */
  readonly unacknowledged: number;
  /** Of the longest one, seconds; null when none is known. */
  readonly longest: number | null;
}

/** The names of ports and other parts begin with that of their device. */
const deviceOf = (elementName: string): string => elementName.split(' · ')[0] ?? elementName;

const nameBy: Readonly<Record<OccurrenceGrouping, (each: AlarmOccurrence) => string>> = {
  site: ({ siteName }) => siteName,
  device: ({ elementName }) => deviceOf(elementName),
  alarm: ({ name }) => name,
};

function groupOf(name: string, all: readonly AlarmOccurrence[], end: number): OccurrenceGroup {
  const running = all.filter(({ clearedAt }) => clearedAt === null);
  const seconds = all.flatMap((each) => secondsOf(each, end) ?? []);
  return {
    name,
    severity: all.reduce(
      (worst, { severity }) => (severityRank[severity] < severityRank[worst] ? severity : worst),
      all[0]?.severity ?? 'minor',
    ),
    alarms: all.length,
    running: running.length,
    unacknowledged: running.filter(({ acknowledgedBy }) => acknowledgedBy === null).length,
    longest: seconds.reduce<number | null>((most, each) => Math.max(most ?? 0, each), null),
  };
}

/** The groups with the most alarms first. */
export const groupOccurrences = (
  occurrences: readonly AlarmOccurrence[],
  by: OccurrenceGrouping,
  end: number,
): readonly OccurrenceGroup[] =>
  [...Map.groupBy(occurrences, nameBy[by])]
    .map(([name, all]) => groupOf(name, all, end))
    .sort((a, b) => b.alarms - a.alarms || severityRank[a.severity] - severityRank[b.severity]);
