import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { Acknowledgements, NumberedCommand } from '../alarm/acknowledgements.ts';
import type { AlarmInstances, Edge } from '../alarm/alarm-instances.ts';
import { engineConfiguration, makingConfiguration } from '../configuration/engine-configuration.ts';
import type { Definitions, EngineConfiguration } from '../configuration/engine-configuration.ts';
import type { OpenWindows } from '../measure/open-windows.ts';
import { openFrom } from '../measure/open-windows.ts';
import { carriedSeries, configured } from './configured.ts';
import type { Configured } from './configured.ts';
import { Decisions } from './decisions.ts';
import type { Closing, DecisionState, TakeMeasures } from './decisions.ts';
import { KnownMaintenance } from './known-maintenance.ts';
import { IDLE_WINDOWS } from './partition-options.ts';
import type { PartitionOptions } from './partition-options.ts';
import type { PartitionCounts, PartitionOutput } from './partition-output.ts';
import { readSlice } from './read-slice.ts';
import { NO_ORIGIN, SampleIntake } from './sample-intake.ts';
import type { IntakeState, Origin } from './sample-intake.ts';
import { sampleMeasures } from './sample-measures.ts';
import { copied, runThrough } from './steps.ts';
import type { Steps, StepsTo } from './steps.ts';
import { timingOf } from './timing.ts';
import type { Timing } from './timing.ts';

/** Plain values: what a checkpoint holds. */
export interface PartitionState extends DecisionState, IntakeState {
  readonly windowSeconds: number;
  readonly frontier: number;
  readonly idle: number;
  /** By number of source. */
  readonly series: readonly Uint8Array[];
}

/**
 * The streaming engine of a set of customers, in memory: samples in, measures and alarm events out. Flows have a partition of
 * their own (`engine/flow/flow-partition.ts`).
 *
 * It is deterministic: samples are read in the order of their times, slice by slice, once no earlier one can come; windows
 * close at fixed slices (end + grace); so what a window holds follows from the samples alone, not from their arrival, from
 * restarts, or from the customers they share the partition with. A configuration is in force from a window on: the one
 * after the newest window that had samples when the change became known (`decisions.ts`).
 */
export class Partition {
  readonly #belongs: (customer: number) => boolean;
  readonly #output: PartitionOutput;
  readonly #timing: Timing;
  readonly #length: number;
  readonly #intake: SampleIntake;
  readonly #windows: OpenWindows;
  readonly #decisions: Decisions;
  readonly #maintenance = new KnownMaintenance();
  #state: Configured;
  #idle = IDLE_WINDOWS;
  #unknown = 0;

  constructor({
    windowSeconds,
    latenessMs,
    inventory,
    alarms,
    definitions,
    output,
    belongs = () => true,
  }: PartitionOptions) {
    this.#belongs = belongs;
    this.#output = output;
    this.#length = windowSeconds;
    this.#timing = timingOf({ windowSeconds, latenessMs });
    this.#intake = new SampleIntake(this.#timing);
    this.#windows = { start: 0, boundary: 0, side: 0, maxGapMs: this.#timing.maxGapMs };
    const configuration = engineConfiguration(
      inventory,
      { alarms, definitions },
      { belongs, lane: 'samples' },
    );
    this.#state = runThrough(configured(configuration, this.#windows));
    this.#decisions = new Decisions(
      {
        windowSeconds,
        output,
        ingested: ({ instances, slot }: Edge) => this.#state.series[instances.source]?.newest(slot) ?? 0,
        onChange: (now, before) => this.#adopt(now, before),
      },
      configuration,
    );
    runThrough(this.#openAt(0));
  }

  /**
   * Takes rows of `samples` and closes the windows that are due. Without an origin the caller vouches for the times.
   * Throws a RangeError when the bytes are no whole rows.
   */
  push(rows: Uint8Array, origin: Origin = NO_ORIGIN): void {
    runThrough(this.pushing(rows, origin));
  }

  /** As `push`, step by step; throws at the first one. Nothing else may be asked of the partition before the last. */
  *pushing(rows: Uint8Array, origin: Origin): Steps {
    this.#intake.accept(rows, origin);
    yield* this.#advance(this.#intake.settled());
  }

  /** Closes every window that ends at or before `end` (milliseconds), not waiting for late samples. */
  closeUntil(end: number): void {
    const { windowMs, graceMs } = this.#timing;
    runThrough(this.#advance(Math.floor(end / windowMs) * windowMs + graceMs));
  }

  /**
   * Takes a changed inventory, changed alarms or KPIs: in force from the next window on, not before the one starting at
   * `notBefore` (seconds). Answers whether anything changes; the state must then be stored before that window closes.
   */
  configure(inventory: Inventory, defined: Definitions, notBefore = 0): boolean {
    return runThrough(this.configuring(inventory, defined, notBefore));
  }

  /** As `configure`, step by step. Nothing has changed before the last one; nothing else may be asked of the partition meanwhile. */
  *configuring(inventory: Inventory, defined: Definitions, notBefore = 0): StepsTo<boolean> {
    const configuration = yield* makingConfiguration(inventory, defined, {
      belongs: this.#belongs,
      lane: 'samples',
    });
    const next = this.#reached + this.#timing.windowMs;
    const changes = yield* this.#decisions.configuring(configuration, Math.max(next, notBefore * 1_000));
    if (changes && this.#intake.newest === 0) yield* this.#decisions.changingOver(Infinity);
    return changes;
  }

  /**
   * As `configure`, of silences: in force from the oldest open window on, their maintenance for samples that are not read yet. What
   * is told of as decided already took its share of samples until the grace ended.
   */
  silence(silences: readonly Silence[], notBefore = 0): boolean {
    const from = notBefore * 1_000;
    const told = notBefore === 0 ? 0 : from + this.#timing.graceMs;
    return this.#decisions.silence(silences, { from, reads: Math.max(this.#intake.frontier, told) });
  }

  /** Takes a command of a user; what was read before a restart and comes again does nothing. */
  command(command: NumberedCommand): void {
    this.#decisions.command(command);
  }

  /** State without a copy: write it out before the next push. */
  state(): PartitionState {
    return {
      windowSeconds: this.#length,
      frontier: this.#intake.frontier,
      newest: this.#intake.newest,
      heard: this.#intake.heard,
      idle: this.#idle,
      sequence: this.#intake.sequence,
      readUpTo: this.#intake.readUpTo(),
      series: this.#state.series.map(({ bytes }) => bytes),
      ...this.#decisions.state(),
    };
  }

  /** Goes on from a stored state. Throws a RangeError when it was made with another length of window. */
  restore(state: PartitionState): void {
    runThrough(this.restoring(state));
  }

  /** As `restore`, step by step; nothing else may be asked of the partition before the last. */
  *restoring(state: PartitionState): Steps {
    if (state.windowSeconds !== this.#length)
      throw new RangeError(`state of windows of ${String(state.windowSeconds)} s`);
    const { windowMs, graceMs } = this.#timing;
    yield* this.#decisions.restoring(state, Math.floor((state.frontier - graceMs) / windowMs) - 1);
    this.#intake.resume(state);
    this.#idle = state.idle;
    this.#setFrontier(state.frontier);
    this.#state = yield* configured(this.#decisions.configuration, this.#windows, (source, length) =>
      copied(state.series[source] ?? new Uint8Array(length)),
    );
  }

  /** Every message up to this sequence may be forgotten once the state is stored. */
  readUpTo(): number {
    return this.#intake.readUpTo();
  }

  /** The stream begins anew: to be told right after the state was restored, while no sample is held. */
  forget(): void {
    this.#intake.forget();
  }

  /** How far event time has come, milliseconds since 1970: by samples, and by ticks while none come. */
  get newest(): number {
    return this.#intake.newest;
  }

  /** Time of the newest sample, milliseconds since 1970. */
  get heard(): number {
    return this.#intake.heard;
  }

  get counts(): PartitionCounts {
    return { late: this.#intake.late, ahead: this.#intake.ahead, unknown: this.#unknown };
  }

  get acknowledgements(): Acknowledgements {
    return this.#decisions.acknowledgements;
  }

  running(): Iterable<{ readonly instances: AlarmInstances; readonly slot: number }> {
    return this.#decisions.running();
  }

  /** Number of the newest window decided. */
  get decided(): number {
    return this.#decisions.decided;
  }

  /** Start of the window that event time has reached, milliseconds. */
  get #reached(): number {
    const { windowMs } = this.#timing;
    return Math.floor(this.#intake.newest / windowMs) * windowMs;
  }

  /** Number of the older open window. */
  get #opened(): number {
    return this.#windows.start / this.#timing.windowMs;
  }

  *#advance(target: number): Steps {
    const { sliceMs, graceMs } = this.#timing;
    while (this.#intake.frontier < target) {
      if (this.#idle >= IDLE_WINDOWS) {
        const next = Math.min(target, this.#intake.slices.earliest());
        if (next > this.#intake.frontier) {
          const opened = this.#opened;
          yield* this.#openAt(next);
          if (this.#opened > opened) this.#output.passed?.(this.#windowOf(this.#opened - 1));
          continue;
        }
      }
      const silences = this.#decisions.silencesReadingAt(this.#intake.frontier);
      yield* this.#maintenance.tell(this.#state.series, silences, this.#decisions.configuration.elements);
      this.#read(this.#intake.frontier);
      this.#intake.frontier += sliceMs;
      yield undefined;
      if (this.#intake.frontier === this.#windows.boundary + graceMs) yield* this.#close();
    }
  }

  *#openAt(frontier: number): Steps {
    this.#setFrontier(frontier);
    yield* this.#decisions.passTo(this.#opened - 1);
  }

  *#adopt(now: EngineConfiguration, before: EngineConfiguration): Steps {
    this.#state = yield* configured(now, this.#windows, carriedSeries(this.#state, [before, now]));
  }

  /** Sets event time; the older open window is the first one not closed by then. */
  #setFrontier(frontier: number): void {
    const { windowMs, graceMs } = this.#timing;
    this.#intake.frontier = frontier;
    openFrom(this.#windows, frontier - graceMs, windowMs);
  }

  #read(start: number): void {
    const slice = this.#intake.slices.take(start);
    if (slice === undefined) return;
    this.#idle = 0;
    this.#unknown += readSlice(slice, this.#state, this.#timing.sliceMs);
    this.#intake.slices.release(slice);
  }

  *#close(): Steps {
    yield* this.#decisions.close(this.#windowOf(this.#opened), (take) => this.#measure(take));
  }

  #windowOf(number: number): Closing {
    return { start: number * this.#length, length: this.#length, number };
  }

  *#measure(take: TakeMeasures): Steps {
    const { side } = this.#windows;
    const { series, measuring } = this.#state;
    const window = { series, measuring, side, windowSeconds: this.#length };
    yield* sampleMeasures(this.#decisions.configuration, window, take);
    for (const one of series) yield* one.clear(side);
    this.#moveOn();
  }

  /** What comes from now on belongs to the next two windows; a changed configuration begins with them. */
  #moveOn(): void {
    this.#idle += 1;
    openFrom(this.#windows, this.#windows.boundary, this.#timing.windowMs);
  }
}

export const createPartition = (options: PartitionOptions): Partition => new Partition(options);
