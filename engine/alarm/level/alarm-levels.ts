import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';
import { allLevelsOf, type SeverityLevel } from '#schemas/cockpit/level/severity-levels.ts';
import type { MeasureBlock } from '../../measure/measure-block.ts';
import { outlierBit, popCount, relationsOf, windowMask, type Relations } from '../outlier.ts';

/** What a checkpoint holds of the levels, by slot; empty for an alarm of one severity. */
export interface LevelArrays {
  /** Outliers of the last 32 windows by each level above the first: (level - 1) · slots + slot. */
  readonly levelBits: Uint32Array;
  /** The level in force, and the one before it. 0: as raised. */
  readonly level: Uint8Array;
  readonly levelBefore: Uint8Array;
  /** Start of the window in which the level last changed during a run, seconds. */
  readonly levelSince: Uint32Array;
}

/** A slot whose window has a value. */
interface MeasuredSlot {
  readonly slot: number;
  /** Whether the window raised the alarm. */
  readonly isRaised: boolean;
  /** Start of the window, seconds. */
  readonly start: number;
}

/**
 * The severity of the running alarms of one definition. A running alarm has the most severe level of which at least n of the last m
 * windows are outliers. It becomes milder only in a window with a value, and only when the last `clearAfter` windows are no outliers of
 * its level: a value that is missing says nothing, and one around a threshold does not change the severity with every window.
 */
export class AlarmLevels implements LevelArrays {
  readonly levelBits: Uint32Array;
  readonly level: Uint8Array;
  readonly levelBefore: Uint8Array;
  readonly levelSince: Uint32Array;
  /** All levels, the first included. */
  readonly all: readonly SeverityLevel[];
  readonly #slots: number;
  readonly #relations: Relations;
  readonly #outliers: number;
  readonly #mask: number;
  readonly #quietMask: number;

  constructor(alarm: AlarmDefinition, slots: number) {
    this.all = allLevelsOf(alarm);
    const used = this.all.length === 1 ? 0 : slots;
    this.#slots = used;
    this.levelBits = new Uint32Array(used * (this.all.length - 1));
    this.level = new Uint8Array(used);
    this.levelBefore = new Uint8Array(used);
    this.levelSince = new Uint32Array(used);
    this.#relations = relationsOf(alarm.operator);
    this.#outliers = alarm.outliers;
    this.#mask = windowMask(alarm.measures);
    this.#quietMask = windowMask(alarm.clearAfter ?? 1);
  }

  /** Whether the severity of a running alarm may change. */
  get areSeveral(): boolean {
    return this.all.length > 1;
  }

  /** The level in force of a slot; undefined: the first. */
  inForce(slot: number): SeverityLevel | undefined {
    const level = this.level[slot] ?? 0;
    return level === 0 ? undefined : this.all[level];
  }

  /** The outliers of a slot by the level in force; undefined: by the first. */
  bitsInForce(slot: number): number | undefined {
    const level = this.level[slot] ?? 0;
    return level === 0 ? undefined : this.#bits(level, slot);
  }

  /** The severity of a run in one of its windows, as far back as its last change but one. */
  severityAt(slot: number, start: number): Severity {
    const isBefore = start < (this.levelSince[slot] ?? 0);
    const level = (isBefore ? this.levelBefore[slot] : this.level[slot]) ?? 0;
    return (this.all[level] ?? this.all[0])?.severity ?? 'critical';
  }

  /** Shifts the rings of a block. */
  count({ from, length, value }: MeasureBlock): void {
    for (let level = 1; level < this.all.length; level += 1) {
      const { threshold } = this.all[level] as SeverityLevel;
      const first = (level - 1) * this.#slots + from;
      for (let index = 0; index < length; index += 1)
        this.levelBits[first + index] =
          ((this.levelBits[first + index] as number) << 1) |
          outlierBit(this.#relations, value[index] as number, threshold);
    }
  }

  /** Decides the level of a running alarm in a window with a value; returns whether it changed during the run. */
  decide({ slot, isRaised, start }: MeasuredSlot): boolean {
    const before = isRaised ? 0 : (this.level[slot] as number);
    const next = this.#next(before, slot);
    this.level[slot] = next;
    if (isRaised) {
      this.levelBefore[slot] = next;
      this.levelSince[slot] = start;
      return false;
    }
    if (next === before) return false;
    this.levelBefore[slot] = before;
    this.levelSince[slot] = start;
    return true;
  }

  restore({ levelBits, level, levelBefore, levelSince }: LevelArrays): void {
    this.levelBits.set(levelBits);
    this.level.set(level);
    this.levelBefore.set(levelBefore);
    this.levelSince.set(levelSince);
  }

  /** Takes over a slot of an alarm whose levels may be others: each continues that of the same severity. */
  adopt(slot: number, before: AlarmLevels, { slot: old, bits }: { slot: number; bits: number }): void {
    for (const [from, { severity }] of before.all.entries()) {
      const to = this.all.findIndex((level) => level.severity === severity);
      if (to > 0) this.levelBits[(to - 1) * this.#slots + slot] = from === 0 ? bits : before.#bits(from, old);
    }
    // The most severe one that is no worse than before.
    const rank = (level: number): number => severities.indexOf(before.all[level]?.severity ?? 'minor');
    const now = (level: number): number =>
      Math.max(
        0,
        this.all.findLastIndex(({ severity }) => severities.indexOf(severity) >= rank(level)),
      );
    // Out of bounds, a write does nothing.
    this.level[slot] = now(before.level[old] ?? 0);
    this.levelBefore[slot] = now(before.levelBefore[old] ?? 0);
    this.levelSince[slot] = before.levelSince[old] ?? 0;
  }

  #bits(level: number, slot: number): number {
    return this.levelBits[(level - 1) * this.#slots + slot] ?? 0;
  }

  #next(before: number, slot: number): number {
    for (let level = this.all.length - 1; level > 0; level -= 1)
      if (level === before && !this.#isQuiet(level, slot)) return level;
      else if (popCount(this.#bits(level, slot) & this.#mask) >= this.#outliers) return level;
    return 0;
  }

  #isQuiet(level: number, slot: number): boolean {
    return (this.#bits(level, slot) & this.#quietMask) === 0;
  }
}
