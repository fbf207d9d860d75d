import type { ManagedSample } from '#platform/sdwan/sdwan-client.ts';
import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import type { Counter } from '#schemas/counter/counter.ts';
import type { SampledElement } from './element-finder.ts';
import type { SampleRow } from '../snmp/sample-rows.ts';

/** Samples that are older when they are read are measured as of then: the windows of their own time are closed. */
export const LATE_MS = 45_000;
/** Share of the allowed lateness that samples may have when they are read; the remainder is for their way to the engine. */
const LATE_SHARE = 0.75;

/** The age from which samples are late, where windows close after this time. */
export const lateFrom = (allowedLatenessMs: number): number =>
  Math.min(LATE_MS, allowedLatenessMs * LATE_SHARE);

export interface PlacedSample {
  readonly element: SampledElement;
  readonly sample: ManagedSample;
}

/** Samples that follow each other: those of an element with the same counters. Statistics of a device come in several kinds of rows. */
export const sampleSeries = ({ element, sample: { device, values } }: PlacedSample): string =>
  `${String(element.id)} ${device} ${Object.keys(values)[0] ?? ''}`;

interface Collected {
  /** Time of the newest sample by series that this process has sent. */
  readonly seenMs: ReadonlyMap<string, number>;
  /** When another process has collected since: what came in time until then it has sent. */
  readonly othersMs?: number | undefined;
  readonly nowMs: number;
  /** Age from which a sample is late. */
  readonly lateMs?: number | undefined;
}

type Read = Pick<Collected, 'nowMs' | 'lateMs'>;

const isTimely = ({ sample }: PlacedSample, { nowMs, lateMs = LATE_MS }: Read): boolean =>
  sample.atMs >= nowMs - lateMs;

function isNew(one: PlacedSample, collected: Collected): boolean {
  const { seenMs, othersMs = -Infinity } = collected;
  const { sample } = one;
  const seen = seenMs.get(sampleSeries(one)) ?? -Infinity;
  return sample.atMs > (isTimely(one, collected) ? Math.max(seen, othersMs) : seen);
}

/**
 * Samples that are new since the last collection, at the time at which they are measured. Managers publish statistics minutes after
 * their time, and again with the next ones: of a series' late samples only the newest counts.
 */
export function freshSamples(
  placed: readonly PlacedSample[],
  collected: Collected,
): readonly (PlacedSample & { readonly atMs: number })[] {
  const { nowMs } = collected;
  const late = new Map<string, PlacedSample>();
  const fresh: (PlacedSample & { readonly atMs: number })[] = [];
  for (const one of placed) {
    const { sample } = one;
    const series = sampleSeries(one);
    if (!isNew(one, collected)) continue;
    if (isTimely(one, collected)) fresh.push({ ...one, atMs: Math.min(sample.atMs, nowMs) });
    else if (sample.atMs > (late.get(series)?.sample.atMs ?? -Infinity)) late.set(series, one);
  }
  const timely = new Set(fresh.map(sampleSeries));
  const delayed = [...late].filter(([series]) => !timely.has(series));
  return [...fresh, ...delayed.map(([, one]) => ({ ...one, atMs: nowMs }))];
}

/** Stored integers: a counter with `per` keeps fractions. */
const stored = (key: CounterKey, value: number): bigint => {
  const { per = 1 }: Counter = counters[key];
  return BigInt(Math.max(0, Math.round(value * per)));
};

export const elementRows = ({
  element,
  sample,
  atMs,
}: PlacedSample & { readonly atMs: number }): readonly SampleRow[] =>
  Object.entries(sample.values).map(([key, value]) => ({
    customer: element.customer,
    site: element.site,
    element: element.id,
    counter: counters[key as CounterKey].id,
    at: atMs,
    uptime: 0n,
    discontinuity: 0,
    value: stored(key as CounterKey, value),
  }));
