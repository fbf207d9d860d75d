import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { Acknowledgements, NumberedCommand } from '../alarm/acknowledgements.ts';
import type { AlarmInstances } from '../alarm/alarm-instances.ts';
import { engineConfiguration, makingConfiguration } from '../configuration/engine-configuration.ts';
import type { Definitions } from '../configuration/engine-configuration.ts';
import { sources } from '../measure/sources.ts';
import { measuringOf } from '../measure/window-measures.ts';
import { Decisions } from '../partition/decisions.ts';
import type { DecisionState, TakeMeasures } from '../partition/decisions.ts';
import { IDLE_WINDOWS } from '../partition/partition-options.ts';
import type { PartitionOptions } from '../partition/partition-options.ts';
import type { PartitionCounts } from '../partition/partition-output.ts';
import { runThrough } from '../partition/steps.ts';
import type { Steps, StepsTo } from '../partition/steps.ts';
import { NO_ORIGIN } from '../partition/sample-intake.ts';
import type { Origin } from '../partition/sample-intake.ts';
import type { FlowKey } from './flow-key.ts';
import { flowRows, metricRows } from './flow-rows.ts';
import type { FlowWindow, FlowWindowState } from './flow-window.ts';
import { FlowWindows } from './flow-windows.ts';
import { KnownKeys } from './known-keys.ts';
import { windowSums } from './window-sums.ts';

/** Streams that flows come in. */
export type FlowStream = 'flows' | 'metrics';
const rowsOf = { flows: flowRows, metrics: metricRows } as const;

export interface FlowPartitionOptions extends PartitionOptions {
  /** Keys of a customer that have no element (yet) and are summed in a window all the same; more are counted and left out. */
  readonly mostUnknown?: number;
}

/** Plain values: what a checkpoint holds. */
export interface FlowPartitionState extends DecisionState {
  readonly windowSeconds: number;
  readonly open: number;
  readonly newest: number;
  /** Absent from checkpoints that were made before there were ticks. */
  readonly heard?: number;
  readonly idle: number;
  /** Everything of a stream up to this sequence is in the sums. */
  readonly sequences: Readonly<Record<FlowStream, number>>;
  readonly windows: readonly FlowWindowState[];
}

const MOST_UNKNOWN = 2_000;

/**
 * What `Partition` does with samples, with flows: rows of `flows` and `flow_metrics` in, measures and alarm events of sites,
 * applications, classes of service, conversations and clusters out.
 *
 * Rows are added to the sums of their window as they come, by key and not by element: sums of whole numbers are the same in
 * any order, so nothing waits to be put in order, and a configuration that is in force from some window on finds the sums of
 * that window whole. A window closes when event time lies the lateness behind its end. Keys that have an element are
 * always summed, so that memory is bounded without what is measured depending on what came first.
 */
export class FlowPartition {
  readonly #options: FlowPartitionOptions & Required<Pick<FlowPartitionOptions, 'belongs' | 'mostUnknown'>>;
  readonly #windowMs: number;
  readonly #windows: FlowWindows;
  readonly #decisions: Decisions;
  #known: KnownKeys;
  #idle = IDLE_WINDOWS;
  #sequences: Record<FlowStream, number> = { flows: 0, metrics: 0 };

  constructor({ belongs = () => true, mostUnknown = MOST_UNKNOWN, ...options }: FlowPartitionOptions) {
    this.#options = { belongs, mostUnknown, ...options };
    this.#windowMs = options.windowSeconds * 1_000;
    this.#windows = new FlowWindows(
      { windowMs: this.#windowMs },
      {
        mostUnknown,
        isKnown: (key) => this.#known.has(key),
        lacksElement: (key) => this.#known.lacksElement(key),
      },
    );
    const configuration = engineConfiguration(options.inventory, options, this.#part);
    this.#decisions = new Decisions(
      {
        windowSeconds: options.windowSeconds,
        output: options.output,
        // What a window holds is known by its end, whichever flow of it came last.
        ingested: (_, { start, length }) => (start + length) * 1_000,
        onChange: () => this.#learn(),
      },
      configuration,
    );
    this.#known = runThrough(KnownKeys.making([configuration]));
  }

  /** Takes rows and closes the windows that are due. What was taken before a restart and comes again does nothing. */
  push(stream: FlowStream, rows: Uint8Array, origin: Origin = NO_ORIGIN): void {
    runThrough(this.pushing(stream, rows, origin));
  }

  /** As `Partition.pushing`. */
  *pushing(stream: FlowStream, rows: Uint8Array, { sequence, receivedAt, quietUntil }: Origin): Steps {
    if (sequence !== 0 && sequence <= this.#sequences[stream]) return;
    this.#windows.accept(rows, rowsOf[stream], receivedAt);
    if (quietUntil !== undefined) this.#windows.quiet(quietUntil);
    this.#sequences[stream] = Math.max(sequence, this.#sequences[stream]);
    yield* this.#advance(Math.floor((this.#windows.newest - this.#options.latenessMs) / this.#windowMs));
  }

  /** Closes every window that ends at or before `end` (milliseconds), not waiting for late flows. */
  closeUntil(end: number): void {
    runThrough(this.#advance(Math.floor(end / this.#windowMs)));
  }

  /** As `Partition.configure`. */
  configure(inventory: Inventory, defined: Definitions, notBefore = 0): boolean {
    return runThrough(this.configuring(inventory, defined, notBefore));
  }

  /** As `Partition.configuring`. */
  *configuring(inventory: Inventory, defined: Definitions, notBefore = 0): StepsTo<boolean> {
    const configuration = yield* makingConfiguration(inventory, defined, this.#part);
    const newest = Math.max(Math.floor(this.#windows.newest / this.#windowMs), this.#windows.latest());
    const from = Math.max((newest + 1) * this.#windowMs, notBefore * 1_000);
    const changes = yield* this.#decisions.configuring(configuration, from);
    if (!changes) return false;
    if (this.#windows.newest === 0) yield* this.#decisions.changingOver(Infinity);
    yield* this.#learn();
    return true;
  }

  /** As `Partition.silence`. */
  silence(silences: readonly Silence[], notBefore = 0): boolean {
    return this.#decisions.silence(silences, { from: notBefore * 1_000 });
  }

  command(command: NumberedCommand): void {
    this.#decisions.command(command);
  }

  /** State without a copy: write it out before the next push. */
  state(): FlowPartitionState {
    return {
      windowSeconds: this.#options.windowSeconds,
      open: this.#windows.open,
      newest: this.#windows.newest,
      heard: this.#windows.heard,
      idle: this.#idle,
      sequences: { ...this.#sequences },
      windows: this.#windows.state(),
      ...this.#decisions.state(),
    };
  }

  /** Goes on from a stored state. Throws a RangeError when it was made with another length of window. */
  restore(state: FlowPartitionState): void {
    runThrough(this.restoring(state));
  }

  /** As `Partition.restoring`. */
  *restoring(state: FlowPartitionState): Steps {
    if (state.windowSeconds !== this.#options.windowSeconds)
      throw new RangeError(`state of windows of ${String(state.windowSeconds)} s`);
    yield* this.#decisions.restoring(state, state.open - 1);
    this.#idle = state.idle;
    this.#sequences = { ...state.sequences };
    yield* this.#learn();
    this.#windows.restore(state);
  }

  /** Every message of a stream up to this sequence may be forgotten once the state is stored. */
  readUpTo(stream: FlowStream): number {
    return this.#sequences[stream];
  }

  /** The stream begins anew, with sequences from 1. */
  forget(stream: FlowStream): void {
    this.#sequences[stream] = 0;
  }

  /** As `Partition.newest`. */
  get newest(): number {
    return this.#windows.newest;
  }

  /** Time of the newest flow, milliseconds since 1970. */
  get heard(): number {
    return this.#windows.heard;
  }

  get counts(): PartitionCounts {
    const { late, ahead, over } = this.#windows;
    return { late, ahead, over, unknown: 0 };
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

  /** What flows were of and no element is, since the last call. */
  takeMet(): readonly FlowKey[] {
    return this.#windows.takeMet().filter((key) => this.#known.lacksElement(key));
  }

  /** Closes the windows before this number. */
  *#advance(target: number): Steps {
    while (this.#windows.open < target) {
      if (this.#idle >= IDLE_WINDOWS) {
        const next = Math.min(target, this.#windows.earliest());
        if (next > this.#windows.open) {
          this.#windows.open = next;
          yield* this.#decisions.passTo(next - 1);
          const { windowSeconds: length, output } = this.#options;
          output.passed?.({ start: (next - 1) * length, length });
          continue;
        }
      }
      yield* this.#close();
    }
  }

  *#close(): Steps {
    const { windowSeconds: length } = this.#options;
    const { window, isEmpty } = this.#windows.take();
    this.#idle = isEmpty ? this.#idle + 1 : 0;
    const { number } = window;
    const closing = { start: number * length, length, number };
    yield* this.#decisions.close(closing, (take) => this.#measure(window, take));
  }

  *#measure(window: FlowWindow, take: TakeMeasures): Steps {
    const { configuration } = this.#decisions;
    const { windowSeconds } = this.#options;
    const measuring = measuringOf(configuration.definitions);
    const sums = windowSums(window, configuration);
    yield undefined;
    for (const [source, elements] of configuration.elements.entries()) {
      if (sources[source]?.of !== 'flows' || elements.ids.length === 0) continue;
      const reading = { sums: sums.get(source), elements, side: 0, windowSeconds } as const;
      yield* measuring.window(source, reading, (kpi, _, block) => {
        take({ source, kpi, elements }, block);
      });
    }
  }

  get #part() {
    return { belongs: this.#options.belongs, lane: 'flows' } as const;
  }

  *#learn(): Steps {
    const { configuration, pending } = this.#decisions;
    const waiting = pending.map((one) => one.configuration);
    this.#known = yield* KnownKeys.making([configuration, ...waiting]);
  }
}

export const createFlowPartition = (options: FlowPartitionOptions): FlowPartition =>
  new FlowPartition(options);
