import type { AlarmRow, AlertCounts, DefinitionCount } from './alert.ts';
import { severities, type Severity } from './severity.ts';

/** What handles an alarm, if anything does. */
type Handled = { readonly [Key in keyof Pick<AlarmRow, 'acknowledged' | 'silenced' | 'parent'>]?: unknown };
type Counted = Handled & Pick<AlarmRow, 'severity' | 'since'>;

/**
 * Neither acknowledged nor silenced, and not explained by another running alarm, which counts instead. Every count of unhandled alarms
 * uses this rule.
 */
export const isUnhandled = ({ acknowledged, silenced, parent }: Handled): boolean =>
  acknowledged === undefined && silenced === undefined && parent === undefined;

export const noAlerts: AlertCounts = { critical: 0, warning: 0, minor: 0, unhandled: 0, oldest: null };

/** The name of a severity in the counts. */
const countNames = { critical: 'critical', major: 'warning', minor: 'minor' } as const satisfies Record<
  Severity,
  keyof AlertCounts
>;

const earlier = (one: number | null, other: number | null): number | null => {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
};

export function alertCountsOf(rows: Iterable<Counted>): AlertCounts {
  const counts = { ...noAlerts };
  for (const row of rows) {
    counts[countNames[row.severity]] += 1;
    if (isUnhandled(row)) counts.unhandled += 1;
    counts.oldest = earlier(counts.oldest, row.since);
  }
  return counts;
}

/** The running alarms of each definition, by its id and severity. */
export function definitionCountsOf(
  rows: Iterable<Counted & Pick<AlarmRow, 'alarm' | 'name'>>,
): DefinitionCount[] {
  const counts = new Map<string, DefinitionCount>();
  for (const row of rows) {
    const { alarm, name, severity, since } = row;
    const key = `${String(alarm)} ${severity}`;
    let own = counts.get(key);
    if (own === undefined) {
      own = { alarm, name, severity, count: 0, unhandled: 0, oldest: since };
      counts.set(key, own);
    }
    own.count += 1;
    if (isUnhandled(row)) own.unhandled += 1;
    own.oldest = Math.min(own.oldest, since);
  }
  return [...counts.values()].toSorted(
    (a, b) => a.alarm - b.alarm || severities.indexOf(a.severity) - severities.indexOf(b.severity),
  );
}

/** The counts of these definitions together. */
export function sumOfDefinitions(definitions: Iterable<DefinitionCount>): AlertCounts {
  const counts = { ...noAlerts };
  for (const { severity, count, unhandled, oldest } of definitions) {
    counts[countNames[severity]] += count;
    counts.unhandled += unhandled;
    counts.oldest = earlier(counts.oldest, oldest);
  }
  return counts;
}

/** The totals of customers as named by the specification. */
export function totalCounts<Customer extends { readonly counts: AlertCounts }>(customers: Customer[]) {
  const sum = (of: 'critical' | 'warning' | 'minor' | 'unhandled'): number =>
    customers.reduce((total, { counts }) => total + counts[of], 0);
  return {
    nbCritical: sum('critical'),
    nbWarning: sum('warning'),
    nbMinor: sum('minor'),
    nbUnhandled: sum('unhandled'),
    customers,
  };
}
