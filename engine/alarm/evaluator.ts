import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { targetOf } from '#schemas/cockpit/target.ts';
import { measuredKey } from '#schemas/kpi/library.ts';
import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import { slotOf, slotsOf } from '../configuration/element-table.ts';
import type { MeasureBlock } from '../measure/measure-block.ts';
import { sources } from '../measure/sources.ts';
import { measuringOf } from '../measure/window-measures.ts';
import type { Measuring } from '../measure/window-measures.ts';
import { gathered, runThrough } from '../partition/steps.ts';
import type { Steps, StepsTo } from '../partition/steps.ts';
import { AlarmInstances, thresholdsOf } from './alarm-instances.ts';
import type { Edge } from './alarm-instances.ts';
import { changedSeverity } from './changed-severity.ts';
import type { ChangedSeverity, Severities } from './changed-severity.ts';
import { retiredOf } from './retired.ts';
import type { Retired } from './retired.ts';
import { Track } from './track.ts';

/** Plain values, kept with the checkpoint. */
export interface EvaluatorState {
  readonly tracks: readonly {
    readonly key: string;
    readonly numerators: Float32Array;
    readonly denominators: Float32Array;
  }[];
  readonly instances: readonly {
    readonly key: string;
    readonly bits: Uint32Array;
    readonly since: Uint32Array;
  }[];
}

/** Measures of one KPI on the elements of one source. */
export interface Measures {
  readonly source: number;
  readonly kpi: string;
}

interface Decided {
  readonly source: number;
  readonly track: Track;
  readonly instances: readonly AlarmInstances[];
}

const keyOf = ({ source, kpi }: Measures): string => `${String(source)} ${kpi}`;
const instancesKey = ({ alarm, source }: AlarmInstances): string => `${String(alarm.id)} ${String(source)}`;

/** Decides every alarm on every element, window by window. Knows nothing of time, samples or messages. */
export class Evaluator {
  readonly #decided = new Map<string, Decided>();
  readonly #instances = new Map<string, AlarmInstances>();
  readonly configuration: EngineConfiguration;
  #edges: Edge[] = [];

  private constructor(configuration: EngineConfiguration) {
    this.configuration = configuration;
  }

  static of(configuration: EngineConfiguration): Evaluator {
    return runThrough(Evaluator.making(configuration));
  }

  /** As `of`, in steps. */
  static *making(configuration: EngineConfiguration): StepsTo<Evaluator> {
    const evaluator = new Evaluator(configuration);
    const measuring = measuringOf(configuration.definitions);
    // An alarm on a KPI that nobody knows (any more, or yet) has no measures, and so no place below.
    const enabled = configuration.alarms.filter((alarm) => alarm.enabled);
    for (const [kpi, alarms] of Map.groupBy(enabled, (alarm) => measuredKey(alarm.kpi)))
      for (const [source, { ids }] of configuration.elements.entries()) {
        const own = alarms.filter((alarm) => targetOf(alarm) === sources[source]?.kind);
        if (ids.length > 0 && own.length > 0) yield* evaluator.#add({ source, kpi }, own, measuring);
      }
    return evaluator;
  }

  /** Every block of every KPI once per window, values missing as NaN: a missing measure still shifts. */
  decide(
    measures: Measures,
    window: { readonly start: number; readonly number: number },
    block: MeasureBlock,
  ): void {
    const decided = this.#decided.get(keyOf(measures));
    if (decided === undefined) return;
    const { track, instances } = decided;
    const column = track.column(window.number) + block.from;
    for (let index = 0; index < block.length; index += 1) {
      const missing = Number.isNaN(block.value[index]);
      track.numerators[column + index] = missing ? Number.NaN : (block.numerator[index] as number);
      track.denominators[column + index] = block.denominator[index] as number;
    }
    for (const one of instances) one.decide(block, window.start, this.#edges);
  }

  /** Raises and clears since the last call, by element and alarm. Put in order a few elements at a time: there may be a million. */
  *takeEdges(): Generator<Edge> {
    const edges = this.#edges;
    this.#edges = [];
    yield* byPages(edges, (edge) => edge);
  }

  /** Number of decisions of one window. */
  get instances(): number {
    let count = 0;
    for (const { bits } of this.#instances.values()) count += bits.length;
    return count;
  }

  /** The place of an alarm on an element, undefined when the configuration in force has none. */
  find(
    alarm: number,
    element: number,
  ): { readonly instances: AlarmInstances; readonly slot: number } | undefined {
    for (const instances of this.#instances.values()) {
      const slot = instances.alarm.id === alarm ? slotOf(instances.elements.ids, element) : -1;
      if (slot >= 0) return { instances, slot };
    }
    return undefined;
  }

  *running(): Generator<{ readonly instances: AlarmInstances; readonly slot: number }> {
    for (const instances of this.#instances.values())
      for (let slot = 0; slot < instances.since.length; slot += 1)
        if (instances.since[slot] !== 0) yield { instances, slot };
  }

  /**
   * Takes over what an evaluator with another configuration knew, up to window number `newest`: outliers found so far stay
   * as they were decided. Answers the running instances that have no place any more. In steps.
   */
  *adopt(before: Evaluator, newest: number): StepsTo<Iterable<Retired>> {
    const slots: Int32Array[] = [];
    for (const source of this.configuration.elements.keys())
      slots.push(yield* slotsOf(this.configuration, before.configuration, source));
    for (const [key, { source, track }] of this.#decided) {
      const old = before.#decided.get(key);
      if (old !== undefined) yield* track.adopt(old.track, slots[source] as Int32Array, newest);
    }
    for (const [key, instances] of this.#instances) {
      const old = before.#instances.get(key);
      if (old?.alarm.kpi === instances.alarm.kpi && old.source === instances.source)
        yield* instances.adopt(old, slots[instances.source] as Int32Array);
    }
    const retired = yield* gathered(retiredOf(before.running(), this.configuration), (one) => one);
    return byPages(retired, ({ edge }) => edge);
  }

  /** What runs with another severity than before, by element and alarm. In steps. */
  *changed(before: Severities): StepsTo<Iterable<ChangedSeverity>> {
    const changed = yield* gathered(changedSeverity(this.#instances.values(), before), (one) => one);
    return byPages(changed, ({ edge }) => edge);
  }

  state(): EvaluatorState {
    return {
      tracks: [...this.#decided].map(
        ([
          key,
          {
            track: { numerators, denominators },
          },
        ]) => ({
          key,
          numerators,
          denominators,
        }),
      ),
      instances: [...this.#instances].map(([key, { bits, since }]) => ({ key, bits, since })),
    };
  }

  /** The state of an evaluator with the same configuration, in steps. Throws a RangeError when it is that of another. */
  *restoring(state: EvaluatorState): Steps {
    for (const { key, numerators, denominators } of state.tracks) {
      const track = this.#decided.get(key)?.track;
      track?.numerators.set(numerators);
      track?.denominators.set(denominators);
      yield undefined;
    }
    for (const { key, bits, since } of state.instances) {
      const instances = this.#instances.get(key);
      instances?.bits.set(bits);
      instances?.since.set(since);
      yield undefined;
    }
  }

  *#add(measures: Measures, alarms: readonly AlarmDefinition[], measuring: Measuring): Steps {
    const { source, kpi } = measures;
    const scale = measuring.scaleIn(source, kpi);
    const elements = this.configuration.elements[source];
    if (scale === undefined || elements === undefined) return;
    const track = new Track(Math.max(...alarms.map((alarm) => alarm.measures)), elements.ids.length, scale);
    const instances: AlarmInstances[] = [];
    for (const alarm of alarms) {
      const thresholds = yield* thresholdsOf(alarm, elements);
      const place = { elements, track, kpi: measuring.numberOf(alarm.kpi), thresholds };
      instances.push(new AlarmInstances(alarm, source, place));
      yield undefined;
    }
    this.#decided.set(keyOf(measures), { source, track, instances });
    for (const one of instances) this.#instances.set(instancesKey(one), one);
  }
}

/** Elements whose ids differ in these bits alone are put in order together. */
const PAGE_BITS = 8;
const elementOf = ({ instances, slot }: Edge): number => instances.elements.ids[slot] ?? 0;

const byElementAndAlarm = (a: Edge, b: Edge): number =>
  elementOf(a) - elementOf(b) || a.instances.alarm.id - b.instances.alarm.id;

/** By element and alarm; put in order a few elements at a time. */
function* byPages<Value>(values: readonly Value[], edgeOf: (value: Value) => Edge): Generator<Value> {
  const pages = Map.groupBy(values, (value) => elementOf(edgeOf(value)) >>> PAGE_BITS);
  for (const page of [...pages.keys()].sort((a, b) => a - b)) {
    yield* (pages.get(page) ?? []).sort((a, b) => byElementAndAlarm(edgeOf(a), edgeOf(b)));
    pages.delete(page);
  }
}
