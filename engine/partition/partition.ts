import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { Acknowledgements, SequencedCommand } from '../alarm/acknowledgements.ts';
import type { Transition } from '../alarm/alarm-instances.ts';
import type { RunningAlarm } from '../alarm/explanation/explanations.ts';
import {
  engineConfigurationSteps,
  type Definitions,
  type EngineConfiguration,
} from '../configuration/engine-configuration.ts';
import { openWindowsAt, type OpenWindows } from '../measure/open-windows.ts';
import { carryOverSeries, seriesStateSteps, type SeriesState } from './series-state.ts';
import { Decisions, type WindowToClose, type DecisionState, type EmitMeasures } from './decisions.ts';
import { SeriesMaintenance } from './series-maintenance.ts';
import type { PartitionOptions } from './partition-options.ts';
import type { PartitionCounts, PartitionOutput } from './partition-output.ts';
import { readSlice } from './read-slice.ts';
import {
  UNKNOWN_ORIGIN,
  SampleIntake,
  type IntakeState,
  type LateElement,
  type MessageOrigin,
} from './sample-intake.ts';
import { sampleMeasureSteps } from './sample-measures.ts';
import { copyBytes, runSync, type Steps } from '#platform/clock/steps.ts';
import { timingOf, type Timing } from './timing.ts';

/** Plain values: what a checkpoint holds. */
export interface PartitionState extends DecisionState, IntakeState {
  readonly windowSeconds: number;
  readonly processedUntil: number;
  readonly idle: number;
  /** By number of source. */
  readonly series: readonly Uint8Array[];
}

/**
 * The in-memory engine for the customers of a partition: samples in, measures and alarm events out. Flows
 * have their own (`engine/flow/flow-partition.ts`).
 *
 * It is deterministic: samples are read in time order, slice by slice, once no earlier one is expected, and
 * windows close at fixed slices (end + grace). The content of a window therefore depends on the samples only,
 * not on their arrival, on restarts, or on the other customers of the partition. A configuration applies from
 * a window on: the one after the newest window that had samples when the change arrived (`decisions.ts`).
 */
export class Partition {
  readonly #belongs: (customer: number) => boolean;
  readonly #output: PartitionOutput;
  readonly #timing: Timing;
  readonly #length: number;
  readonly #intake: SampleIntake;
  readonly #windows: OpenWindows;
  readonly #decisions: Decisions;
  readonly #maintenance = new SeriesMaintenance();
  #state: SeriesState;
  /** Windows without data so far; a new partition has had none. */
  #idle = Number.POSITIVE_INFINITY;
  #unknown = 0;
  #faults = 0;

  constructor({
    windowSeconds,
    allowedLatenessMs,
    inventory,
    alarms,
    definitions,
    output,
    belongs = () => true,
  }: PartitionOptions) {
    this.#belongs = belongs;
    this.#output = output;
    this.#length = windowSeconds;
    this.#timing = timingOf({ windowSeconds, allowedLatenessMs });
    this.#intake = new SampleIntake(this.#timing);
    this.#windows = { start: 0, boundary: 0, side: 0, maxGapMs: this.#timing.maxGapMs };
    const configuration = runSync(
      engineConfigurationSteps(inventory, { alarms, definitions }, { belongs, pipeline: 'samples' }),
    );
    this.#state = runSync(seriesStateSteps(configuration, this.#windows));
    this.#decisions = new Decisions(
      {
        windowSeconds,
        output,
        ingested: ({ instances, slot }: Transition) =>
          this.#state.series[instances.source]?.newestSampleMs(slot) ?? 0,
        onChange: (now, before) => this.#adoptSteps(now, before),
      },
      configuration,
    );
    runSync(this.#openAtSteps(0));
  }

  /**
   * Adds rows of `samples` and closes the windows that are due. Throws a RangeError at the first step if the
   * bytes end within a row. With `UNKNOWN_ORIGIN` the caller guarantees that the times are right.
   */
  *pushSteps(rows: Uint8Array, origin: MessageOrigin = UNKNOWN_ORIGIN): Steps {
    this.#intake.accept(rows, origin);
    yield* this.#advanceSteps(this.#intake.settledUntil());
  }

  /** Closes every window that ends at or before `end` (milliseconds) without waiting for late samples. */
  *closeUntilSteps(end: number): Steps {
    const { windowMs, graceMs } = this.#timing;
    yield* this.#advanceSteps(Math.floor(end / windowMs) * windowMs + graceMs);
  }

  /**
   * Plans a changed inventory, changed alarms or KPIs from the next window on, but not before the one
   * starting at `notBefore` (seconds). Returns whether anything changes; the state must then be stored before
   * that window closes. Nothing has changed before the last step.
   */
  *configureSteps(inventory: Inventory, defined: Definitions, notBefore = 0): Steps<boolean> {
    const configuration = yield* engineConfigurationSteps(inventory, defined, {
      belongs: this.#belongs,
      pipeline: 'samples',
    });
    const next = this.#watermarkWindow + this.#timing.windowMs;
    const changes = yield* this.#decisions.configureSteps(configuration, Math.max(next, notBefore * 1_000));
    if (changes && this.#intake.watermark === 0) yield* this.#decisions.activateDueSteps(Infinity);
    return changes;
  }

  /**
   * Plans changed silences from the oldest open window on; their maintenance applies to samples that are not
   * read yet. A window before `notBefore` was published: its samples were read until its grace ended.
   */
  setSilences(silences: readonly Silence[], notBefore = 0): boolean {
    const from = notBefore * 1_000;
    const publishedUntil = notBefore === 0 ? 0 : from + this.#timing.graceMs;
    const samplesFrom = Math.max(this.#intake.processedUntil, publishedUntil);
    return this.#decisions.setSilences(silences, { from, samplesFrom });
  }

  /** Applies a user's command; ignores one that was applied before a restart. */
  applyCommand(command: SequencedCommand): void {
    this.#decisions.applyCommand(command);
  }

  /** Returns the state without copying it: encode it before the next push. */
  state(): PartitionState {
    return {
      windowSeconds: this.#length,
      processedUntil: this.#intake.processedUntil,
      watermark: this.#intake.watermark,
      newestDataMs: this.#intake.newestDataMs,
      idle: this.#idle,
      sequence: this.#intake.sequence,
      readUpTo: this.#intake.readUpTo(),
      series: this.#state.series.map(({ bytes }) => bytes),
      ...this.#decisions.state(),
    };
  }

  /** Restores a stored state. Throws a RangeError if it was made with another window length. */
  *restoreSteps(state: PartitionState): Steps {
    if (state.windowSeconds !== this.#length)
      throw new RangeError(`state of windows of ${String(state.windowSeconds)} s`);
    const { windowMs, graceMs } = this.#timing;
    yield* this.#decisions.restoreSteps(state, Math.floor((state.processedUntil - graceMs) / windowMs) - 1);
    this.#intake.restore(state);
    this.#idle = state.idle;
    this.#setProcessedUntil(state.processedUntil);
    this.#state = yield* seriesStateSteps(this.#decisions.configuration, this.#windows, (source, length) =>
      copyBytes(state.series[source] ?? new Uint8Array(length)),
    );
  }

  /** Every message up to this sequence may be purged once the state is stored. */
  readUpTo(): number {
    return this.#intake.readUpTo();
  }

  /** The stream was recreated. To be called right after restoring, while no sample is buffered. */
  resetStream(): void {
    this.#intake.resetStream();
  }

  /** Watermark, milliseconds since 1970: by samples, and by heartbeats while none arrive. */
  get watermark(): number {
    return this.#intake.watermark;
  }

  /** Time of the newest sample, milliseconds since 1970. */
  get newestDataMs(): number {
    return this.#intake.newestDataMs;
  }

  get counts(): PartitionCounts {
    const counts = { late: this.#intake.late, ahead: this.#intake.ahead, unknown: this.#unknown };
    return this.#faults === 0 ? counts : { ...counts, fault: this.#faults };
  }

  /** Late rows by element since the last call. */
  takeLate(): ReadonlyMap<number, LateElement> {
    return this.#intake.takeLate();
  }

  get acknowledgements(): Acknowledgements {
    return this.#decisions.acknowledgements;
  }

  runningInstances(): Iterable<RunningAlarm> {
    return this.#decisions.runningInstances();
  }

  /** Number of the newest window decided. */
  get decidedWindow(): number {
    return this.#decisions.decidedWindow;
  }

  /** Start of the window that contains the watermark, milliseconds. */
  get #watermarkWindow(): number {
    const { windowMs } = this.#timing;
    return Math.floor(this.#intake.watermark / windowMs) * windowMs;
  }

  /** Number of the older open window. */
  get #oldestOpen(): number {
    return this.#windows.start / this.#timing.windowMs;
  }

  *#advanceSteps(target: number): Steps {
    const { sliceMs, graceMs } = this.#timing;
    while (this.#intake.processedUntil < target) {
      if (this.#idle >= this.#decisions.idleWindows) {
        const next = Math.min(target, this.#intake.slices.earliest());
        if (next > this.#intake.processedUntil) {
          const opened = this.#oldestOpen;
          yield* this.#openAtSteps(next);
          if (this.#oldestOpen > opened) this.#output.skipped?.(this.#windowOf(this.#oldestOpen - 1));
          continue;
        }
      }
      const silences = this.#decisions.silencesForSamplesAt(this.#intake.processedUntil);
      yield* this.#maintenance.updateSteps(
        this.#state.series,
        silences,
        this.#decisions.configuration.elements,
      );
      this.#read(this.#intake.processedUntil);
      this.#intake.processedUntil += sliceMs;
      yield undefined;
      if (this.#intake.processedUntil === this.#windows.boundary + graceMs) yield* this.#closeSteps();
    }
  }

  *#openAtSteps(processedUntil: number): Steps {
    this.#setProcessedUntil(processedUntil);
    yield* this.#decisions.skipToSteps(this.#oldestOpen - 1);
  }

  *#adoptSteps(now: EngineConfiguration, before: EngineConfiguration): Steps {
    this.#state = yield* seriesStateSteps(now, this.#windows, carryOverSeries(this.#state, [before, now]));
  }

  /** Sets how far slices are processed; the older open window is the first one not closed by then. */
  #setProcessedUntil(processedUntil: number): void {
    const { windowMs, graceMs } = this.#timing;
    this.#intake.processedUntil = processedUntil;
    openWindowsAt(this.#windows, processedUntil - graceMs, windowMs);
  }

  #read(start: number): void {
    const slice = this.#intake.slices.remove(start);
    if (slice === undefined) return;
    this.#idle = 0;
    this.#unknown += readSlice(slice, this.#state, this.#timing.sliceMs);
    for (const series of this.#state.series) this.#faults += series.takeFaults();
    this.#intake.slices.release(slice);
  }

  *#closeSteps(): Steps {
    yield* this.#decisions.closeWindowSteps(this.#windowOf(this.#oldestOpen), (emit) =>
      this.#measureSteps(emit),
    );
  }

  #windowOf(number: number): WindowToClose {
    return { start: number * this.#length, length: this.#length, number };
  }

  *#measureSteps(emit: EmitMeasures): Steps {
    const { side } = this.#windows;
    const { series, program } = this.#state;
    const window = { series, program, side, windowSeconds: this.#length };
    yield* sampleMeasureSteps(this.#decisions.configuration, window, emit);
    for (const one of series) yield* one.clearSteps(side);
    this.#openNextWindow();
  }

  /** Later samples belong to the next two windows; a changed configuration starts with them. */
  #openNextWindow(): void {
    this.#idle += 1;
    openWindowsAt(this.#windows, this.#windows.boundary, this.#timing.windowMs);
  }
}

export const createPartition = (options: PartitionOptions): Partition => new Partition(options);
