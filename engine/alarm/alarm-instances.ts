import type { ThresholdSource } from '#schemas/alerting/alert.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { sources } from '../measure/sources.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import type { MeasureBlock } from '../measure/measure-block.ts';
import { through } from '../partition/steps.ts';
import type { Steps, StepsTo } from '../partition/steps.ts';
import { decide, maskOf, onesOf, outlierBit, relationsOf } from './outlier.ts';
import type { Track } from './track.ts';

/** A raise or a clear just decided, or a change of what runs, with the exact value that decided (NaN: the window had none). */
export interface Edge {
  readonly instances: AlarmInstances;
  readonly slot: number;
  readonly edge: 'raise' | 'clear' | 'change';
  readonly value: number;
  readonly numerator: number;
  readonly denominator: number;
  /** Start of the window that raised, seconds. */
  readonly since: number;
}

/** Tells whether an alarm is evaluated for a customer. */
export function concernedBy({ customers }: AlarmDefinition): (customer: number) => boolean {
  if (customers === undefined) return () => true;
  const shared = new Set(customers);
  return (customer) => shared.has(customer);
}

/** The threshold in force for an element: its own, else its customer's, else the alarm's. */
function thresholdOf(
  { byElement, byCustomer, threshold }: AlarmDefinition,
  { ids, customers }: ElementTable,
  slot: number,
): { readonly value: number; readonly from: ThresholdSource } {
  const own = byElement.get(ids[slot] ?? 0);
  if (own !== undefined) return { value: own, from: 'element' };
  const common = byCustomer.get(customers[slot] ?? 0);
  if (common !== undefined) return { value: common, from: 'customer' };
  return { value: threshold, from: 'alarm' };
}

/**
 * By slot, in steps; undefined where all have the same. No value is an outlier of a threshold that is none (`outlierBit`): that
 * of elements whose customers the alarm does not concern.
 */
export function* thresholdsOf(
  alarm: AlarmDefinition,
  elements: ElementTable,
): StepsTo<Float64Array | undefined> {
  if (alarm.customers === undefined && alarm.byCustomer.size + alarm.byElement.size === 0) return undefined;
  const concerned = concernedBy(alarm);
  const thresholds = new Float64Array(elements.ids.length);
  yield* through(thresholds.length, (slot) => {
    thresholds[slot] = concerned(elements.customers[slot] ?? 0)
      ? thresholdOf(alarm, elements, slot).value
      : Number.NaN;
  });
  return thresholds;
}

interface Place {
  readonly elements: ElementTable;
  readonly track: Track;
  /** Number of the KPI. */
  readonly kpi: number;
  /** `thresholdsOf` the alarm. */
  readonly thresholds: Float64Array | undefined;
}

/**
 * One alarm on all elements of one source: 8 bytes per instance (and 8 per window of evidence, see `track.ts`), 16 when
 * customers or elements have thresholds of their own.
 */
export class AlarmInstances {
  /** Outliers of the last 32 windows, the newest in the lowest bit. */
  readonly bits: Uint32Array;
  /** Start of the window that raised, seconds since 1970; 0 when not raised. */
  readonly since: Uint32Array;
  readonly alarm: AlarmDefinition;
  readonly kind: ElementKind;
  /** Number of the source of its elements. */
  readonly source: number;
  readonly elements: ElementTable;
  readonly track: Track;
  /** Number of the KPI. */
  readonly kpi: number;
  readonly #thresholds: Float64Array | undefined;
  readonly #concerned: (customer: number) => boolean;

  constructor(alarm: AlarmDefinition, source: number, { elements, track, kpi, thresholds }: Place) {
    this.alarm = alarm;
    this.source = source;
    this.kind = sources[source]?.kind ?? 'device';
    this.elements = elements;
    this.track = track;
    this.kpi = kpi;
    const slots = elements.ids.length;
    this.bits = new Uint32Array(slots);
    this.since = new Uint32Array(slots);
    this.#concerned = concernedBy(alarm);
    this.#thresholds = thresholds;
  }

  /** The threshold in force for an element: its own, else its customer's, else the alarm's. */
  threshold(slot: number): { readonly value: number; readonly from: ThresholdSource } {
    return thresholdOf(this.alarm, this.elements, slot);
  }

  /** Whether the alarm concerns the customer of an element: its cockpit is shared with him. */
  #concerns(slot: number): boolean {
    return this.#concerned(this.elements.customers[slot] ?? 0);
  }

  /** Decides the window starting at `start` (seconds) for the elements of the block. */
  decide(block: MeasureBlock, start: number, edges: Edge[]): void {
    const { bits, since } = this;
    const thresholds = this.#thresholds;
    const { outliers, measures, operator, threshold: common } = this.alarm;
    const relations = relationsOf(operator);
    const mask = maskOf(measures);
    const { from, length, value } = block;
    for (let index = 0; index < length; index += 1) {
      const slot = from + index;
      const threshold = thresholds === undefined ? common : (thresholds[slot] as number);
      const shifted =
        ((bits[slot] as number) << 1) | outlierBit(relations, value[index] as number, threshold);
      bits[slot] = shifted;
      const raisedAt = since[slot] as number;
      const decision = decide(onesOf(shifted & mask), outliers, raisedAt !== 0);
      if (decision === 'keep') continue;
      since[slot] = decision === 'raise' ? start : 0;
      edges.push({
        instances: this,
        slot,
        edge: decision,
        value: value[index] as number,
        numerator: block.numerator[index] as number,
        denominator: block.denominator[index] as number,
        since: decision === 'raise' ? start : raisedAt,
      });
    }
  }

  /** In steps. */
  adopt(before: AlarmInstances, slots: Int32Array): Steps {
    return through(slots.length, (slot) => {
      const old = slots[slot] as number;
      if (old < 0 || !this.#concerns(slot)) return;
      this.bits[slot] = before.bits[old] as number;
      this.since[slot] = before.since[old] as number;
    });
  }
}
