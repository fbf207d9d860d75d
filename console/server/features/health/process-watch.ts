import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { ProcessBeat } from '#schemas/health/process-beat.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';

/** Three beats: a process without one for longer has ended, or hangs. */
const SILENT_AFTER_MS = 6 * SECOND_MS;
/** Beats over which rates, delays and clocks are judged. */
const RECENT_MS = 5 * MINUTE_MS;
const MAX_INSTANCES = 200;
/** A process that was stopped for so long, while others of its kind run, is no longer shown. */
const STOPPED_MS = 10 * MINUTE_MS;
/** A run without a known end that is not heard for this time after the start of the server has ended. */
const UNENDED_MS = 10 * SECOND_MS;
/** Starts and crashes that are remembered of a process. */
const MAX_TIMES = 500;

interface Needs {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: { warn: (facts: { err: unknown; subject: string }, event: 'heartbeat unreadable') => void };
  /** Called when a run is seen first, and when it has ended. */
  readonly onRun: (run: ProcessRun) => void;
}

/** A run of a process as it is stored. Times are milliseconds since 1970. */
export interface ProcessRun {
  readonly run: string;
  readonly process: string;
  readonly instance: string;
  readonly release: string;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly crashed?: boolean;
}

interface ReceivedBeat {
  readonly beat: ProcessBeat;
  /** By the monotonic clock of the server. */
  readonly atMs: number;
  /** The clock of the server minus that of the process, with the way of the message. */
  readonly offsetMs: number;
}

/** What is known of a process: its newest run, and how former ones ended. */
export interface ProcessKnowledge {
  readonly process: string;
  readonly instance: string;
  /** Newest beat; undefined: only runs of the past are known. */
  readonly last: ProcessBeat | undefined;
  /** Time since the newest beat, milliseconds. */
  readonly silentMs: number;
  readonly isSilent: boolean;
  /** Beats of the last five minutes, oldest first. */
  readonly recent: readonly ReceivedBeat[];
  /** Runs that started, and that died, within 24 hours. */
  readonly starts: number;
  readonly crashes: number;
  /** When a run that died was last followed by another one; undefined: never. */
  readonly crashedAt: number | undefined;
  /** It ran when it was last looked at, and is not heard since this server started. */
  readonly isMissing: boolean;
}

interface Known {
  readonly process: string;
  readonly instance: string;
  readonly runs: Map<string, ReceivedBeat[]>;
  readonly starts: number[];
  readonly crashes: number[];
  readonly past: Set<string>;
  /** Stored runs whose end was not observed. */
  readonly unended: Map<string, ProcessRun>;
}

const keyOf = ({ process, instance }: Pick<ProcessBeat, 'process' | 'instance'>): string =>
  instance === '' || instance === process ? process : `${process} ${instance}`;

/** Receives the heartbeats of every process, and distinguishes starts, ends and crashes. */
export class ProcessWatch {
  readonly #needs: Needs;
  readonly #known = new Map<string, Known>();
  readonly #startedMs: number;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#startedMs = needs.clock.elapsed();
  }

  start(signal: AbortSignal): void {
    const { bus, log } = this.#needs;
    bus.subscribe(
      subjects.processAlive,
      ({ data, subject }) => {
        const beat = ProcessBeat.safeParse(parsed(data));
        if (beat.success) this.observe(beat.data);
        else log.warn({ err: beat.error, subject }, 'heartbeat unreadable');
      },
      { signal },
    );
  }

  /** What was stored of runs before this server started. */
  remember(runs: readonly ProcessRun[]): void {
    for (const run of runs) {
      const known = this.#of(run);
      if (known === undefined || known.past.has(run.run) || known.runs.has(run.run)) continue;
      known.past.add(run.run);
      known.starts.push(run.startedAt);
      if (run.crashed === true && run.endedAt !== undefined) known.crashes.push(run.endedAt);
      if (run.endedAt === undefined) known.unended.set(run.run, run);
    }
  }

  observe(beat: ProcessBeat): void {
    const { clock, onRun } = this.#needs;
    const known = this.#of(beat);
    if (known === undefined) return;
    const [atMs, nowMs] = [clock.elapsed(), clock.now().getTime()];
    let beats = known.runs.get(beat.run);
    if (beats === undefined) {
      beats = [];
      known.runs.set(beat.run, beats);
      if (!known.past.has(beat.run)) pushBounded(known.starts, beat.startedAt);
      onRun(runOf(beat));
    }
    known.unended.delete(beat.run);
    // Its successor runs. How it ended was not observed, except of a server, which notes its own end.
    if (beat.process !== 'server') known.unended.clear();
    beats.push({ beat, atMs, offsetMs: nowMs - beat.sentAt });
    while (beats.length > 1 && (beats[0]?.atMs ?? atMs) < atMs - RECENT_MS) beats.shift();
    this.#settle(known);
  }

  /** Every process that has been heard of, by name, but for those that are over. */
  list(): readonly ProcessKnowledge[] {
    const all = [...this.#known.entries()]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, known]) => [key, this.#knowledge(known)] as const);
    const alive = new Set(all.filter(([, { isSilent }]) => !isSilent).map(([, { process }]) => process));
    return all.flatMap(([key, one]) => {
      if (!isOver(one, alive)) return [one];
      this.#known.delete(key);
      return [];
    });
  }

  #of({ process, instance }: Pick<ProcessBeat, 'process' | 'instance'>): Known | undefined {
    const key = keyOf({ process, instance });
    const known = this.#known.get(key);
    if (known !== undefined || this.#known.size >= MAX_INSTANCES) return known;
    const fresh: Known = {
      process,
      instance:
        keyOf({
          process,
          instance,
        }) === process
          ? ''
          : instance,
      runs: new Map(),
      starts: [],
      crashes: [],
      past: new Set(),
      unended: new Map(),
    };
    this.#known.set(key, fresh);
    return fresh;
  }

  /** Ends runs that are silent and have a successor. */
  #settle(known: Known): void {
    const { clock, onRun } = this.#needs;
    const newest = newestOf(known);
    if (newest === undefined) return;
    for (const [run, beats] of known.runs) {
      const last = beats.at(-1);
      if (last === undefined || run === newest.beat.run) continue;
      if (clock.elapsed() - last.atMs < SILENT_AFTER_MS && !last.beat.isEnding) continue;
      const endedAt = clock.now().getTime() - (clock.elapsed() - last.atMs);
      const crashed = !last.beat.isEnding;
      if (crashed) pushBounded(known.crashes, endedAt);
      known.runs.delete(run);
      addBounded(known.past, run);
      onRun({ ...runOf(last.beat), endedAt, crashed });
    }
  }

  /** A server notes its own end: one that has not, and is not heard, has died. */
  #settleUnended(known: Known): void {
    const { clock, onRun } = this.#needs;
    if (known.process !== 'server' || clock.elapsed() - this.#startedMs < UNENDED_MS) return;
    for (const run of known.unended.values()) {
      const endedAt = clock.now().getTime() - (clock.elapsed() - this.#startedMs);
      pushBounded(known.crashes, endedAt);
      onRun({ ...run, endedAt, crashed: true });
    }
    known.unended.clear();
  }

  #knowledge(known: Known): ProcessKnowledge {
    const { clock } = this.#needs;
    this.#settle(known);
    this.#settleUnended(known);
    const last = newestOf(known);
    const silentMs = last === undefined ? 0 : clock.elapsed() - last.atMs;
    const since = clock.now().getTime() - DAY_MS;
    const within = (times: readonly number[]): number => times.filter((at) => at >= since).length;
    return {
      process: known.process,
      instance: known.instance,
      last: last?.beat,
      silentMs,
      isSilent: last === undefined || silentMs >= SILENT_AFTER_MS || last.beat.isEnding,
      recent: last === undefined ? [] : (known.runs.get(last.beat.run) ?? []),
      starts: within(known.starts),
      crashes: within(known.crashes),
      crashedAt: known.crashes.at(-1),
      isMissing: last === undefined && known.unended.size > 0,
    };
  }
}

/** Silent for a day; or stopped for a while although others of its kind run: it will not come back. */
function isOver(
  { process, last, silentMs, isSilent, starts, isMissing }: ProcessKnowledge,
  alive: ReadonlySet<string>,
): boolean {
  if (!isSilent) return false;
  if (last === undefined) return starts === 0 || (alive.has(process) && !isMissing);
  return silentMs > DAY_MS || (last.isEnding && silentMs > STOPPED_MS && alive.has(process));
}

function addBounded(runs: Set<string>, run: string): void {
  runs.add(run);
  const [oldest] = runs;
  if (runs.size > MAX_TIMES && oldest !== undefined) runs.delete(oldest);
}

function pushBounded(times: number[], at: number): void {
  times.push(at);
  if (times.length > MAX_TIMES) times.shift();
}

/** The run that started last. */
const newestOf = ({ runs }: Known): ReceivedBeat | undefined =>
  [...runs.values()]
    .flatMap((beats) => beats.slice(-1))
    .toSorted((one, other) => other.beat.startedAt - one.beat.startedAt || other.atMs - one.atMs)[0];

const runOf = ({ run, process, instance, release, startedAt }: ProcessBeat): ProcessRun => ({
  run,
  process,
  instance,
  release,
  startedAt,
});

function parsed(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString());
  } catch {
    return undefined;
  }
}

/** How much a figure of a process has grown in its recent beats, and over how long. */
export function counterGrowth(
  { recent }: Pick<ProcessKnowledge, 'recent'>,
  figure: string,
): { readonly grown: number; readonly ms: number } {
  const [first, last] = [recent[0], recent.at(-1)];
  if (first === undefined || last === undefined) return { grown: 0, ms: 0 };
  const grown = (last.beat.figures[figure] ?? 0) - (first.beat.figures[figure] ?? 0);
  return { grown: Math.max(0, grown), ms: last.atMs - first.atMs };
}
