import type { BacktestDifference, BacktestFigures, BacktestOutcome } from '#schemas/cockpit/backtest.ts';
import { backtestLimits } from '#schemas/limit/backtest.ts';

const worstSites = <Site extends { readonly customer: number; readonly site: number }>(
  sites: readonly Site[],
  severity: (site: Site) => number,
) =>
  sites
    .toSorted((a, b) => severity(b) - severity(a) || a.site - b.site || a.customer - b.customer)
    .slice(0, backtestLimits.topSites);

const sums = <Key extends string>(keys: readonly Key[], a: Record<Key, number>, b: Record<Key, number>) =>
  Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as Record<Key, number>;

type Bucket = BacktestFigures['timeline'][number];

function mergeTimelines(buckets: readonly Bucket[]): Bucket[] {
  const byStart = new Map<number, Bucket>();
  for (const bucket of buckets) {
    const known = byStart.get(bucket.at) ?? { at: bucket.at, raises: 0, clears: 0, minutes: 0 };
    byStart.set(bucket.at, { ...known, ...sums(['raises', 'clears', 'minutes'], known, bucket) });
  }
  return [...byStart.values()].sort((a, b) => a.at - b.at);
}

/** Both have the severities of the same rule. */
const mergeSeverities = (
  a: BacktestFigures['severities'],
  b: BacktestFigures['severities'],
): BacktestFigures['severities'] =>
  a.map((one, index) => {
    const other = b[index];
    return other === undefined ? one : { ...one, ...sums(['reached', 'minutes'], one, other) };
  });

const mergeFigures = (a: BacktestFigures, b: BacktestFigures): BacktestFigures => ({
  ...sums(['raises', 'clears', 'flaps', 'minutes', 'elements', 'running', 'explained', 'incidents'], a, b),
  severities: mergeSeverities(a.severities, b.severities),
  sites: worstSites([...a.sites, ...b.sites], ({ minutes }) => minutes),
  timeline: mergeTimelines([...a.timeline, ...b.timeline]),
});

function mergeDifferences(
  a: BacktestDifference | null,
  b: BacktestDifference | null,
): BacktestDifference | null {
  if (a === null || b === null) return a ?? b;
  return {
    ...sums(['gained', 'lost', 'bothMinutes', 'draftMinutes', 'inForceMinutes'], a, b),
    sites: worstSites([...a.sites, ...b.sites], (site) => Math.abs(site.draftMinutes - site.inForceMinutes)),
  };
}

/** Merges the outcomes of two sets of customers for the same rules and period. A site belongs to one of them, so the worst sites stay exact. */
export const mergeOutcomes = (a: BacktestOutcome, b: BacktestOutcome): BacktestOutcome => ({
  windowSeconds: a.windowSeconds,
  bucketSeconds: a.bucketSeconds,
  from: a.from,
  until: Math.min(a.until, b.until),
  ...sums(['elements', 'values', 'windows'], a, b),
  figures: a.figures.map((figures, index) => {
    const other = b.figures[index];
    return other === undefined ? figures : mergeFigures(figures, other);
  }),
  difference: mergeDifferences(a.difference, b.difference),
});
