import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import type { Counter } from '#schemas/counter/counter.ts';
import type { CounterReading } from '../formula/readings.ts';

/** A raw value of a counter of an element at a poll. */
export interface RawSample {
  readonly element: number;
  readonly counter: CounterKey;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Of the agent, milliseconds; 0: unknown. */
  readonly uptime: number;
  /** Changes when the counters of the interface start over (RFC 2863, ifCounterDiscontinuityTime). */
  readonly discontinuity: number;
  readonly value: bigint;
}

export const WINDOW = 300;
const SECOND = 1_000;
/** A window takes part in a pair of polls whose second one is at most a tenth of a window after its end. */
const GRACE = 30;
/** Two polls further apart than this are no pair. */
const LONGEST_PAIR = 900;
/** Smallest Ethernet frame, bits: no line carries more packets (docs/55-snmp.md, widened over one wrap). */
const SMALLEST_FRAME = 512;

export const naiveWindowStart = (atMs: number): number => Math.floor(atMs / SECOND / WINDOW) * WINDOW;

type Windows = Map<number, CounterReading>;

/** Adds to a part of the reading of a window. */
function add(windows: Windows, at: number, parts: Readonly<Record<string, number>>): void {
  const reading: Record<string, number> = { ...windows.get(at) };
  for (const [name, value] of Object.entries(parts)) reading[name] = (reading[name] ?? 0) + value;
  windows.set(at, reading);
}

/** A pair of polls of a counter. */
interface Pair {
  readonly before: RawSample;
  readonly after: RawSample;
}

const isPair = ({ before, after }: Pair): boolean => after.at - before.at <= LONGEST_PAIR * SECOND;

/** Seconds between two polls by the agent's clock; undefined: it restarted. */
function elapsedOf({ before, after }: Pair): number | undefined {
  const polled = (after.at - before.at) / SECOND;
  if (before.uptime === 0 || after.uptime === 0) return polled;
  const grown = (after.uptime - before.uptime) / SECOND;
  return grown > 0 && grown >= polled - 10 - polled / 10 ? grown : undefined;
}

/** Increase between two polls; undefined: the counter started over. */
function increaseOf({ before, after }: Pair, kind: Counter['kind'], mostPackets: number): number | undefined {
  if (before.discontinuity !== after.discontinuity) return undefined;
  const difference = after.value - before.value;
  if (difference >= 0n) return Number(difference);
  if (kind === 'counter64') return undefined;
  const wrapped = Number(difference + 2n ** 32n);
  return wrapped >= 0 && wrapped <= mostPackets ? wrapped : undefined;
}

/** What was between two polls belongs evenly to the windows between them, as far as they were open at the second one. */
function spread(windows: Windows, { before, after }: Pair, parts: Readonly<Record<string, number>>): void {
  const open = naiveWindowStart(after.at - GRACE * SECOND) * SECOND;
  const from = Math.max(before.at, open);
  const length = after.at - from;
  for (let at = naiveWindowStart(from); at * SECOND < after.at; at += WINDOW) {
    const begin = Math.max(from, at * SECOND);
    const end = Math.min(after.at, (at + WINDOW) * SECOND);
    const share = (end - begin) / length;
    add(windows, at, Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part * share])));
  }
}

/** Samples of one counter of one element, in the order of time. */
type Series = readonly RawSample[];
const pairsOf = (series: Series): readonly Pair[] =>
  series.slice(1).map((after, index) => ({ before: series[index]!, after }));

/** Newest value at a time. */
const newestAt = (series: Series | undefined, at: number): number | undefined => {
  const found = series?.findLast((sample) => sample.at <= at);
  return found && Number(found.value);
};

type SeriesOfElement = ReadonlyMap<CounterKey, Series>;

function ofGrowth(series: Series, kind: Counter['kind'], speeds: Series | undefined): Windows {
  const windows: Windows = new Map();
  for (const pair of pairsOf(series)) {
    const seconds = elapsedOf(pair);
    const most = ((newestAt(speeds, pair.after.at) ?? 0) * (seconds ?? 0)) / SMALLEST_FRAME;
    const delta = increaseOf(pair, kind, most);
    if (isPair(pair) && seconds !== undefined && delta !== undefined)
      spread(windows, pair, { delta, seconds });
  }
  return windows;
}

/** The state that a poll finds counts for the time since the previous one. */
function ofState(series: Series): Windows {
  const windows: Windows = new Map();
  for (const pair of pairsOf(series).filter(isPair)) {
    const seconds = (pair.after.at - pair.before.at) / SECOND;
    spread(windows, pair, { held: pair.after.value === 1n ? seconds : 0, seconds });
  }
  return windows;
}

/** Polls count one each, spread over the time since the previous one; the first one is at its instant. */
function ofPolls(series: Series): Windows {
  const windows: Windows = new Map();
  for (const [index, after] of series.entries()) {
    const before = series[index - 1];
    const parts = { held: after.value === 1n ? 1 : 0, seconds: 1 };
    if (before !== undefined && isPair({ before, after })) spread(windows, { before, after }, parts);
    else add(windows, naiveWindowStart(after.at), parts);
  }
  return windows;
}

/** Samples of a gauge are those of the window in which they were taken. */
function ofGauge(series: Series, per: number): Windows {
  const groups = Map.groupBy(series, ({ at }) => naiveWindowStart(at));
  return new Map(
    [...groups].map(([at, samples]) => {
      const values = samples.map(({ value }) => Number(BigInt.asIntN(64, value)) / per);
      const sum = values.reduce((total, value) => total + value, 0);
      const reading: CounterReading = {
        sum,
        count: values.length,
        min: Math.min(...values),
        max: Math.max(...values),
        last: values.at(-1)!,
        at: samples.at(-1)!.at / SECOND,
      };
      return [at, reading];
    }),
  );
}

function windowsOf(key: CounterKey, series: Series, all: SeriesOfElement): Windows {
  const { kind, per = 1 }: Counter = counters[key];
  if (key === 'poll') return ofPolls(series);
  if (kind === 'gauge') return ofGauge(series, per);
  if (kind === 'counter64' || kind === 'counter32') return ofGrowth(series, kind, all.get('speed'));
  const isUnused = key === 'oper_up' && newestAt(all.get('admin_up'), Infinity) !== 1;
  return kind === 'state' && !isUnused ? ofState(series) : new Map();
}

/** By start of the window: the counters of an element. */
export type ElementWindows = ReadonlyMap<number, Readonly<Record<string, CounterReading>>>;

/**
 * The readings of an element from its samples, in the order of time. Settings are known in every window that is measured, also where it was
 * not polled.
 */
export function elementWindows(samples: Series, measured: readonly number[]): ElementWindows {
  const all: SeriesOfElement = Map.groupBy(samples, ({ counter }) => counter);
  const found = new Map<number, Record<string, CounterReading>>(measured.map((at) => [at, {}]));
  for (const [key, series] of all)
    for (const [at, reading] of windowsOf(key, series, all)) {
      const own = found.get(at) ?? {};
      own[key] = reading;
      found.set(at, own);
    }
  for (const [key, series] of all) {
    if (counters[key].kind !== 'setting') continue;
    const { per = 1 }: Counter = counters[key];
    for (const [at, own] of found) {
      const newest = newestAt(series, (at + WINDOW + GRACE) * SECOND - 1);
      if (newest !== undefined) own[key] = { newest: newest / per };
    }
  }
  return found;
}
