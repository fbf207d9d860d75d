import { runSync, type Steps } from '#platform/clock/steps.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import {
  Acknowledgements,
  type AcknowledgementState,
  type SequencedCommand,
} from '../alarm/acknowledgements.ts';
import { alarmEvent } from '../alarm/alarm-event.ts';
import type { AlarmEvent } from '../alarm/event-row.ts';
import type { Transition } from '../alarm/alarm-instances.ts';
import { addEventsSteps, EventBatches } from '../alarm/event-batches.ts';
import { explanationEvents } from '../alarm/explanation/explanation-event.ts';
import { Explanations, unreachableSteps, type RunningAlarm } from '../alarm/explanation/explanations.ts';
import { Evaluator, type EvaluatorState } from '../alarm/evaluator.ts';
import { SilencedAlarms, type SilencedState } from '../alarm/silenced-alarms.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { completeConfiguration, type EngineConfiguration } from '../configuration/engine-configuration.ts';
import { sameConfigurationSteps } from '../configuration/same-configuration.ts';
import type { MeasureBlock } from '../measure/measure-block.ts';
import { MeasureRows } from '../measure/measure-rows.ts';
import type { MeasuredKpi } from '../measure/measure-program.ts';
import { IDLE_WINDOWS } from './partition-options.ts';
import type { PartitionOutput } from './partition-output.ts';

export interface PendingConfiguration {
  /** Start of the first window it applies to, milliseconds. */
  readonly from: number;
  readonly configuration: EngineConfiguration;
}

/** Plain values, kept with the checkpoint. */
export interface DecisionState {
  readonly configuration: EngineConfiguration;
  readonly pending: readonly PendingConfiguration[];
  readonly evaluator: EvaluatorState;
  readonly acknowledged: AcknowledgementState;
  readonly silenced: SilencedState;
}

/** Consumes the measures of one KPI of some elements of a source in the window that closes. */
export type EmitMeasures = (
  measured: {
    readonly source: number;
    readonly kpi: Pick<MeasuredKpi, 'key' | 'id'>;
    readonly elements: ElementTable;
  },
  block: MeasureBlock,
) => void;

export interface WindowToClose {
  /** Start of the window, seconds since 1970, and its length. */
  readonly start: number;
  readonly length: number;
  /** start / length. */
  readonly number: number;
}

interface DecisionNeeds {
  readonly windowSeconds: number;
  readonly output: PartitionOutput;
  /**
   * Returns the time of the newest sample of an element, milliseconds, before another configuration is
   * activated.
   */
  readonly ingested: (transition: Transition, at: WindowToClose) => number;
  /** Called when another configuration is activated. */
  readonly onChange: (configuration: EngineConfiguration, before: EngineConfiguration) => Steps;
}

/**
 * What is decided window by window, in either pipeline: alarms on measures, acknowledgements, and which
 * configuration is active. A changed configuration waits in `pending`, which is part of the state: a
 * checkpoint saved before its first window closes makes every replay activate it at the same window.
 */
export class Decisions {
  readonly acknowledgements = new Acknowledgements();
  readonly #silenced = new SilencedAlarms();
  readonly #explanations = new Explanations();
  readonly #needs: DecisionNeeds;
  #evaluator: Evaluator;
  #pending: readonly PendingConfiguration[] = [];
  /** Number of the newest window decided. */
  #decided = -1;

  constructor(needs: DecisionNeeds, configuration: EngineConfiguration) {
    this.#needs = needs;
    this.#evaluator = runSync(Evaluator.createSteps(configuration));
  }

  get configuration(): EngineConfiguration {
    return this.#evaluator.configuration;
  }

  get pending(): readonly PendingConfiguration[] {
    return this.#pending;
  }

  get decidedWindow(): number {
    return this.#decided;
  }

  /** Number of windows without data after which further ones change nothing. */
  get idleWindows(): number {
    return IDLE_WINDOWS + this.#evaluator.maxRetainedWindows(this.#needs.windowSeconds);
  }

  /** The running alarms, and what explains them. */
  *runningInstances(): Generator<RunningAlarm> {
    for (const instance of this.#evaluator.runningInstances()) {
      const parent = this.#explanations.find(instance);
      yield parent === undefined ? instance : { ...instance, parent };
    }
  }

  /**
   * Plans a changed configuration from the window starting at `from` (milliseconds) on, and returns whether
   * anything changes. Nothing has changed before the last step.
   */
  *configureSteps(configuration: EngineConfiguration, from: number): Steps<boolean> {
    const last = this.#pending.at(-1);
    if (yield* sameConfigurationSteps(last?.configuration ?? this.configuration, configuration)) return false;
    const startMs = Math.max(from, last?.from ?? 0);
    this.#pending = [
      ...this.#pending.filter((waiting) => waiting.from < startMs),
      { from: startMs, configuration },
    ];
    return true;
  }

  /**
   * Plans changed silences, from the oldest open window on or from `from`. Returns whether anything changes.
   */
  setSilences(
    silences: readonly Silence[],
    at: { readonly from: number; readonly samplesFrom?: number },
  ): boolean {
    return this.#silenced.plan(silences, { ...at, from: Math.max(this.#nextStartMs(), at.from) });
  }

  /** Returns the silences whose maintenance applies to samples of a time, milliseconds since 1970. */
  silencesForSamplesAt(time: number): readonly Silence[] {
    return this.#silenced.silencesForSamplesAt(time);
  }

  /** A command for an unknown alarm is skipped unless a pending configuration may contain it. */
  applyCommand(command: SequencedCommand): void {
    const { alarm, element } = command.command;
    if (this.#pending.length === 0 && this.#evaluator.find(alarm, element) === undefined) {
      this.acknowledgements.skip(command);
      return;
    }
    this.#emitAcknowledgements(this.acknowledgements.accept(command, this.#evaluator, this.#newestWindow()));
  }

  /** Skips the windows up to this number: nothing in them can be decided. */
  *skipToSteps(number: number): Steps {
    this.#decided = number;
    yield* this.activateDueSteps();
  }

  /**
   * Decides a window on the measures that `measure` emits: each KPI of each element once, missing values as
   * NaN.
   */
  *closeWindowSteps(window: WindowToClose, measure: (emit: EmitMeasures) => Steps): Steps {
    const { output } = this.#needs;
    const rows = new MeasureRows(window, output.measures);
    yield* measure(({ source, kpi, elements }, block) => {
      rows.write(kpi.id, elements, block);
      this.#evaluator.decide({ source, kpi: kpi.key }, window, block);
    });
    rows.flush();
    yield* this.#evaluator.settleSteps(window.start, yield* unreachableSteps(this.#evaluator));
    const batches = new EventBatches(window.start, output.events);
    const evaluations = this.#evaluator.instanceCount;
    const cleared: Transition[] = [];
    const explained = yield* this.#explanations.updateSteps(this.#evaluator, window.start);
    yield* addEventsSteps(this.#ruleEvents(window, cleared), batches);
    yield* addEventsSteps(explanationEvents(explained, window), batches);
    this.#decided = window.number;
    yield* addEventsSteps(this.#activateDue(this.#nextStartMs()), batches);
    const { start, length } = window;
    yield* addEventsSteps(this.#silenced.closeWindow(this.#evaluator, { start, length }, cleared), batches);
    batches.flush();
    this.#emitAcknowledgements(this.acknowledgements.closeWindow(this.#evaluator, this.#newestWindow()));
    output.closed?.({ ...window, evaluations, events: batches.counts });
  }

  /** Activates configurations due by the next window, or all of them if nothing can be running. */
  *activateDueSteps(until = this.#nextStartMs()): Steps {
    for (const event of this.#activateDue(until)) if (event === undefined) yield undefined;
  }

  /** Returns the state without copying it: encode it before anything else is added. */
  state(): DecisionState {
    return {
      configuration: this.configuration,
      pending: this.#pending,
      evaluator: this.#evaluator.state(),
      acknowledged: this.acknowledgements.state(),
      silenced: this.#silenced.state(),
    };
  }

  *restoreSteps(
    { configuration, pending, evaluator, acknowledged, silenced }: DecisionState,
    decided: number,
  ): Steps {
    const restored = yield* Evaluator.createSteps(completeConfiguration(configuration));
    yield* restored.restoreSteps(evaluator);
    this.#evaluator = restored;
    yield* this.#explanations.updateSteps(restored);
    this.#decided = decided;
    this.#pending = pending.map(({ from, configuration: waiting }) => ({
      from,
      configuration: completeConfiguration(waiting),
    }));
    this.acknowledgements.restore(acknowledged);
    this.#silenced.restore(silenced);
  }

  /** Collects cleared alarms in `cleared` if silences may apply to them. */
  *#ruleEvents(window: WindowToClose, cleared: Transition[]): Generator<AlarmEvent> {
    const { start: at, length, number: newest } = window;
    for (const transition of this.#evaluator.takeTransitions()) {
      if (transition.edge === 'clear' && this.#silenced.hasAny) cleared.push(transition);
      const ingested = this.#needs.ingested(transition, window);
      const parent = transition.edge === 'clear' ? undefined : this.#explanations.find(transition);
      const cause = transition.before ?? 'rule';
      yield alarmEvent(transition, { cause, at, length, newest, ingested, parent });
    }
  }

  /**
   * Activates due configurations. Yields the events of what they clear and change, and undefined between
   * steps.
   */
  *#activateDue(until: number): Generator<AlarmEvent | undefined> {
    const before = this.#evaluator;
    for (let due = this.#pending[0]; due !== undefined && due.from <= until; due = this.#pending[0]) {
      this.#pending = this.#pending.slice(1);
      yield* this.#adopt(due.configuration);
    }
    if (this.#evaluator !== before) yield* this.#severityEvents(before);
    if (this.#evaluator !== before)
      yield* explanationEvents(yield* this.#explanations.updateSteps(this.#evaluator), this.#nextWindow());
  }

  /** Once for all due configurations: those in between decided no window. */
  *#severityEvents(former: Evaluator): Generator<AlarmEvent | undefined> {
    const window = this.#nextWindow();
    for (const { transition, before } of yield* this.#evaluator.severityChangeSteps(former)) {
      const ingested = this.#needs.ingested(transition, window);
      yield alarmEvent(transition, {
        cause: before,
        at: window.start,
        length: window.length,
        newest: this.#decided,
        ingested,
        parent: this.#explanations.find(transition),
      });
    }
  }

  *#adopt(configuration: EngineConfiguration): Generator<AlarmEvent | undefined> {
    const before = this.#evaluator;
    const now = yield* Evaluator.createSteps(configuration);
    const retired = yield* now.adoptSteps(before, this.#decided);
    const window = this.#nextWindow();
    const { start: at, length } = window;
    for (const { transition, cause } of retired) {
      const ingested = this.#needs.ingested(transition, window);
      yield alarmEvent(transition, { cause, at, length, newest: this.#decided, ingested });
    }
    this.#evaluator = now;
    yield* this.#needs.onChange(configuration, before.configuration);
  }

  #nextWindow(): WindowToClose {
    const length = this.#needs.windowSeconds;
    const number = this.#decided + 1;
    return { start: number * length, length, number };
  }

  #nextStartMs(): number {
    return this.#nextWindow().start * 1_000;
  }

  #newestWindow() {
    return { number: this.#decided, length: this.#needs.windowSeconds };
  }

  #emitAcknowledgements(events: readonly AlarmEvent[]): void {
    if (events.length > 0) this.#needs.output.acknowledgements?.(events);
  }
}
