import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { Acknowledgements } from '../alarm/acknowledgements.ts';
import type { AcknowledgementState, NumberedCommand } from '../alarm/acknowledgements.ts';
import { alarmEvent } from '../alarm/alarm-event.ts';
import type { AlarmEvent } from '../alarm/alarm-event.ts';
import type { AlarmInstances, Edge } from '../alarm/alarm-instances.ts';
import { eventBatches } from '../alarm/event-batches.ts';
import type { EvaluatorState } from '../alarm/evaluator.ts';
import { completed, engineConfiguration, sameConfiguration } from '../configuration/engine-configuration.ts';
import type { Definitions, EngineConfiguration } from '../configuration/engine-configuration.ts';
import { MeasureRows } from '../measure/measure-rows.ts';
import type { OpenWindows } from '../measure/open-windows.ts';
import { sideOf } from '../measure/open-windows.ts';
import { configured, reconfigured } from './configured.ts';
import type { Configured } from './configured.ts';
import type { RowsBatch } from './rows-batch.ts';
import { SampleIntake } from './sample-intake.ts';
import type { Origin } from './sample-intake.ts';
import { sampleBytes, sampleOffset, viewOf } from './sample-row.ts';
import type { Slice } from './slice-buffer.ts';
import { orderOf } from './slice-order.ts';
import { timingOf } from './timing.ts';
import type { Timing } from './timing.ts';

/** Called while a window closes, in this order; the bytes belong to the receiver. */
export interface PartitionOutput {
  readonly measures: (batch: RowsBatch) => void;
  readonly events: (batch: RowsBatch, events: readonly AlarmEvent[]) => void;
  readonly closed?: (window: ClosedWindow) => void;
  /** Acknowledgements and their ends, behind the window they belong to or whenever a command is taken. */
  readonly acknowledgements?: (events: readonly AlarmEvent[]) => void;
}

export interface ClosedWindow {
  /** Start of the window, seconds since 1970, and its length. */
  readonly start: number;
  readonly length: number;
  /** start / length. */
  readonly number: number;
  /** Alarm instances decided. */
  readonly evaluations: number;
  readonly events: readonly AlarmEvent[];
}

export interface PartitionOptions {
  readonly windowSeconds: number;
  readonly latenessMs: number;
  readonly inventory: Inventory;
  readonly alarms: readonly AlarmDefinition[];
  readonly definitions?: KpiDefinitions | undefined;
  readonly output: PartitionOutput;
  /** Which customers are this partition's; without it, all. */
  readonly belongs?: (customer: number) => boolean;
}

/** Plain values: what a checkpoint holds. */
export interface PartitionState {
  readonly windowSeconds: number;
  readonly frontier: number;
  readonly newest: number;
  readonly idle: number;
  readonly sequence: number;
  /** The stream must be read again from behind this sequence. */
  readonly readUpTo: number;
  readonly configuration: EngineConfiguration;
  readonly pending: readonly PendingConfiguration[];
  /** By number of source. */
  readonly series: readonly Uint8Array[];
  readonly evaluator: EvaluatorState;
  /** Absent from checkpoints that were made before there were any. */
  readonly acknowledged?: AcknowledgementState;
}

interface PendingConfiguration {
  /** Start of the first window that it decides, milliseconds. */
  readonly from: number;
  readonly configuration: EngineConfiguration;
}

export interface PartitionCounts {
  readonly late: number;
  readonly ahead: number;
  /** Samples of elements or counters that the configuration in force does not have. */
  readonly unknown: number;
}

/** After this many windows without a sample nothing is left that a further one could change: no bit in any ring. */
const IDLE_WINDOWS = 34;
const NO_ORIGIN: Origin = { sequence: 0, receivedAt: Infinity };

/**
 * The streaming engine of a set of customers, in memory: samples in, measures and alarm events out.
 *
 * It is deterministic: samples are read in the order of their times, slice by slice, once no earlier one can come; windows
 * close at fixed slices (end + grace); so what a window holds follows from the samples alone, not from their arrival, from
 * restarts, or from the customers they share the partition with. A configuration is in force from a window on: the one
 * after the newest window that had samples when the change became known. It waits in `pending`, which is part of the
 * state: a checkpoint taken before that window closes makes every replay change over at the same place.
 */
export class Partition {
  readonly #output: PartitionOutput;
  readonly #belongs: (customer: number) => boolean;
  readonly #timing: Timing;
  readonly #length: number;
  readonly #intake: SampleIntake;
  readonly #windows: OpenWindows;
  #state: Configured;
  #pending: PendingConfiguration[] = [];
  #idle = IDLE_WINDOWS;
  #unknown = 0;
  readonly acknowledgements = new Acknowledgements();

  constructor({
    windowSeconds,
    latenessMs,
    inventory,
    alarms,
    definitions,
    output,
    belongs = () => true,
  }: PartitionOptions) {
    this.#output = output;
    this.#belongs = belongs;
    this.#length = windowSeconds;
    this.#timing = timingOf({ windowSeconds, latenessMs });
    this.#intake = new SampleIntake(this.#timing);
    this.#windows = { start: 0, boundary: 0, side: 0, maxGapMs: this.#timing.maxGapMs };
    this.#openAt(0);
    this.#state = configured(engineConfiguration(inventory, { alarms, definitions }, belongs), this.#windows);
  }

  /**
   * Takes rows of `samples` and closes the windows that are due. Without an origin the caller vouches for the times.
   * Throws a RangeError when the bytes are no whole rows.
   */
  push(rows: Uint8Array, origin: Origin = NO_ORIGIN): void {
    this.#intake.accept(rows, origin);
    this.#advance(this.#intake.settled());
  }

  /** Closes every window that ends at or before `end` (milliseconds), not waiting for late samples. */
  closeUntil(end: number): void {
    const { windowMs, graceMs } = this.#timing;
    this.#advance(Math.floor(end / windowMs) * windowMs + graceMs);
  }

  /**
   * Takes a changed inventory, changed alarms or KPIs: in force from the next window on, not before the one starting at
   * `notBefore` (seconds). Answers whether anything changes; the state must then be stored before that window closes.
   */
  configure(inventory: Inventory, defined: Definitions, notBefore = 0): boolean {
    const configuration = engineConfiguration(inventory, defined, this.#belongs);
    const last = this.#pending.at(-1)?.configuration ?? this.#state.configuration;
    if (sameConfiguration(last, configuration)) return false;
    const { windowMs } = this.#timing;
    const next = (Math.floor(this.#intake.newest / windowMs) + 1) * windowMs;
    const from = Math.max(next, notBefore * 1_000, this.#pending.at(-1)?.from ?? 0);
    this.#pending = [...this.#pending.filter((waiting) => waiting.from < from), { from, configuration }];
    if (this.#intake.newest === 0) this.#changeOver(Infinity);
    return true;
  }

  /** Takes a command of a user; what was read before a restart and comes again does nothing. */
  command(command: NumberedCommand): void {
    this.#tell(this.acknowledgements.take(command, this.#state.evaluator, this.#newest()));
  }

  /** State without a copy: write it out before the next push. */
  state(): PartitionState {
    const { configuration, series, evaluator } = this.#state;
    return {
      windowSeconds: this.#length,
      frontier: this.#intake.frontier,
      newest: this.#intake.newest,
      idle: this.#idle,
      sequence: this.#intake.sequence,
      readUpTo: this.#intake.readUpTo(),
      configuration,
      pending: this.#pending,
      series: series.map(({ bytes }) => bytes),
      evaluator: evaluator.state(),
      acknowledged: this.acknowledgements.state(),
    };
  }

  /** Goes on from a stored state. Throws a RangeError when it was made with another length of window. */
  restore(state: PartitionState): void {
    if (state.windowSeconds !== this.#length)
      throw new RangeError(`state of windows of ${String(state.windowSeconds)} s`);
    const { series, evaluator } = state;
    this.#intake.resume(state);
    this.#idle = state.idle;
    this.#pending = state.pending.map((waiting) => ({
      ...waiting,
      configuration: completed(waiting.configuration),
    }));
    this.#openAt(state.frontier);
    this.#state = configured(completed(state.configuration), this.#windows, (source, length) =>
      Uint8Array.from(series[source] ?? new Uint8Array(length)),
    );
    this.#state.evaluator.restore(evaluator);
    if (state.acknowledged !== undefined) this.acknowledgements.restore(state.acknowledged);
  }

  /** Every message up to this sequence may be forgotten once the state is stored. */
  readUpTo(): number {
    return this.#intake.readUpTo();
  }

  /** Time of the newest sample, milliseconds since 1970. */
  get newest(): number {
    return this.#intake.newest;
  }

  get counts(): PartitionCounts {
    return { late: this.#intake.late, ahead: this.#intake.ahead, unknown: this.#unknown };
  }

  running(): Iterable<{ readonly instances: AlarmInstances; readonly slot: number }> {
    return this.#state.evaluator.running();
  }

  /** Number of the newest window decided. */
  get decided(): number {
    return this.#windows.start / this.#timing.windowMs - 1;
  }

  #advance(target: number): void {
    const { sliceMs, graceMs } = this.#timing;
    while (this.#intake.frontier < target) {
      if (this.#idle >= IDLE_WINDOWS) {
        const next = Math.min(target, this.#intake.slices.earliest());
        if (next > this.#intake.frontier) {
          this.#openAt(next);
          this.#changeOver(this.#windows.start);
          continue;
        }
      }
      this.#read(this.#intake.frontier);
      this.#intake.frontier += sliceMs;
      if (this.#intake.frontier === this.#windows.boundary + graceMs) this.#close();
    }
  }

  /** Sets event time; the older open window is the first one not closed by then. */
  #openAt(frontier: number): void {
    const { windowMs, graceMs } = this.#timing;
    this.#intake.frontier = frontier;
    this.#windows.start = Math.floor((frontier - graceMs) / windowMs) * windowMs;
    this.#windows.boundary = this.#windows.start + windowMs;
    this.#windows.side = sideOf(this.#windows.start, windowMs);
  }

  #read(start: number): void {
    const slice = this.#intake.slices.take(start);
    if (slice === undefined) return;
    this.#idle = 0;
    this.#readRows(slice);
    this.#intake.slices.release(slice);
  }

  #readRows({ bytes, length, start }: Slice): void {
    const view = viewOf(bytes.subarray(0, length));
    const order = orderOf(view, length, { start, lengthMs: this.#timing.sliceMs });
    const { index, series, measuring } = this.#state;
    const { sourceById, columnById } = measuring.counters;
    const place = { slot: 0, column: 0 };
    for (let count = 0, next = 0; next < length; next += sampleBytes, count += 1) {
      const row = order === undefined ? next : (order[count] as number);
      const found = index.find(view.getUint32(row + sampleOffset.element, true));
      const counter = view.getUint16(row + sampleOffset.counter, true);
      const source = found % series.length;
      if (found < 0 || sourceById[counter] !== source) {
        this.#unknown += 1;
        continue;
      }
      place.slot = (found - source) / series.length;
      place.column = columnById[counter] as number;
      series[source]?.take(place, view, row);
    }
  }

  #close(): void {
    const { start, side } = this.#windows;
    const { evaluator } = this.#state;
    const at = start / 1_000;
    const window = { start: at, length: this.#length, number: at / this.#length };
    this.#measure(window, side);
    const decided = { cause: 'rule', at, length: window.length, newest: window.number } as const;
    const events = evaluator.takeEdges().map((edge) => alarmEvent(edge, this.#ingested(edge, decided)));
    const evaluations = evaluator.instances;
    for (const series of this.#state.series) series.clear(side);
    this.#idle += 1;
    this.#windows.start = this.#windows.boundary;
    this.#windows.boundary += this.#timing.windowMs;
    this.#windows.side = side === 0 ? 1 : 0;
    events.push(...this.#changeOver(this.#windows.start));
    for (const batch of eventBatches(at, events)) this.#output.events(batch, events);
    this.#tell(this.acknowledgements.closed(this.#state.evaluator, this.#newest()));
    this.#output.closed?.({ ...window, evaluations, events });
  }

  #newest() {
    return { number: this.decided, length: this.#length };
  }

  #tell(events: readonly AlarmEvent[]): void {
    if (events.length > 0) this.#output.acknowledgements?.(events);
  }

  #measure(window: { start: number; length: number; number: number }, side: 0 | 1): void {
    const { configuration, series, evaluator, measuring } = this.#state;
    const rows = new MeasureRows(window, this.#output.measures);
    for (const [source, table] of series.entries()) {
      const elements = configuration.elements[source];
      if (elements === undefined) continue;
      const reading = { series: table, elements, side, windowSeconds: this.#length };
      measuring.window(source, reading, ({ key, id }, _, block) => {
        rows.write(id, elements, block);
        evaluator.decide({ source, kpi: key }, window, block);
      });
    }
    rows.end();
  }

  /** Puts the configurations in force that are due when the older open window starts at `start`; answers what they cleared. */
  #changeOver(start: number): AlarmEvent[] {
    const events: AlarmEvent[] = [];
    for (let due = this.#pending[0]; due !== undefined && due.from <= start; due = this.#pending[0]) {
      this.#pending = this.#pending.slice(1);
      const before = this.#state;
      const { now, retired } = reconfigured(before, due.configuration, {
        newest: this.decided,
        windows: this.#windows,
      });
      for (const { edge, cause } of retired) {
        const deciding = {
          cause,
          at: (this.decided + 1) * this.#length,
          length: this.#length,
          newest: this.decided,
        };
        events.push(alarmEvent(edge, this.#ingested(edge, deciding)));
      }
      this.#state = now;
    }
    return events;
  }

  /** Reads the series before they change over: an element may have no place afterwards. */
  #ingested<Deciding>(edge: Edge, deciding: Deciding): Deciding & { readonly ingested: number } {
    return { ...deciding, ingested: this.#state.series[edge.instances.source]?.newest(edge.slot) ?? 0 };
  }
}

export const createPartition = (options: PartitionOptions): Partition => new Partition(options);
