import { through } from '../partition/steps.ts';
import type { Steps } from '../partition/steps.ts';

/**
 * The last values of one KPI of all elements of a kind, for the evidence: numerator and denominator of each window as
 * 32-bit floats, one column per window in a ring. Every alarm on the KPI shares them. 32 bits keep seven digits, of which
 * the evidence shows six; the exact values are in `measures`. No value is NaN.
 */
export class Track {
  readonly numerators: Float32Array;
  readonly denominators: Float32Array;
  readonly windows: number;
  readonly slots: number;
  readonly scale: number;

  /** `windows`: the most measures that an alarm on this KPI looks back. */
  constructor(windows: number, slots: number, scale: number) {
    this.windows = windows;
    this.slots = slots;
    this.scale = scale;
    this.numerators = new Float32Array(windows * slots).fill(Number.NaN);
    this.denominators = new Float32Array(windows * slots).fill(Number.NaN);
  }

  /** First cell of the column of a window, which is known by its number: start / length. */
  column(window: number): number {
    return (window % this.windows) * this.slots;
  }

  /** Takes over the windows up to `newest` of elements that had a slot before; in steps. */
  *adopt(before: Track, slots: Int32Array, newest: number): Steps {
    const common = Math.min(this.windows, before.windows);
    for (let window = Math.max(0, newest - common + 1); window <= newest; window += 1) {
      const to = this.column(window);
      const from = before.column(window);
      yield* through(this.slots, (slot) => {
        const old = slots[slot] as number;
        if (old < 0) return;
        this.numerators[to + slot] = before.numerators[from + old] as number;
        this.denominators[to + slot] = before.denominators[from + old] as number;
      });
    }
  }
}
