import type { TunnelSample } from '#platform/sdwan/sdwan-client.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import type { Counter } from '#schemas/counter/counter.ts';
import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { ComponentEntry } from '#schemas/inventory/snapshot.ts';
import type { SampleRow } from '../snmp/sample-rows.ts';

/** Samples that are older when they are read are measured as of then: the windows of their own time are closed. */
export const LATE_MS = 45_000;

export interface PlacedSample {
  readonly tunnel: ComponentEntry;
  readonly sample: TunnelSample;
}

interface Collected {
  /** Time of the newest sample by tunnel that this process has sent. */
  readonly seenMs: ReadonlyMap<number, number>;
  /** When another process has collected since: what came in time until then it has sent. */
  readonly othersMs?: number | undefined;
  readonly nowMs: number;
}

const isTimely = ({ sample }: PlacedSample, nowMs: number): boolean => sample.atMs >= nowMs - LATE_MS;

function isNew(one: PlacedSample, { seenMs, othersMs = -Infinity, nowMs }: Collected): boolean {
  const { tunnel, sample } = one;
  const seen = seenMs.get(tunnel.id) ?? -Infinity;
  return sample.atMs > (isTimely(one, nowMs) ? Math.max(seen, othersMs) : seen);
}

/**
 * Samples that are new since the last collection, at the time at which they are measured. Managers publish statistics minutes after
 * their time, and again with the next ones: of a tunnel's late samples only the newest counts.
 */
export function freshSamples(
  placed: readonly PlacedSample[],
  collected: Collected,
): readonly (PlacedSample & { readonly atMs: number })[] {
  const { nowMs } = collected;
  const late = new Map<number, PlacedSample>();
  const fresh: (PlacedSample & { readonly atMs: number })[] = [];
  for (const one of placed) {
    const { tunnel, sample } = one;
    if (!isNew(one, collected)) continue;
    if (isTimely(one, nowMs)) fresh.push({ ...one, atMs: Math.min(sample.atMs, nowMs) });
    else if (sample.atMs > (late.get(tunnel.id)?.sample.atMs ?? -Infinity)) late.set(tunnel.id, one);
  }
  const timely = new Set(fresh.map(({ tunnel }) => tunnel.id));
  const delayed = [...late.values()].filter(({ tunnel }) => !timely.has(tunnel.id));
  return [...fresh, ...delayed.map((one) => ({ ...one, atMs: nowMs }))];
}

/** Stored integers: a counter with `per` keeps fractions. */
const stored = (key: CounterKey, value: number): bigint => {
  const { per = 1 }: Counter = counters[key];
  return BigInt(Math.max(0, Math.round(value * per)));
};

export const tunnelRows = ({
  tunnel,
  sample,
  atMs,
}: PlacedSample & { readonly atMs: number }): readonly SampleRow[] =>
  Object.entries(sample.values).map(([key, value]) => ({
    customer: tunnel.customer,
    site: tunnel.site,
    element: tunnel.id,
    counter: counters[key as CounterKey].id,
    at: atMs,
    uptime: 0n,
    discontinuity: 0,
    value: stored(key as CounterKey, value),
  }));
