import type { CounterKey } from '#schemas/counter/catalogue.ts';

/** What an hourly group of a probe has added up, by name; what an agent does not tell is 0. */
export type Sums = Readonly<Record<string, number>>;

/** A group of operations, by the sysUpTime at which it began (rttMonStatsCaptureStartTimeIndex). */
export interface HourGroup {
  readonly start: number;
  readonly sums: Sums;
}

/** What was told of a probe at the last poll. */
export interface StatisticsReading {
  readonly newest: HourGroup;
  /** Agent's clock, in hundredths of a second. */
  readonly ticks: number;
}

const TICKS = 2 ** 32;
/** What took longer belongs to windows that have ended. */
const MOST_TICKS = 3_600 * 100;

/** From one value of the agent's clock to another, over its wrap after 497 days. */
const ticksFrom = (from: number, to: number): number => (to - from + TICKS) % TICKS;

/** Whether a group began with or after another: less than half of a wrap behind it. */
export const isSince = (start: number, from: number): boolean => ticksFrom(from, start) < TICKS / 2;

/** The group into which operations are added now. */
export const newestOf = (groups: readonly HourGroup[]): HourGroup | undefined =>
  groups.reduce<HourGroup | undefined>(
    (newest, group) => (newest === undefined || isSince(group.start, newest.start) ? group : newest),
    undefined,
  );

/**
 * What all operations since the last reading come to, in as many groups as began meanwhile; undefined where nobody can tell: the
 * agent began anew, the probe did, or too much time went by.
 */
export function sumsSince(
  { newest, ticks }: StatisticsReading,
  groups: readonly HourGroup[],
  nowTicks: number,
): Sums | undefined {
  const since = groups.filter(({ start }) => isSince(start, newest.start));
  if (since.length === 0 || ticksFrom(ticks, nowTicks) > MOST_TICKS) return undefined;
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

/** Operations that were begun and failed. A busy probe began none; an answer out of sequence came after its operation had timed out. */
const failedOf = (sums: Sums): number =>
  add(sums, 'disconnects', 'timeouts', 'noConnections', 'drops', 'verifyErrors');

function echo(sums: Sums, factor: number): Cells {
  const [done, failed] = [add(sums, 'completions'), failedOf(sums)];
  return {
    probe_operations: done + failed,
    probe_ok: done,
    probe_rtt: add(sums, 'rttSum') * factor,
    probe_answers: done,
    probe_lost: failed,
  };
}

/** A mean of so many in µs, none of nothing. */
const mean = (sum: number, count: number, factor: number): number | undefined =>
  count === 0 ? undefined : Math.round((sum / count) * factor);

function udpJitter(sums: Sums, factor: number): Cells {
  const [done, failed, answers] = [add(sums, 'completions'), failedOf(sums), add(sums, 'answers')];
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
    probe_answers: answers,
    // Operations that failed as a whole lost at least one packet each, of which nobody tells.
    probe_lost: lost === 0 && answers === 0 ? failed : lost,
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

/** A probe of the inventory of which the device keeps statistics. */
export interface StatisticsProbe {
  readonly number: string;
  readonly shape: StatisticsShape;
  /** Microseconds of one of the agent's units. */
  readonly factor: number;
}

/** The counters of all operations since the last poll; none when there was none. `factor`: microseconds of one of the agent's units. */
export function statisticsCells(shape: StatisticsShape, sums: Sums, factor: number): Cells {
  const cells = statisticsShapes[shape](sums, factor);
  return cells.probe_operations === 0 ? {} : cells;
}
