import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { Acknowledgements, SequencedCommand } from '../alarm/acknowledgements.ts';
import type { InstanceRef } from '../alarm/alarm-instances.ts';
import { engineConfigurationSteps, type Definitions } from '../configuration/engine-configuration.ts';
import { sources } from '../configuration/sources.ts';
import { measureProgramOf } from '../measure/measure-program.ts';
import { Decisions, type DecisionState, type EmitMeasures } from '../partition/decisions.ts';
import type { PartitionOptions } from '../partition/partition-options.ts';
import type { PartitionCounts } from '../partition/partition-output.ts';
import { runSync, type Steps } from '#platform/clock/steps.ts';
import { UNKNOWN_ORIGIN, type MessageOrigin } from '../partition/sample-intake.ts';
import type { FlowSumKey } from './flow-key.ts';
import { flowRowLayout, metricRowLayout } from './flow-row-layout.ts';
import type { FlowWindow, FlowWindowState } from './flow-window.ts';
import type { FlowTraffic } from './flow-traffic.ts';
import { FlowWindows } from './flow-windows.ts';
import { KnownKeys } from './known-keys.ts';
import { windowSums } from './window-sums.ts';

/** Input streams of the flow pipeline. */
export type FlowStream = 'flows' | 'metrics';
const rowLayouts = { flows: flowRowLayout, metrics: metricRowLayout } as const;

export interface FlowPartitionOptions extends PartitionOptions {
  /**
   * Maximum number of keys per customer and window that have no element (yet) and are still summed; more are
   * counted and left out.
   */
  readonly maxUnknownKeys?: number;
  /** Sees every flow that is added. */
  readonly traffic?: FlowTraffic;
}

/** Plain values: what a checkpoint holds. */
export interface FlowPartitionState extends DecisionState {
  readonly windowSeconds: number;
  readonly open: number;
  readonly watermark: number;
  /** Time of the newest flow itself, without heartbeats. */
  readonly newestDataMs: number;
  readonly idle: number;
  /** The sums contain every message of a stream up to this sequence. */
  readonly sequences: Readonly<Record<FlowStream, number>>;
  readonly windows: readonly FlowWindowState[];
}

const MAX_UNKNOWN_KEYS = 2_000;

/**
 * The counterpart of `Partition` for flows: rows of `flows` and `flow_metrics` in, measures and alarm events
 * of sites, applications, classes of service, conversations and clusters out.
 *
 * Rows are added to the sums of their window as they arrive, by key rather than by element. Sums of integers
 * do not depend on the order, so nothing needs sorting, and a configuration that takes effect from some
 * window on finds complete sums. A window closes when the watermark is the allowed lateness past its end.
 * Keys that have an element are always summed, so memory is bounded without measures depending on what
 * arrived first.
 */
export class FlowPartition {
  readonly #options: FlowPartitionOptions &
    Required<Pick<FlowPartitionOptions, 'belongs' | 'maxUnknownKeys'>>;
  readonly #windowMs: number;
  readonly #windows: FlowWindows;
  readonly #decisions: Decisions;
  #known: KnownKeys;
  /** Windows without data so far; a new partition has had none. */
  #idle = Number.POSITIVE_INFINITY;
  #sequences: Record<FlowStream, number> = { flows: 0, metrics: 0 };

  constructor({ belongs = () => true, maxUnknownKeys = MAX_UNKNOWN_KEYS, ...options }: FlowPartitionOptions) {
    this.#options = { belongs, maxUnknownKeys, ...options };
    this.#windowMs = options.windowSeconds * 1_000;
    this.#windows = new FlowWindows(
      { windowMs: this.#windowMs, traffic: options.traffic },
      {
        maxUnknownKeys,
        isKnown: (key) => this.#known.has(key),
        lacksElement: (key) => this.#known.lacksElement(key),
      },
    );
    const configuration = runSync(engineConfigurationSteps(options.inventory, options, this.#part));
    this.#decisions = new Decisions(
      {
        windowSeconds: options.windowSeconds,
        output: options.output,
        // A window is complete at its end, whichever of its flows arrived last.
        ingested: (_, { start, length }) => (start + length) * 1_000,
        onChange: () => this.#updateKeysSteps(),
      },
      configuration,
    );
    this.#known = runSync(KnownKeys.createSteps([configuration]));
  }

  /** Adds rows and closes the windows that are due. Ignores a message that was added before a restart. */
  *pushSteps(
    stream: FlowStream,
    rows: Uint8Array,
    { sequence, receivedAt, idleUntil }: MessageOrigin = UNKNOWN_ORIGIN,
  ): Steps {
    if (sequence !== 0 && sequence <= this.#sequences[stream]) return;
    this.#windows.accept(rows, rowLayouts[stream], receivedAt);
    if (idleUntil !== undefined) this.#windows.advanceWatermark(idleUntil);
    this.#sequences[stream] = Math.max(sequence, this.#sequences[stream]);
    yield* this.#advanceSteps(
      Math.floor((this.#windows.watermark - this.#options.allowedLatenessMs) / this.#windowMs),
    );
  }

  /** Closes every window that ends at or before `end` (milliseconds) without waiting for late flows. */
  *closeUntilSteps(end: number): Steps {
    yield* this.#advanceSteps(Math.floor(end / this.#windowMs));
  }

  /** See `Partition.configureSteps`. */
  *configureSteps(inventory: Inventory, defined: Definitions, notBefore = 0): Steps<boolean> {
    const configuration = yield* engineConfigurationSteps(inventory, defined, this.#part);
    const newest = Math.max(Math.floor(this.#windows.watermark / this.#windowMs), this.#windows.latest());
    const from = Math.max((newest + 1) * this.#windowMs, notBefore * 1_000);
    const changes = yield* this.#decisions.configureSteps(configuration, from);
    if (!changes) return false;
    if (this.#windows.watermark === 0) yield* this.#decisions.activateDueSteps(Infinity);
    yield* this.#updateKeysSteps();
    return true;
  }

  /** See `Partition.setSilences`. */
  setSilences(silences: readonly Silence[], notBefore = 0): boolean {
    return this.#decisions.setSilences(silences, { from: notBefore * 1_000 });
  }

  applyCommand(command: SequencedCommand): void {
    this.#decisions.applyCommand(command);
  }

  /** Returns the state without copying it: encode it before the next push. */
  state(): FlowPartitionState {
    return {
      windowSeconds: this.#options.windowSeconds,
      open: this.#windows.open,
      watermark: this.#windows.watermark,
      newestDataMs: this.#windows.newestDataMs,
      idle: this.#idle,
      sequences: { ...this.#sequences },
      windows: this.#windows.state(),
      ...this.#decisions.state(),
    };
  }

  /** Restores a stored state. Throws a RangeError if it was made with another window length. */
  *restoreSteps(state: FlowPartitionState): Steps {
    if (state.windowSeconds !== this.#options.windowSeconds)
      throw new RangeError(`state of windows of ${String(state.windowSeconds)} s`);
    yield* this.#decisions.restoreSteps(state, state.open - 1);
    this.#idle = state.idle;
    this.#sequences = { ...state.sequences };
    yield* this.#updateKeysSteps();
    this.#windows.restore(state);
  }

  /** Every message of a stream up to this sequence may be purged once the state is stored. */
  readUpTo(stream: FlowStream): number {
    return this.#sequences[stream];
  }

  /** The stream was recreated: sequences start from 1 again. */
  resetStream(stream: FlowStream): void {
    this.#sequences[stream] = 0;
  }

  /** See `Partition.watermark`. */
  get watermark(): number {
    return this.#windows.watermark;
  }

  /** Time of the newest flow, milliseconds since 1970. */
  get newestDataMs(): number {
    return this.#windows.newestDataMs;
  }

  get counts(): PartitionCounts {
    const { late, ahead, over } = this.#windows;
    return { late, ahead, over, unknown: 0 };
  }

  get acknowledgements(): Acknowledgements {
    return this.#decisions.acknowledgements;
  }

  runningInstances(): Iterable<InstanceRef> {
    return this.#decisions.runningInstances();
  }

  /** Number of the newest window decided. */
  get decidedWindow(): number {
    return this.#decisions.decidedWindow;
  }

  /** Returns the keys without an element that were seen since the last call. */
  takeUnregisteredKeys(): readonly FlowSumKey[] {
    return this.#windows.takeUnregisteredKeys().filter((key) => this.#known.lacksElement(key));
  }

  /** Closes the windows before this number. */
  *#advanceSteps(target: number): Steps {
    while (this.#windows.open < target) {
      if (this.#idle >= this.#decisions.idleWindows) {
        const next = Math.min(target, this.#windows.earliest());
        if (next > this.#windows.open) {
          this.#windows.open = next;
          yield* this.#decisions.skipToSteps(next - 1);
          const { windowSeconds: length, output } = this.#options;
          output.skipped?.({ start: (next - 1) * length, length });
          continue;
        }
      }
      yield* this.#closeSteps();
    }
  }

  *#closeSteps(): Steps {
    const { windowSeconds: length } = this.#options;
    const { window, isEmpty } = this.#windows.takeOldest();
    this.#idle = isEmpty ? this.#idle + 1 : 0;
    const { number } = window;
    const closing = { start: number * length, length, number };
    yield* this.#decisions.closeWindowSteps(closing, (emit) => this.#measureSteps(window, emit));
  }

  *#measureSteps(window: FlowWindow, emit: EmitMeasures): Steps {
    const { configuration } = this.#decisions;
    const { windowSeconds } = this.#options;
    const measuring = measureProgramOf(configuration.definitions);
    const sums = windowSums(window, configuration);
    yield undefined;
    for (const [source, elements] of configuration.elements.entries()) {
      if (sources[source]?.input !== 'flows' || elements.ids.length === 0) continue;
      const reading = { sums: sums.get(source), elements, side: 0, windowSeconds } as const;
      yield* measuring.windowSteps(source, reading, (kpi, _, block) => {
        emit({ source, kpi, elements }, block);
      });
    }
  }

  get #part() {
    return { belongs: this.#options.belongs, pipeline: 'flows' } as const;
  }

  *#updateKeysSteps(): Steps {
    const { configuration, pending } = this.#decisions;
    const waiting = pending.map((one) => one.configuration);
    this.#known = yield* KnownKeys.createSteps([configuration, ...waiting]);
  }
}

export const createFlowPartition = (options: FlowPartitionOptions): FlowPartition =>
  new FlowPartition(options);
