import type { CounterKey } from '#schemas/counter/catalogue.ts';

/** Sums of an hourly group of a probe by name; unreported ones are 0. */
export type Sums = Readonly<Record<string, number>>;

/** A group of operations, identified by the sysUpTime of its start (rttMonStatsCaptureStartTimeIndex). */
export interface HourGroup {
  readonly start: number;
  readonly sums: Sums;
}

/** Statistics of a probe at the last poll. */
export interface StatisticsReading {
  readonly newest: HourGroup;
  /** Agent time in hundredths of a second. */
  readonly ticks: number;
}

const TICKS = 2 ** 32;
/** A longer gap belongs to windows that have ended. */
const MAX_GAP_TICKS = 3_600 * 100;

/** Ticks between two agent times, across the wrap after 497 days. */
const ticksFrom = (from: number, to: number): number => (to - from + TICKS) % TICKS;

/** Whether a group started with or after another: less than half a wrap later. */
export const isSince = (start: number, from: number): boolean => ticksFrom(from, start) < TICKS / 2;

/** The group that currently accumulates operations. */
export const newestGroup = (groups: readonly HourGroup[]): HourGroup | undefined =>
  groups.reduce<HourGroup | undefined>(
    (newest, group) => (newest === undefined || isSince(group.start, newest.start) ? group : newest),
    undefined,
  );

/**
 * Sums of all operations since the last reading, over all groups started since. Undefined if unknown: the agent or the
 * probe restarted, or the gap is too long.
 */
export function sumSince(
  { newest, ticks }: StatisticsReading,
  groups: readonly HourGroup[],
  nowTicks: number,
): Sums | undefined {
  const since = groups.filter(({ start }) => isSince(start, newest.start));
  if (since.length === 0 || ticksFrom(ticks, nowTicks) > MAX_GAP_TICKS) return undefined;
  const known = since.some(({ start }) => start === newest.start) ? newest.sums : {};
  const names = Object.keys(since[0]?.sums ?? {});
  const sums = Object.fromEntries(
    names.map((name) => [
      name,
      since.reduce((sum, group) => sum + (group.sums[name] ?? 0), 0) - (known[name] ?? 0),
    ]),
  );
  return Object.values(sums).every((sum) => sum >= 0) ? sums : undefined;
}

type Cells = Readonly<Partial<Record<CounterKey, number>>>;

const add = (sums: Sums, ...names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (sums[name] ?? 0), 0);

/**
 * Operations that failed. A busy probe started none; a response out of sequence arrived after its operation had timed
 * out.
 */
const failedOf = (sums: Sums): number =>
  add(sums, 'disconnects', 'timeouts', 'noConnections', 'drops', 'verifyErrors');

function echo(sums: Sums, factor: number): Cells {
  const [done, failed] = [add(sums, 'completions'), failedOf(sums)];
  return {
    probe_operations: done + failed,
    probe_ok: done,
    probe_rtt: add(sums, 'rttSum') * factor,
    probe_rtt_count: done,
    probe_lost: failed,
  };
}

/** Mean in µs, undefined without values. */
const mean = (sum: number, count: number, factor: number): number | undefined =>
  count === 0 ? undefined : Math.round((sum / count) * factor);

function udpJitter(sums: Sums, factor: number): Cells {
  const [done, failed, responses] = [add(sums, 'completions'), failedOf(sums), add(sums, 'responses')];
  const lost = add(sums, 'lostOut', 'lostBack', 'missing');
  const jitter = mean(
    add(sums, 'positiveOutSum', 'negativeOutSum', 'positiveBackSum', 'negativeBackSum'),
    add(sums, 'positiveOut', 'negativeOut', 'positiveBack', 'negativeBack'),
    factor,
  );
  const delayOut = mean(add(sums, 'delayOutSum'), add(sums, 'delays'), factor);
  const delayBack = mean(add(sums, 'delayBackSum'), add(sums, 'delays'), factor);
  return {
    probe_operations: done + failed,
    probe_ok: done,
    probe_rtt: (add(sums, 'rttSum') + TICKS * add(sums, 'rttSumHigh')) * factor,
    probe_rtt_count: responses,
    // Operations that failed completely lost at least one packet each, which is not reported.
    probe_lost: lost === 0 && responses === 0 ? failed : lost,
    probe_lost_out: add(sums, 'lostOut'),
    probe_lost_back: add(sums, 'lostBack'),
    probe_late: add(sums, 'late'),
    probe_disordered: add(sums, 'disordered'),
    ...(jitter === undefined ? {} : { probe_jitter: jitter }),
    ...(delayOut === undefined ? {} : { probe_delay_out: delayOut }),
    ...(delayBack === undefined ? {} : { probe_delay_back: delayBack }),
  };
}

export const statisticsShapes = { echo, udpJitter } as const;
export type StatisticsShape = keyof typeof statisticsShapes;

/** An inventory probe with statistics on the device. */
export interface StatisticsProbe {
  readonly number: string;
  readonly shape: StatisticsShape;
  /** Microseconds of one of the agent's units. */
  readonly factor: number;
}

/** Counters of all operations since the last poll; empty if there were none. `factor`: microseconds per agent unit. */
export function statisticsCells(shape: StatisticsShape, sums: Sums, factor: number): Cells {
  const cells = statisticsShapes[shape](sums, factor);
  return cells.probe_operations === 0 ? {} : cells;
}
