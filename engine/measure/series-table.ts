import { sampleOffset, wholeAt } from '../partition/sample-row.ts';
import { columnCounts, columnOf, takeById, takes } from './counter-columns.ts';
import type { ElementKind } from './counter-columns.ts';
import type { OpenWindows } from './open-windows.ts';
import { agentElapsed, growthOf, mostPackets } from './rate.ts';

/**
 * One record per counter and element, 64 bytes: a cache line, and no object per value. The value is kept as its two 32-bit
 * halves, so that differences of Counter64 are exact without BigInt.
 */
const cell = { at: 0, uptime: 8, value: 16, discontinuity: 24, sums: 32 } as const;
export const recordBytes = 64;
/** Each side holds a sum and its time in seconds (or its weight). */
const SIDE_BYTES = 16;
const HIGH_WORD = 2 ** 32;

/**
 * What the counters of all elements of a kind did in the windows still open.
 *
 * A rate is known between two polls, and they seldom fall on the borders of a window. The rule: what a pair of polls
 * counted is spread evenly over the time between them, and each window gets its share. Of a window that closed already
 * (its end lies more than the grace before the second poll) the share goes to the windows still open, so that the sum over
 * all windows is exactly what was counted. With one poll per window each window has a value, however the polls jitter:
 * assigning a pair to the window of its second poll would leave a window empty whenever a poll slips over the border. The
 * rule looks at the times of the samples alone, so that it gives the same in any order of arrival.
 *
 * States count likewise: the state found by a poll holds for the time since the poll before.
 */
export class SeriesTable {
  readonly #cells: DataView;
  readonly #stride: number;
  readonly #speed: number;
  readonly #admin: number;
  readonly bytes: Uint8Array;
  readonly windows: OpenWindows;

  constructor(kind: ElementKind, bytes: Uint8Array, windows: OpenWindows) {
    this.bytes = bytes;
    this.windows = windows;
    this.#cells = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#stride = columnCounts[kind] * recordBytes;
    this.#speed = columnOf('speed') * recordBytes;
    this.#admin = columnOf('admin_up') * recordBytes;
  }

  /** Takes up the sample at `row`; samples of one counter come in order of time. */
  take(place: { readonly slot: number; readonly column: number }, view: DataView, row: number): void {
    const element = place.slot * this.#stride;
    const base = element + place.column * recordBytes;
    const at = wholeAt(view, row + sampleOffset.at);
    const before = this.#cells.getFloat64(base + cell.at, true);
    // The same poll again: the first one in the order of the slice counts.
    if (at <= before) return;
    this.#add(element, base, { view, row, at, before });
    this.#keep(base, view, row);
  }

  /** Newest value, 0 before the first. */
  latest(slot: number, column: number): number {
    return this.#latest(slot * this.#stride + column * recordBytes);
  }

  /** What the counter grew by inside the window (or its weighted states). */
  sum(slot: number, column: number, side: 0 | 1): number {
    return this.#cells.getFloat64(this.#sumAt(slot, column, side), true);
  }

  /** Seconds behind `sum`, by the agent's clock where there is one (or the weight of the polls); 0: no value. */
  time(slot: number, column: number, side: 0 | 1): number {
    return this.#cells.getFloat64(this.#sumAt(slot, column, side) + 8, true);
  }

  /** Time of the newest sample of any counter of the element, milliseconds since 1970; 0 before the first. */
  newest(slot: number): number {
    let newest = 0;
    const end = (slot + 1) * this.#stride;
    for (let base = slot * this.#stride; base < end; base += recordBytes) {
      const at = this.#cells.getFloat64(base + cell.at, true);
      if (at > newest) newest = at;
    }
    return newest;
  }

  /** Makes one side ready for its next window. */
  clear(side: 0 | 1): void {
    const from = cell.sums + side * SIDE_BYTES;
    for (let base = from; base < this.bytes.length; base += recordBytes) {
      this.#cells.setFloat64(base, 0, true);
      this.#cells.setFloat64(base + 8, 0, true);
    }
  }

  #sumAt(slot: number, column: number, side: 0 | 1): number {
    return slot * this.#stride + column * recordBytes + cell.sums + side * SIDE_BYTES;
  }

  #latest(base: number): number {
    return (
      this.#cells.getUint32(base + cell.value, true) +
      this.#cells.getUint32(base + cell.value + 4, true) * HIGH_WORD
    );
  }

  #keep(base: number, view: DataView, row: number): void {
    const cells = this.#cells;
    cells.setFloat64(base + cell.at, wholeAt(view, row + sampleOffset.at), true);
    cells.setFloat64(base + cell.uptime, wholeAt(view, row + sampleOffset.uptime), true);
    cells.setUint32(base + cell.value, view.getUint32(row + sampleOffset.value, true), true);
    cells.setUint32(base + cell.value + 4, view.getUint32(row + sampleOffset.value + 4, true), true);
    cells.setUint32(base + cell.discontinuity, view.getUint32(row + sampleOffset.discontinuity, true), true);
  }

  #add(element: number, base: number, sample: Sample): void {
    const take = takeById[sample.view.getUint16(sample.row + sampleOffset.counter, true)];
    if (take === takes.growth64 || take === takes.growth32)
      this.#addGrowth(base, sample, take === takes.growth32 ? element + this.#speed : undefined);
    else if (take === takes.inWindow) this.#setInWindow(base, sample);
    else if (take === takes.polls) this.#addPoll(base, sample);
    else if (take === takes.stateTime || (take === takes.stateTimeWhileAdminUp && this.#adminUp(element)))
      this.#addStateTime(base, sample);
  }

  #adminUp(element: number): boolean {
    return this.#cells.getUint32(element + this.#admin + cell.value, true) === 1;
  }

  /** `speed`: where the speed of the line stands, for counters of 32 bit; undefined for those of 64. */
  #addGrowth(base: number, { view, row, at, before }: Sample, speed: number | undefined): void {
    const cells = this.#cells;
    if (before === 0 || at - before > this.windows.maxGapMs) return;
    // ifCounterDiscontinuityTime changed: counters are not comparable across it (RFC 2863 3.1.5).
    if (
      cells.getUint32(base + cell.discontinuity, true) !==
      view.getUint32(row + sampleOffset.discontinuity, true)
    )
      return;
    const elapsed = agentElapsed(
      cells.getFloat64(base + cell.uptime, true),
      wholeAt(view, row + sampleOffset.uptime),
      at - before,
    );
    const difference =
      (view.getUint32(row + sampleOffset.value + 4, true) - cells.getUint32(base + cell.value + 4, true)) *
        HIGH_WORD +
      (view.getUint32(row + sampleOffset.value, true) - cells.getUint32(base + cell.value, true));
    const growth = growthOf(
      difference,
      speed === undefined ? undefined : mostPackets(this.#latest(speed), elapsed),
    );
    if (growth >= 0 && elapsed > 0) this.#spread(base, { from: before, to: at }, [growth, elapsed / 1_000]);
  }

  #addStateTime(base: number, { view, row, at, before }: Sample): void {
    if (before === 0 || at - before > this.windows.maxGapMs) return;
    const seconds = (at - before) / 1_000;
    const up = view.getUint32(row + sampleOffset.value, true) === 1;
    this.#spread(base, { from: before, to: at }, [up ? seconds : 0, seconds]);
  }

  /** A poll stands for the time since the one before it; the first, or one after a long pause, for its own instant. */
  #addPoll(base: number, { view, row, at, before }: Sample): void {
    const answered = view.getUint32(row + sampleOffset.value, true) === 1 ? 1 : 0;
    const from = before === 0 || at - before > this.windows.maxGapMs ? at : before;
    this.#spread(base, { from, to: at }, [answered, 1]);
  }

  #setInWindow(base: number, { view, row, at }: Sample): void {
    const { boundary, side } = this.windows;
    const place = base + cell.sums + (at < boundary ? side : 1 - side) * SIDE_BYTES;
    this.#cells.setFloat64(place, wholeAt(view, row + sampleOffset.value), true);
    this.#cells.setFloat64(place + 8, 1, true);
  }

  #spread(base: number, span: { from: number; to: number }, [sum, time]: readonly [number, number]): void {
    const { start, boundary, side } = this.windows;
    const from = span.from > start ? span.from : start;
    let older = span.to < boundary ? 1 : 0;
    if (from < boundary && span.to >= boundary) older = (boundary - from) / (span.to - from);
    if (older > 0) this.#grow(base + cell.sums + side * SIDE_BYTES, sum * older, time * older);
    if (older < 1)
      this.#grow(base + cell.sums + (1 - side) * SIDE_BYTES, sum * (1 - older), time * (1 - older));
  }

  #grow(place: number, sum: number, time: number): void {
    const cells = this.#cells;
    cells.setFloat64(place, cells.getFloat64(place, true) + sum, true);
    cells.setFloat64(place + 8, cells.getFloat64(place + 8, true) + time, true);
  }
}

interface Sample {
  readonly view: DataView;
  readonly row: number;
  readonly at: number;
  /** Time of the sample before it, 0 when this is the first. */
  readonly before: number;
}
