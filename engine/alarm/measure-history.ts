import { forEachIndex, type Steps } from '#platform/clock/steps.ts';

/**
 * The last values of one KPI of all elements of a source, for the evidence: numerator and denominator of each
 * window as 32-bit floats, in a ring with one column per window. Shared by all alarms on the KPI. 32 bits
 * keep seven digits, the evidence shows six; the exact values are in `measures`. NaN means no value.
 */
export class MeasureHistory {
  readonly numerators: Float32Array;
  readonly denominators: Float32Array;
  readonly windows: number;
  /** Number of elements. */
  readonly slots: number;
  /** value = scale · numerator / denominator. */
  readonly scale: number;

  /** `windows`: the largest number of measures that an alarm on this KPI looks back. */
  constructor(windows: number, slots: number, scale: number) {
    this.windows = windows;
    this.slots = slots;
    this.scale = scale;
    this.numerators = new Float32Array(windows * slots).fill(Number.NaN);
    this.denominators = new Float32Array(windows * slots).fill(Number.NaN);
  }

  /** First cell of the column of a window, given by its number: start / length. */
  column(window: number): number {
    return (window % this.windows) * this.slots;
  }

  /** Copies the windows up to `newest` of the elements that had a slot before. */
  *adoptSteps(before: MeasureHistory, slots: Int32Array, newest: number): Steps {
    const common = Math.min(this.windows, before.windows);
    for (let window = Math.max(0, newest - common + 1); window <= newest; window += 1) {
      const to = this.column(window);
      const from = before.column(window);
      yield* forEachIndex(this.slots, (slot) => {
        const old = slots[slot] as number;
        if (old < 0) return;
        this.numerators[to + slot] = before.numerators[from + old] as number;
        this.denominators[to + slot] = before.denominators[from + old] as number;
      });
    }
  }
}
