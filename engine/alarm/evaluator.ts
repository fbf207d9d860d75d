import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { kpiKeys, kpis } from '#schemas/kpi/library.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import { slotOf, slotsBefore } from '../configuration/element-table.ts';
import { scaleOf } from '../measure/formulas.ts';
import type { MeasureBlock } from '../measure/measure-block.ts';
import { AlarmInstances } from './alarm-instances.ts';
import type { Edge } from './alarm-instances.ts';
import { Track } from './track.ts';

/** Plain values, kept with the checkpoint. */
export interface EvaluatorState {
  readonly tracks: readonly {
    readonly kpi: KpiKey;
    readonly numerators: Float32Array;
    readonly denominators: Float32Array;
  }[];
  readonly instances: readonly {
    readonly alarm: number;
    readonly bits: Uint32Array;
    readonly since: Uint32Array;
  }[];
}

/** A running instance that the configuration no longer has. */
export interface Retired {
  readonly edge: Edge;
  readonly cause: 'deleted' | 'disabled';
}

const looksBack = (alarms: readonly AlarmDefinition[], kpi: KpiKey): number =>
  Math.max(0, ...alarms.filter((alarm) => alarm.kpi === kpi).map(({ measures }) => measures));

/** Decides every alarm on every element, window by window. Knows nothing of time, samples or messages. */
export class Evaluator {
  readonly #tracks = new Map<KpiKey, Track>();
  readonly #byKpi = new Map<KpiKey, AlarmInstances[]>();
  readonly #byAlarm = new Map<number, AlarmInstances>();
  readonly configuration: EngineConfiguration;
  #edges: Edge[] = [];

  constructor(configuration: EngineConfiguration) {
    this.configuration = configuration;
    const alarms = configuration.alarms.filter(({ enabled }) => enabled);
    for (const kpi of kpiKeys) {
      const windows = looksBack(alarms, kpi);
      if (windows === 0) continue;
      const kind = kpis[kpi].element;
      const track = new Track(windows, configuration[kind].ids.length, scaleOf(kpi));
      const instances = alarms
        .filter((alarm) => alarm.kpi === kpi)
        .map((alarm) => new AlarmInstances(alarm, configuration[kind], track));
      this.#tracks.set(kpi, track);
      this.#byKpi.set(kpi, instances);
      for (const one of instances) this.#byAlarm.set(one.alarm.id, one);
    }
  }

  /** Every block of every KPI once per window, values missing as NaN: a missing measure still shifts. */
  decide(
    kpi: KpiKey,
    window: { readonly start: number; readonly number: number },
    block: MeasureBlock,
  ): void {
    const track = this.#tracks.get(kpi);
    if (track === undefined) return;
    const column = track.column(window.number) + block.from;
    for (let index = 0; index < block.length; index += 1) {
      const missing = Number.isNaN(block.value[index]);
      track.numerators[column + index] = missing ? Number.NaN : (block.numerator[index] as number);
      track.denominators[column + index] = block.denominator[index] as number;
    }
    for (const instances of this.#byKpi.get(kpi) ?? []) instances.decide(block, window.start, this.#edges);
  }

  /** Raises and clears since the last call, by element and alarm. */
  takeEdges(): readonly Edge[] {
    const edges = this.#edges;
    this.#edges = [];
    return edges.sort(byElementAndAlarm);
  }

  /** Number of decisions of one window. */
  get instances(): number {
    let count = 0;
    for (const { bits } of this.#byAlarm.values()) count += bits.length;
    return count;
  }

  /** The place of an alarm on an element, undefined when the configuration in force has none. */
  find(
    alarm: number,
    element: number,
  ): { readonly instances: AlarmInstances; readonly slot: number } | undefined {
    const instances = this.#byAlarm.get(alarm);
    const slot = instances === undefined ? -1 : slotOf(instances.elements.ids, element);
    return instances === undefined || slot < 0 ? undefined : { instances, slot };
  }

  *running(): Generator<{ readonly instances: AlarmInstances; readonly slot: number }> {
    for (const instances of this.#byAlarm.values())
      for (let slot = 0; slot < instances.since.length; slot += 1)
        if (instances.since[slot] !== 0) yield { instances, slot };
  }

  /**
   * Takes over what an evaluator with another configuration knew, up to window number `newest`: outliers found so far stay
   * as they were decided. Answers the running instances that have no place any more.
   */
  adopt(before: Evaluator, newest: number): readonly Retired[] {
    const slots = {
      interface: slotsBefore(this.configuration.interface.ids, before.configuration.interface.ids),
      device: slotsBefore(this.configuration.device.ids, before.configuration.device.ids),
    };
    for (const [kpi, track] of this.#tracks) {
      const old = before.#tracks.get(kpi);
      if (old !== undefined) track.adopt(old, slots[kpis[kpi].element], newest);
    }
    for (const [id, instances] of this.#byAlarm) {
      const old = before.#byAlarm.get(id);
      if (old?.alarm.kpi === instances.alarm.kpi) instances.adopt(old, slots[instances.kind]);
    }
    return this.#retiredSince(before);
  }

  state(): EvaluatorState {
    return {
      tracks: [...this.#tracks].map(([kpi, { numerators, denominators }]) => ({
        kpi,
        numerators,
        denominators,
      })),
      instances: [...this.#byAlarm].map(([alarm, { bits, since }]) => ({ alarm, bits, since })),
    };
  }

  /** The state of an evaluator with the same configuration. Throws a RangeError when it is that of another. */
  restore(state: EvaluatorState): void {
    for (const { kpi, numerators, denominators } of state.tracks) {
      const track = this.#tracks.get(kpi);
      track?.numerators.set(numerators);
      track?.denominators.set(denominators);
    }
    for (const { alarm, bits, since } of state.instances) {
      const instances = this.#byAlarm.get(alarm);
      instances?.bits.set(bits);
      instances?.since.set(since);
    }
  }

  #retiredSince(before: Evaluator): readonly Retired[] {
    const kept = {
      interface: new Set(this.configuration.interface.ids),
      device: new Set(this.configuration.device.ids),
    };
    const off = new Set(this.configuration.inactive);
    const known = new Map(this.configuration.alarms.map((alarm) => [alarm.id, alarm]));
    const retired: Retired[] = [];
    for (const { instances, slot } of before.running()) {
      const element = instances.elements.ids[slot] ?? 0;
      const alarm = known.get(instances.alarm.id);
      const placed = kept[instances.kind].has(element);
      // An alarm moved to another KPI is another alarm: the instances of the old one are gone.
      const same = alarm?.kpi === instances.alarm.kpi;
      if (same && alarm.enabled && placed) continue;
      const disabled = same && (placed ? !alarm.enabled : off.has(element));
      retired.push({ edge: clearWithoutValue(instances, slot), cause: disabled ? 'disabled' : 'deleted' });
    }
    return retired.sort((a, b) => byElementAndAlarm(a.edge, b.edge));
  }
}

const byElementAndAlarm = (a: Edge, b: Edge): number =>
  (a.instances.elements.ids[a.slot] ?? 0) - (b.instances.elements.ids[b.slot] ?? 0) ||
  a.instances.alarm.id - b.instances.alarm.id;

const clearWithoutValue = (instances: AlarmInstances, slot: number): Edge => ({
  instances,
  slot,
  edge: 'clear',
  value: Number.NaN,
  numerator: Number.NaN,
  denominator: Number.NaN,
  since: instances.since[slot] ?? 0,
});
