import type { Silence } from '#schemas/silence/silence.ts';
import { Acknowledgements } from '../alarm/acknowledgements.ts';
import type { AcknowledgementState, NumberedCommand } from '../alarm/acknowledgements.ts';
import { alarmEvent } from '../alarm/alarm-event.ts';
import type { AlarmEvent } from '../alarm/event-row.ts';
import type { Edge } from '../alarm/alarm-instances.ts';
import { severitiesOf } from '../alarm/changed-severity.ts';
import type { Severities } from '../alarm/changed-severity.ts';
import { EventBatches } from '../alarm/event-batches.ts';
import { Evaluator } from '../alarm/evaluator.ts';
import type { EvaluatorState } from '../alarm/evaluator.ts';
import { SilencedAlarms } from '../alarm/silenced-alarms.ts';
import type { SilencedState } from '../alarm/silenced-alarms.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { completed } from '../configuration/engine-configuration.ts';
import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import { sameConfiguration } from '../configuration/same-configuration.ts';
import type { MeasureBlock } from '../measure/measure-block.ts';
import { MeasureRows } from '../measure/measure-rows.ts';
import type { Measured } from '../measure/window-measures.ts';
import type { PartitionOutput } from './partition-output.ts';
import type { Steps, StepsTo } from './steps.ts';

export interface PendingConfiguration {
  /** Start of the first window that it decides, milliseconds. */
  readonly from: number;
  readonly configuration: EngineConfiguration;
}

/** Plain values, kept with the checkpoint. */
export interface DecisionState {
  readonly configuration: EngineConfiguration;
  readonly pending: readonly PendingConfiguration[];
  readonly evaluator: EvaluatorState;
  /** Absent from checkpoints that were made before there were any. */
  readonly acknowledged?: AcknowledgementState;
  readonly silenced?: SilencedState;
}

/** Measures of one KPI of some elements of a source, in the window that closes. */
export type TakeMeasures = (
  measured: {
    readonly source: number;
    readonly kpi: Pick<Measured, 'key' | 'id'>;
    readonly elements: ElementTable;
  },
  block: MeasureBlock,
) => void;

export interface Closing {
  /** Start of the window, seconds since 1970, and its length. */
  readonly start: number;
  readonly length: number;
  /** start / length. */
  readonly number: number;
}

interface DecisionNeeds {
  readonly windowSeconds: number;
  readonly output: PartitionOutput;
  /** Time of the newest sample of an element, milliseconds, before another configuration is in force. */
  readonly ingested: (edge: Edge, at: Closing) => number;
  /** Another configuration is in force from now on. */
  readonly onChange: (configuration: EngineConfiguration, before: EngineConfiguration) => Steps;
}

/** So many events are made in one step: about four milliseconds. */
const EVENTS_AT_ONCE = 256;

function* inSteps(events: Iterable<AlarmEvent | undefined>, batches: EventBatches): Steps {
  let made = 0;
  for (const event of events) {
    if (event !== undefined) batches.add(event);
    made += 1;
    if (event === undefined || made % EVENTS_AT_ONCE === 0) yield undefined;
  }
}

/**
 * What is decided window by window, whatever windows are closed by: alarms on measures, acknowledgements, and which
 * configuration is in force. A changed one waits in `pending`, which is part of the state: a checkpoint taken before its first
 * window closes makes every replay change over at the same place.
 */
export class Decisions {
  readonly acknowledgements = new Acknowledgements();
  readonly #silenced = new SilencedAlarms();
  readonly #needs: DecisionNeeds;
  #evaluator: Evaluator;
  #pending: readonly PendingConfiguration[] = [];
  /** Number of the newest window decided. */
  #decided = -1;

  constructor(needs: DecisionNeeds, configuration: EngineConfiguration) {
    this.#needs = needs;
    this.#evaluator = Evaluator.of(configuration);
  }

  get configuration(): EngineConfiguration {
    return this.#evaluator.configuration;
  }

  get pending(): readonly PendingConfiguration[] {
    return this.#pending;
  }

  get decided(): number {
    return this.#decided;
  }

  running(): ReturnType<Evaluator['running']> {
    return this.#evaluator.running();
  }

  /**
   * Takes a changed configuration, in force from the window starting at `from` (milliseconds) on; whether anything changes.
   * Nothing has before the last step.
   */
  *configuring(configuration: EngineConfiguration, from: number): StepsTo<boolean> {
    const last = this.#pending.at(-1);
    if (yield* sameConfiguration(last?.configuration ?? this.configuration, configuration)) return false;
    const begins = Math.max(from, last?.from ?? 0);
    this.#pending = [
      ...this.#pending.filter((waiting) => waiting.from < begins),
      { from: begins, configuration },
    ];
    return true;
  }

  /** As `configuring`, of silences: they are looked at from the oldest window on that is open, or starts at `from`. */
  silence(silences: readonly Silence[], at: { readonly from: number; readonly reads?: number }): boolean {
    return this.#silenced.plan(silences, { ...at, from: Math.max(this.#next(), at.from) });
  }

  /** The silences whose maintenance concerns samples of a time, milliseconds since 1970. */
  silencesReadingAt(time: number): readonly Silence[] {
    return this.#silenced.readingAt(time);
  }

  /** One that concerns no alarm of ours, nor of a configuration to come, is not kept: nothing could ever settle it. */
  command(command: NumberedCommand): void {
    const { alarm, element } = command.command;
    if (this.#pending.length === 0 && this.#evaluator.find(alarm, element) === undefined) {
      this.acknowledgements.pass(command);
      return;
    }
    this.#tell(this.acknowledgements.take(command, this.#evaluator, this.#newest()));
  }

  /** Windows up to this number are behind us, with nothing in them that could be decided. */
  *passTo(number: number): Steps {
    this.#decided = number;
    yield* this.changingOver();
  }

  /** Decides a window on the measures that `measure` hands over: each KPI of each element once, missing ones as NaN. */
  *close(window: Closing, measure: (take: TakeMeasures) => Steps): Steps {
    const { output } = this.#needs;
    const rows = new MeasureRows(window, output.measures);
    yield* measure(({ source, kpi, elements }, block) => {
      rows.write(kpi.id, elements, block);
      this.#evaluator.decide({ source, kpi: kpi.key }, window, block);
    });
    rows.end();
    const batches = new EventBatches(window.start, output.events);
    const evaluations = this.#evaluator.instances;
    const cleared: Edge[] = [];
    yield* inSteps(this.#decideEdges(window, cleared), batches);
    this.#decided = window.number;
    yield* inSteps(this.#changeOver(this.#next()), batches);
    const { start, length } = window;
    yield* inSteps(this.#silenced.closed(this.#evaluator, { start, length }, cleared), batches);
    batches.end();
    this.#tell(this.acknowledgements.closed(this.#evaluator, this.#newest()));
    output.closed?.({ ...window, evaluations, events: batches.counts });
  }

  /** Puts the configurations in force that are due in the next window, or all, where nothing can be running. */
  *changingOver(until = this.#next()): Steps {
    for (const event of this.#changeOver(until)) if (event === undefined) yield undefined;
  }

  /** State without a copy: write it out before anything else is taken. */
  state(): DecisionState {
    return {
      configuration: this.configuration,
      pending: this.#pending,
      evaluator: this.#evaluator.state(),
      acknowledged: this.acknowledgements.state(),
      silenced: this.#silenced.state(),
    };
  }

  /** In steps. Throws a RangeError when the state does not fit together: nothing has changed then. */
  *restoring(
    { configuration, pending, evaluator, acknowledged, silenced }: DecisionState,
    decided: number,
  ): Steps {
    const restored = yield* Evaluator.making(completed(configuration));
    yield* restored.restoring(evaluator);
    this.#evaluator = restored;
    this.#decided = decided;
    this.#pending = pending.map(({ from, configuration: waiting }) => ({
      from,
      configuration: completed(waiting),
    }));
    if (acknowledged !== undefined) this.acknowledgements.restore(acknowledged);
    if (silenced !== undefined) this.#silenced.restore(silenced);
  }

  /** Puts what clears into `cleared`, where silences may have held for it. */
  *#decideEdges(window: Closing, cleared: Edge[]): Generator<AlarmEvent> {
    const { start: at, length, number: newest } = window;
    for (const edge of this.#evaluator.takeEdges()) {
      if (edge.edge === 'clear' && this.#silenced.any) cleared.push(edge);
      const ingested = this.#needs.ingested(edge, window);
      yield alarmEvent(edge, { cause: 'rule', at, length, newest, ingested });
    }
  }

  /** Tells what the configurations clear and change that are due, with undefined between its steps. */
  *#changeOver(until: number): Generator<AlarmEvent | undefined> {
    const severities = severitiesOf(this.configuration);
    for (let due = this.#pending[0]; due !== undefined && due.from <= until; due = this.#pending[0]) {
      this.#pending = this.#pending.slice(1);
      yield* this.#adopt(due.configuration);
    }
    yield* this.#tellChanges(severities);
  }

  /** Once for all configurations that are due: those in between decided no window. */
  *#tellChanges(severities: Severities): Generator<AlarmEvent | undefined> {
    const length = this.#needs.windowSeconds;
    const number = this.#decided + 1;
    const window = { start: number * length, length, number };
    for (const { edge, before } of yield* this.#evaluator.changed(severities)) {
      const ingested = this.#needs.ingested(edge, window);
      yield alarmEvent(edge, { cause: before, at: window.start, length, newest: this.#decided, ingested });
    }
  }

  *#adopt(configuration: EngineConfiguration): Generator<AlarmEvent | undefined> {
    const length = this.#needs.windowSeconds;
    const before = this.#evaluator;
    const now = yield* Evaluator.making(configuration);
    const retired = yield* now.adopt(before, this.#decided);
    const number = this.#decided + 1;
    const window = { start: number * length, length, number };
    for (const { edge, cause } of retired) {
      const ingested = this.#needs.ingested(edge, window);
      yield alarmEvent(edge, { cause, at: window.start, length, newest: this.#decided, ingested });
    }
    this.#evaluator = now;
    yield* this.#needs.onChange(configuration, before.configuration);
  }

  #next(): number {
    return (this.#decided + 1) * this.#needs.windowSeconds * 1_000;
  }

  #newest() {
    return { number: this.#decided, length: this.#needs.windowSeconds };
  }

  #tell(events: readonly AlarmEvent[]): void {
    if (events.length > 0) this.#needs.output.acknowledgements?.(events);
  }
}
