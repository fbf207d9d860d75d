import type { ThresholdSource } from '#schemas/alerting/alert.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import { meansUnreachable } from '#schemas/alerting/dependency.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { sources } from '../configuration/sources.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import type { MeasureBlock } from '../measure/measure-block.ts';
import { forEachIndex, type Steps } from '#platform/clock/steps.ts';
import { AlarmLevels, type LevelArrays } from './level/alarm-levels.ts';
import {
  clearingRule,
  clears,
  keepsState,
  maxUnmeasured,
  nextFlaps,
  nextGood,
  type ClearingRule,
} from './clearing.ts';
import { decide, windowMask, popCount, outlierBit, relationsOf, type Decision } from './outlier.ts';
import type { MeasureHistory } from './measure-history.ts';
import { customerFilterOf, thresholdOf } from './thresholds.ts';

/** One alarm on one element: its slot in the instances of the alarm. */
export interface InstanceRef {
  readonly instances: AlarmInstances;
  readonly slot: number;
}

/**
 * A raise, clear or severity change of an instance with the exact value that decided it (NaN if the window
 * had none).
 */
export interface Transition extends InstanceRef {
  readonly edge: 'raise' | 'clear' | 'change';
  readonly value: number;
  readonly numerator: number;
  readonly denominator: number;
  /** Start of the window that raised, seconds. */
  readonly since: number;
  /** The severity before a change that a window decided. */
  readonly before?: Severity;
}

/** A running alarm whose element has no value in a window: what follows depends on whether its device is unreachable. */
export interface Unmeasured extends InstanceRef {
  /** Good measures before the window. */
  readonly good: number;
  /** What its rule decides; undefined: it keeps running. */
  readonly transition: Transition | undefined;
}

/** What a window decides: at once, and of alarms without a value. */
interface DecidedAlarms {
  readonly edges: Transition[];
  readonly unmeasured: Unmeasured[];
}

interface InstancesContext {
  readonly elements: ElementTable;
  readonly history: MeasureHistory;
  /** Number of the KPI. */
  readonly kpi: number;
  /** See `thresholdSteps`. */
  readonly thresholds: Float64Array | undefined;
}

/** What the ring of a slot decides in a window. */
interface DecidedSlot {
  readonly slot: number;
  readonly index: number;
  readonly block: MeasureBlock;
  readonly start: number;
  readonly decision: Decision;
  readonly clearing: ClearingRule;
}

interface WindowTime {
  /** Start and length, seconds. */
  readonly start: number;
  readonly length: number;
}

/** What a checkpoint holds of the instances, by slot. */
export interface InstanceArrays extends LevelArrays {
  readonly bits: Uint32Array;
  readonly since: Uint32Array;
  readonly good: Uint8Array;
  readonly unmeasured: Uint16Array;
  readonly previousSince: Uint32Array;
  readonly clearedAt: Uint32Array;
  readonly flaps: Uint8Array;
  readonly retained: Uint8Array;
}

/**
 * One alarm on all elements of one source: 17 bytes per instance, 8 more if customers or elements override the
 * threshold, 4 more if acknowledgements survive, plus 8 per window of evidence (`measure-history.ts`).
 */
export class AlarmInstances {
  /** Outliers of the last 32 windows, the newest in the lowest bit. */
  readonly bits: Uint32Array;
  /** Start of the window that raised, seconds since 1970; 0 when not raised. */
  readonly since: Uint32Array;
  /** Good measures in a row (`nextGood`), and windows without data in a row, up to the newest. */
  readonly good: Uint8Array;
  readonly unmeasured: Uint16Array;
  /** When the last run that ended was raised, seconds since 1970; empty if no acknowledgement survives a clear. */
  readonly previousSince: Uint32Array;
  /** When it cleared, seconds since 1970; 0 before the first clear. */
  readonly clearedAt: Uint32Array;
  /** Raises in a row that followed a clear within an hour (`nextFlaps`). */
  readonly flaps: Uint8Array;
  /** 1 in a run in which its device was unreachable (`keepUnmeasured`). */
  readonly retained: Uint8Array;
  readonly alarm: AlarmDefinition;
  readonly kind: ElementKind;
  /** Number of the source of its elements. */
  readonly source: number;
  readonly elements: ElementTable;
  readonly history: MeasureHistory;
  /** Number of the KPI. */
  readonly kpi: number;
  readonly levels: AlarmLevels;
  readonly #thresholds: Float64Array | undefined;
  readonly #appliesTo: (customer: number) => boolean;
  /** Whether the alarms of an unreachable device keep their state: not those that mean that it is unreachable. */
  readonly #mayBeRetained: boolean;

  constructor(
    alarm: AlarmDefinition,
    source: number,
    { elements, history, kpi, thresholds }: InstancesContext,
  ) {
    this.alarm = alarm;
    this.source = source;
    this.kind = sources[source]?.kind ?? 'device';
    this.elements = elements;
    this.history = history;
    this.kpi = kpi;
    const slots = elements.ids.length;
    this.bits = new Uint32Array(slots);
    this.since = new Uint32Array(slots);
    this.good = new Uint8Array(slots);
    this.unmeasured = new Uint16Array(slots);
    const remembered = (alarm.acknowledgementMinutes ?? 0) > 0 ? slots : 0;
    this.previousSince = new Uint32Array(remembered);
    this.clearedAt = new Uint32Array(slots);
    this.flaps = new Uint8Array(slots);
    this.retained = new Uint8Array(slots);
    this.levels = new AlarmLevels(alarm, slots);
    this.#mayBeRetained =
      elements.devices !== undefined && !(this.kind === 'device' && meansUnreachable(alarm));
    this.#appliesTo = customerFilterOf(alarm);
    this.#thresholds = thresholds;
  }

  /** The severity in force of a running alarm, or the last one of an alarm that cleared. */
  severity(slot: number): Severity {
    return this.levels.inForce(slot)?.severity ?? this.alarm.severity;
  }

  /** The threshold of the severity in force. */
  threshold(slot: number): { readonly value: number; readonly from: ThresholdSource } {
    const level = this.since[slot] === 0 ? undefined : this.levels.inForce(slot);
    return level === undefined ? this.raisingThreshold(slot) : { value: level.threshold, from: 'alarm' };
  }

  /** Outliers by the threshold in force, as `bits`. */
  bitsInForce(slot: number): number {
    const raising = this.bits[slot] ?? 0;
    return this.since[slot] === 0 ? raising : (this.levels.bitsInForce(slot) ?? raising);
  }

  /** The first threshold of an element: its own, else its customer's, else the alarm's. */
  raisingThreshold(slot: number): { readonly value: number; readonly from: ThresholdSource } {
    return thresholdOf(this.alarm, this.elements, slot);
  }

  /** Whether the alarm applies to the customer of an element: its cockpit is shared with them. */
  #appliesAt(slot: number): boolean {
    return this.#appliesTo(this.elements.customers[slot] ?? 0);
  }

  /** Decides a window for the elements of the block. What it adds to `unmeasured` is decided by `settle`. */
  decide(
    block: MeasureBlock,
    { start, length: seconds }: WindowTime,
    { edges, unmeasured }: DecidedAlarms,
  ): void {
    const { bits, since } = this;
    const thresholds = this.#thresholds;
    const { outliers, measures, operator, threshold: common } = this.alarm;
    const clearing = clearingRule(this.alarm, seconds);
    const relations = relationsOf(operator);
    const mask = windowMask(measures);
    const { from, length, value } = block;
    for (let index = 0; index < length; index += 1) {
      const slot = from + index;
      const threshold = thresholds === undefined ? common : (thresholds[slot] as number);
      const outlier = outlierBit(relations, value[index] as number, threshold);
      const shifted = ((bits[slot] as number) << 1) | outlier;
      bits[slot] = shifted;
      const goodBefore = this.good[slot] as number;
      this.#count(slot, clearing, Number.isNaN(value[index]) ? 'missing' : outlier);
      const raisedAt = since[slot] as number;
      const decision = decide(popCount(shifted & mask), outliers, raisedAt !== 0);
      const waits = raisedAt !== 0 && this.#mayBeRetained && Number.isNaN(value[index]);
      if (decision === 'keep' && !waits) continue;
      const found = { slot, index, block, start, decision, clearing };
      const transition = this.#transitionOf(found);
      if (waits) unmeasured.push({ instances: this, slot, good: goodBefore, transition });
      else if (transition !== undefined) edges.push(this.#moved(transition, start));
    }
    this.#decideLevels(block, start, edges);
  }

  /**
   * Decides a window for a running alarm without a value: that of an unreachable device keeps its state, and the missing measure counts
   * as nothing; any other follows its rule.
   */
  settle(
    { slot, good, transition }: Unmeasured,
    start: number,
    isUnreachable: boolean,
  ): Transition | undefined {
    if (isUnreachable) {
      this.good[slot] = good;
      this.retained[slot] = 1;
      return undefined;
    }
    return transition && this.#moved(transition, start);
  }

  /** What the rule decides for a slot; undefined: it keeps its state. */
  #transitionOf({ slot, index, block, start, decision, clearing }: DecidedSlot): Transition | undefined {
    if (decision === 'keep' || (decision === 'clear' && this.#isHeld(slot, clearing))) return undefined;
    return {
      instances: this,
      slot,
      edge: decision,
      value: block.value[index] as number,
      numerator: block.numerator[index] as number,
      denominator: block.denominator[index] as number,
      since: decision === 'raise' ? start : (this.since[slot] as number),
    };
  }

  /** Decides the severity of the alarms that run after a window, where it has a value. */
  #decideLevels(block: MeasureBlock, start: number, edges: Transition[]): void {
    if (!this.levels.areSeveral) return;
    this.levels.count(block);
    for (let index = 0; index < block.length; index += 1) {
      const slot = block.from + index;
      const since = this.since[slot] as number;
      if (since === 0 || Number.isNaN(block.value[index])) continue;
      const before = this.severity(slot);
      if (!this.levels.decide({ slot, isRaised: since === start, start })) continue;
      const value = block.value[index] as number;
      const [numerator, denominator] = [block.numerator[index] as number, block.denominator[index] as number];
      edges.push({ instances: this, slot, edge: 'change', value, numerator, denominator, since, before });
    }
  }

  /** The state, not copied. */
  arrays(): InstanceArrays {
    const { bits, since, good, unmeasured, previousSince, clearedAt, flaps, retained } = this;
    const { levelBits, level, levelBefore, levelSince } = this.levels;
    return {
      bits,
      since,
      good,
      unmeasured,
      previousSince,
      clearedAt,
      flaps,
      retained,
      levelBits,
      level,
      levelBefore,
      levelSince,
    };
  }

  /** Restores the state of instances of the same alarm on the same elements. */
  restore({
    bits,
    since,
    good,
    unmeasured,
    previousSince,
    clearedAt,
    flaps,
    retained,
    ...levels
  }: InstanceArrays): void {
    this.levels.restore(levels);
    this.flaps.set(flaps);
    this.retained.set(retained);
    this.bits.set(bits);
    this.since.set(since);
    this.good.set(good);
    this.unmeasured.set(unmeasured);
    this.previousSince.set(previousSince);
    this.clearedAt.set(clearedAt);
  }

  adoptSteps(before: AlarmInstances, slots: Int32Array): Steps {
    return forEachIndex(slots.length, (slot) => {
      const old = slots[slot] as number;
      if (old < 0 || !this.#appliesAt(slot)) return;
      this.bits[slot] = before.bits[old] as number;
      this.since[slot] = before.since[old] as number;
      this.good[slot] = before.good[old] as number;
      this.unmeasured[slot] = before.unmeasured[old] as number;
      // Out of bounds, a write does nothing.
      this.previousSince[slot] = before.previousSince[old] ?? 0;
      this.clearedAt[slot] = before.clearedAt[old] as number;
      this.flaps[slot] = before.flaps[old] as number;
      this.retained[slot] = before.retained[old] as number;
      this.levels.adopt(slot, before.levels, { slot: old, bits: before.bits[old] as number });
    });
  }

  /** Counts good measures and windows without data. */
  #count(slot: number, clearing: ClearingRule, measure: 0 | 1 | 'missing'): void {
    const isMissing = measure === 'missing';
    const unmeasured = isMissing
      ? Math.min((this.unmeasured[slot] as number) + 1, maxUnmeasured(clearing, this.since[slot] !== 0))
      : 0;
    this.unmeasured[slot] = unmeasured;
    const outlier = isMissing ? 0 : measure;
    this.good[slot] = nextGood(this.good[slot] as number, outlier, keepsState(clearing, unmeasured));
  }

  /** Whether an alarm with fewer outliers than required still runs. */
  #isHeld(slot: number, clearing: ClearingRule): boolean {
    const retained = keepsState(clearing, this.unmeasured[slot] as number);
    return !clears(clearing, this.good[slot] as number, { retained, wasRetained: this.retained[slot] === 1 });
  }

  /** Enters the state that a transition leads to. */
  #moved(transition: Transition, start: number): Transition {
    const { slot, edge: decision } = transition;
    this.retained[slot] = 0;
    if (decision === 'clear') {
      this.previousSince[slot] = this.since[slot] as number;
      this.clearedAt[slot] = start;
    } else this.flaps[slot] = nextFlaps(this.flaps[slot] as number, start - (this.clearedAt[slot] as number));
    this.since[slot] = decision === 'raise' ? start : 0;
    return transition;
  }
}
