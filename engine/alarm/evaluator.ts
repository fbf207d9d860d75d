import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { alarmTargetOf } from '#schemas/cockpit/target.ts';
import { measuredKey } from '#schemas/kpi/library.ts';
import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import { findSlot, slotMappingSteps } from '../configuration/element-table.ts';
import type { MeasureBlock } from '../measure/measure-block.ts';
import { sources } from '../configuration/sources.ts';
import { measureProgramOf, type MeasureProgram } from '../measure/measure-program.ts';
import { collect, forEachIndex, type Steps } from '#platform/clock/steps.ts';
import {
  AlarmInstances,
  type InstanceArrays,
  type InstanceRef,
  type Transition,
  type Unmeasured,
} from './alarm-instances.ts';
import { thresholdSteps } from './thresholds.ts';
import { maxRetainedWindows } from './clearing.ts';
import { severityChanges, type SeverityChange } from './severity-changes.ts';
import { retiredInstances, type RetiredInstance } from './retired-instances.ts';
import { MeasureHistory } from './measure-history.ts';

/** Plain values, kept with the checkpoint. */
export interface EvaluatorState {
  readonly histories: readonly {
    readonly key: string;
    readonly numerators: Float32Array;
    readonly denominators: Float32Array;
  }[];
  readonly instances: readonly ({ readonly key: string } & InstanceArrays)[];
}

/** Measures of one KPI on the elements of one source. */
export interface MeasureKey {
  readonly source: number;
  readonly kpi: string;
}

/** Alarms on one KPI of one source, with the history that they share. */
interface KpiAlarms {
  readonly source: number;
  readonly history: MeasureHistory;
  readonly instances: readonly AlarmInstances[];
}

const measureKeyOf = ({ source, kpi }: MeasureKey): string => `${String(source)} ${kpi}`;
const instancesKeyOf = ({ alarm, source }: AlarmInstances): string => `${String(alarm.id)} ${String(source)}`;

/** Decides every alarm on every element, window by window. Independent of time, samples and messages. */
export class Evaluator {
  readonly #alarmsByKpi = new Map<string, KpiAlarms>();
  readonly #instances = new Map<string, AlarmInstances>();
  readonly configuration: EngineConfiguration;
  #transitions: Transition[] = [];
  #unmeasured: Unmeasured[] = [];
  #maxRetainedWindows: number | undefined;

  private constructor(configuration: EngineConfiguration) {
    this.configuration = configuration;
  }

  static *createSteps(configuration: EngineConfiguration): Steps<Evaluator> {
    const evaluator = new Evaluator(configuration);
    const program = measureProgramOf(configuration.definitions);
    // An alarm on an unknown KPI has no measures, and so no instances.
    const enabled = configuration.alarms.filter((alarm) => alarm.enabled);
    for (const [kpi, alarms] of Map.groupBy(enabled, (alarm) => measuredKey(alarm.kpi)))
      for (const [source, { ids }] of configuration.elements.entries()) {
        const own = alarms.filter((alarm) => alarmTargetOf(alarm) === sources[source]?.kind);
        if (ids.length > 0 && own.length > 0) yield* evaluator.#addSteps({ source, kpi }, own, program);
      }
    return evaluator;
  }

  /**
   * To be called with every block of every KPI once per window. A missing value is NaN: it still shifts the
   * ring.
   */
  decide(
    measures: MeasureKey,
    window: { readonly start: number; readonly length: number; readonly number: number },
    block: MeasureBlock,
  ): void {
    const own = this.#alarmsByKpi.get(measureKeyOf(measures));
    if (own === undefined) return;
    const { history, instances } = own;
    const column = history.column(window.number) + block.from;
    for (let index = 0; index < block.length; index += 1) {
      const missing = Number.isNaN(block.value[index]);
      history.numerators[column + index] = missing ? Number.NaN : (block.numerator[index] as number);
      history.denominators[column + index] = block.denominator[index] as number;
    }
    const decided = { edges: this.#transitions, unmeasured: this.#unmeasured };
    for (const one of instances) one.decide(block, window, decided);
  }

  /**
   * Decides the running alarms without a value in the window that starts at `start`: to be called once per window, with all its values
   * decided.
   */
  *settleSteps(start: number, isUnreachable: (instance: InstanceRef) => boolean): Steps {
    const unmeasured = this.#unmeasured;
    this.#unmeasured = [];
    yield* forEachIndex(unmeasured.length, (index) => {
      const one = unmeasured[index] as Unmeasured;
      const transition = one.instances.settle(one, start, isUnreachable(one));
      if (transition !== undefined) this.#transitions.push(transition);
    });
  }

  /**
   * Returns raises and clears since the last call, by element and alarm. Sorted page by page: there may be a
   * million.
   */
  *takeTransitions(): Generator<Transition> {
    const transitions = this.#transitions;
    this.#transitions = [];
    yield* sortedByPage(transitions, (transition) => transition);
  }

  /** Number of alarm instances decided per window. */
  get instanceCount(): number {
    let count = 0;
    for (const { bits } of this.#instances.values()) count += bits.length;
    return count;
  }

  /** The most windows of this length (seconds) that an alarm keeps its state without data. */
  maxRetainedWindows(windowSeconds: number): number {
    return (this.#maxRetainedWindows ??= maxRetainedWindows(this.configuration.alarms, windowSeconds));
  }

  /** Returns the instance of an alarm on an element, or undefined if the active configuration has none. */
  find(alarm: number, element: number): InstanceRef | undefined {
    for (const instances of this.#instances.values()) {
      const slot = instances.alarm.id === alarm ? findSlot(instances.elements.ids, element) : -1;
      if (slot >= 0) return { instances, slot };
    }
    return undefined;
  }

  /** Every enabled alarm, by KPI and source of its elements. */
  allInstances(): MapIterator<AlarmInstances> {
    return this.#instances.values();
  }

  *runningInstances(): Generator<InstanceRef> {
    for (const instances of this.#instances.values())
      for (let slot = 0; slot < instances.since.length; slot += 1)
        if (instances.since[slot] !== 0) yield { instances, slot };
  }

  /**
   * Takes over the state of an evaluator with another configuration, up to window number `newest`: outliers
   * found so far are retained. Returns the running instances that no longer exist.
   */
  *adoptSteps(before: Evaluator, newest: number): Steps<Iterable<RetiredInstance>> {
    const slots: Int32Array[] = [];
    for (const source of this.configuration.elements.keys())
      slots.push(
        // Alarms of a site count what happens there: on an element that moved, they start over.
        yield* slotMappingSteps(this.configuration, before.configuration, { source, atSameSite: true }),
      );
    for (const [key, { source, history }] of this.#alarmsByKpi) {
      const old = before.#alarmsByKpi.get(key);
      if (old !== undefined) yield* history.adoptSteps(old.history, slots[source] as Int32Array, newest);
    }
    for (const [key, instances] of this.#instances) {
      const old = before.#instances.get(key);
      if (old?.alarm.kpi === instances.alarm.kpi && old.source === instances.source)
        yield* instances.adoptSteps(old, slots[instances.source] as Int32Array);
    }
    const retired = yield* collect(
      retiredInstances(before.runningInstances(), this.configuration),
      (one) => one,
    );
    return sortedByPage(retired, ({ transition }) => transition);
  }

  /** Returns running instances whose alarm changed its severity, by element and alarm. */
  *severityChangeSteps(former: Evaluator): Steps<Iterable<SeverityChange>> {
    const pairs = [...this.#instances].flatMap(([key, now]) => {
      const before = former.#instances.get(key);
      return before === undefined ? [] : [{ now, before }];
    });
    const changed = yield* collect(severityChanges(pairs), (one) => one);
    return sortedByPage(changed, ({ transition }) => transition);
  }

  state(): EvaluatorState {
    return {
      histories: [...this.#alarmsByKpi].map(([key, { history }]) => ({
        key,
        numerators: history.numerators,
        denominators: history.denominators,
      })),
      instances: [...this.#instances].map(([key, instances]) => ({ key, ...instances.arrays() })),
    };
  }

  /**
   * Restores the state of an evaluator with the same configuration. Throws a RangeError if the state belongs
   * to another one.
   */
  *restoreSteps(state: EvaluatorState): Steps {
    for (const { key, numerators, denominators } of state.histories) {
      const history = this.#alarmsByKpi.get(key)?.history;
      history?.numerators.set(numerators);
      history?.denominators.set(denominators);
      yield undefined;
    }
    for (const { key, ...arrays } of state.instances) {
      const instances = this.#instances.get(key);
      instances?.restore(arrays);
      yield undefined;
    }
  }

  *#addSteps(measures: MeasureKey, alarms: readonly AlarmDefinition[], program: MeasureProgram): Steps {
    const { source, kpi } = measures;
    const scale = program.scaleOf(source, kpi);
    const elements = this.configuration.elements[source];
    if (scale === undefined || elements === undefined) return;
    const history = new MeasureHistory(
      Math.max(...alarms.map((alarm) => alarm.measures)),
      elements.ids.length,
      scale,
    );
    const instances: AlarmInstances[] = [];
    for (const alarm of alarms) {
      const thresholds = yield* thresholdSteps(alarm, elements);
      const context = { elements, history, kpi: program.kpiNumberOf(alarm.kpi), thresholds };
      instances.push(new AlarmInstances(alarm, source, context));
      yield undefined;
    }
    this.#alarmsByKpi.set(measureKeyOf(measures), { source, history, instances });
    for (const one of instances) this.#instances.set(instancesKeyOf(one), one);
  }
}

/** Element ids that differ only in these bits are sorted together. */
const PAGE_BITS = 8;
const elementIdOf = ({ instances, slot }: Transition): number => instances.elements.ids[slot] ?? 0;

const byElementAndAlarm = (a: Transition, b: Transition): number =>
  elementIdOf(a) - elementIdOf(b) || a.instances.alarm.id - b.instances.alarm.id;

/** By element and alarm, sorted one page at a time. */
function* sortedByPage<Value>(
  values: readonly Value[],
  transitionOf: (value: Value) => Transition,
): Generator<Value> {
  const pages = Map.groupBy(values, (value) => elementIdOf(transitionOf(value)) >>> PAGE_BITS);
  for (const page of [...pages.keys()].sort((a, b) => a - b)) {
    yield* (pages.get(page) ?? []).sort((a, b) => byElementAndAlarm(transitionOf(a), transitionOf(b)));
    pages.delete(page);
  }
}
