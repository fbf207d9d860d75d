import { through } from '../partition/steps.ts';
import type { Steps } from '../partition/steps.ts';
import { sampleOffset, wholeAt } from '../partition/sample-row.ts';
import { gauge, growth, setting, state, sum, takes, window } from './counter-columns.ts';
import type { Columns } from './counter-columns.ts';
import type { MaintenanceCalendar } from './maintenance-calendar.ts';
import type { Maintenance } from './maintenance.ts';
import type { OpenWindows } from './open-windows.ts';
import { agentElapsed, growthOf, mostPackets } from './rate.ts';

const HIGH_WORD = 2 ** 32;

/**
 * What the counters of all elements of a source did in the windows still open: one run of bytes per element, no object per
 * value.
 *
 * A rate is known between two polls, and they seldom fall on the borders of a window. The rule: what a pair of polls
 * counted is spread evenly over the time between them, and each window gets its share. Of a window that closed already
 * (its end lies more than the grace before the second poll) the share goes to the windows still open, so that the sum over
 * all windows is exactly what was counted. With one poll per window each window has a value, however the polls jitter:
 * assigning a pair to the window of its second poll would leave a window empty whenever a poll slips over the border. The
 * rule looks at the times of the samples alone, so that it gives the same in any order of arrival.
 *
 * States count likewise: the state found by a poll holds for the time since the poll before, what of it was maintenance left
 * out, whichever state it was. Samples of a gauge belong to the window in which they were taken.
 */
export class SeriesTable {
  readonly #cells: DataView;
  readonly #columns: Columns;
  readonly #speed: number;
  readonly #admin: number;
  readonly #operation: number;
  readonly bytes: Uint8Array;
  readonly windows: OpenWindows;
  /** Undefined: of no element. */
  maintenance: Maintenance | undefined;

  constructor(columns: Columns, bytes: Uint8Array, windows: OpenWindows) {
    this.bytes = bytes;
    this.windows = windows;
    this.#cells = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#columns = columns;
    this.#speed = this.#offsetOf('speed');
    this.#admin = this.#offsetOf('admin_up');
    this.#operation = this.#offsetOf('probe_ok');
  }

  /** Takes up the sample at `row`; samples of one counter come in order of time. */
  take(place: { readonly slot: number; readonly column: number }, view: DataView, row: number): void {
    const element = place.slot * this.#columns.stride;
    const base = element + (this.#columns.offsets[place.column] as number);
    const at = wholeAt(view, row + sampleOffset.at);
    const before = this.#cells.getFloat64(base, true);
    // The same poll again: the first one in the order of the slice counts.
    if (at <= before) return;
    const take = this.#columns.takes[place.column] as number;
    if (take === takes.growth64 || take === takes.growth32)
      this.#addGrowth(base, { view, row, at, before }, take === takes.growth32 ? element : undefined);
    else this.#addOther(take, { element, base, slot: place.slot }, { view, row, at, before });
    this.#cells.setFloat64(base, at, true);
  }

  /** Time of the newest sample of any counter of the element, milliseconds since 1970; 0 before the first. */
  newest(slot: number): number {
    let newest = 0;
    const element = slot * this.#columns.stride;
    for (const offset of this.#columns.offsets) {
      const at = this.#cells.getFloat64(element + offset, true);
      if (at > newest) newest = at;
    }
    return newest;
  }

  /** Makes one side ready for its next window; in steps. */
  clear(side: 0 | 1): Steps {
    const { offsets, stride, takes: kinds } = this.#columns;
    const places = [...offsets].flatMap((offset, column) =>
      placesToClear(kinds[column] as number, offset, side),
    );
    return through(stride === 0 ? 0 : this.bytes.length / stride, (slot) => {
      for (const place of places) this.#cells.setFloat64(slot * stride + place, 0, true);
    });
  }

  #offsetOf(key: string): number {
    const column = this.#columns.keys.findIndex((own) => own === key);
    return column < 0 ? -1 : (this.#columns.offsets[column] as number);
  }

  #addOther(take: number, { element, base, slot }: Place, sample: Sample): void {
    if (take === takes.gauge) {
      // Whether an operation succeeds is availability as well.
      const isOperation = base === element + this.#operation;
      if (!isOperation || this.#calendarOf(slot)?.holds(sample.at) !== true) this.#addGauge(base, sample);
    } else if (take === takes.latest)
      this.#cells.setFloat64(
        base + setting.value,
        wholeAt(sample.view, sample.row + sampleOffset.value),
        true,
      );
    else if (take === takes.polls) this.#addPoll(base, slot, sample);
    else if (take === takes.stateTime || this.#isAdminUp(element)) this.#addStateTime(base, slot, sample);
  }

  #isAdminUp(element: number): boolean {
    return this.#admin >= 0 && this.#cells.getFloat64(element + this.#admin + setting.value, true) === 1;
  }

  /** `element`: where the element begins, for counters of 32 bit, which need the speed of its line; else undefined. */
  #addGrowth(base: number, sample: Sample, element: number | undefined): void {
    const { at, before } = sample;
    if (before !== 0 && at - before <= this.windows.maxGapMs) this.#addPair(base, sample, element);
    this.#keep(base, sample);
  }

  #addPair(base: number, { view, row, at, before }: Sample, element: number | undefined): void {
    const cells = this.#cells;
    // ifCounterDiscontinuityTime changed: counters are not comparable across it (RFC 2863 3.1.5).
    if (
      cells.getUint32(base + growth.discontinuity, true) !==
      view.getUint32(row + sampleOffset.discontinuity, true)
    )
      return;
    const elapsed = agentElapsed(
      cells.getFloat64(base + growth.uptime, true),
      wholeAt(view, row + sampleOffset.uptime),
      at - before,
    );
    const difference =
      (view.getUint32(row + sampleOffset.value + 4, true) - cells.getUint32(base + growth.value + 4, true)) *
        HIGH_WORD +
      (view.getUint32(row + sampleOffset.value, true) - cells.getUint32(base + growth.value, true));
    const grown = growthOf(
      difference,
      element === undefined ? undefined : mostPackets(this.#speedOf(element), elapsed),
    );
    if (grown >= 0 && elapsed > 0)
      this.#spread(base + growth.sums, { from: before, to: at }, [grown, elapsed / 1_000]);
  }

  #speedOf(element: number): number {
    return this.#speed < 0 ? 0 : this.#cells.getFloat64(element + this.#speed + setting.value, true);
  }

  #keep(base: number, { view, row }: Sample): void {
    const cells = this.#cells;
    cells.setFloat64(base + growth.uptime, wholeAt(view, row + sampleOffset.uptime), true);
    cells.setUint32(base + growth.value, view.getUint32(row + sampleOffset.value, true), true);
    cells.setUint32(base + growth.value + 4, view.getUint32(row + sampleOffset.value + 4, true), true);
    cells.setUint32(
      base + growth.discontinuity,
      view.getUint32(row + sampleOffset.discontinuity, true),
      true,
    );
  }

  #addStateTime(base: number, slot: number, { view, row, at, before }: Sample): void {
    if (before === 0 || at - before > this.windows.maxGapMs) return;
    const seconds = (at - before) / 1_000;
    const up = view.getUint32(row + sampleOffset.value, true) === 1;
    this.#spreadOutside({ slot, sums: base + state.sums }, { from: before, to: at }, [
      up ? seconds : 0,
      seconds,
    ]);
  }

  /** A poll stands for the time since the one before it; the first, or one after a long pause, for its own instant. */
  #addPoll(base: number, slot: number, { view, row, at, before }: Sample): void {
    const answered = view.getUint32(row + sampleOffset.value, true) === 1 ? 1 : 0;
    const from = before === 0 || at - before > this.windows.maxGapMs ? at : before;
    this.#spreadOutside({ slot, sums: base + state.sums }, { from, to: at }, [answered, 1]);
  }

  #calendarOf(slot: number): MaintenanceCalendar | undefined {
    const { maintenance } = this;
    return maintenance?.calendars[maintenance.places[slot] ?? 0];
  }

  /** As `#spread`, by the share of the parts outside of maintenance. */
  #spreadOutside({ slot, sums }: { slot: number; sums: number }, span: Span, [total, time]: Amounts): void {
    const calendar = this.#calendarOf(slot);
    if (calendar === undefined) {
      this.#spread(sums, span, [total, time]);
      return;
    }
    const length = span.to - span.from;
    if (length === 0) {
      if (!calendar.holds(span.to)) this.#spread(sums, span, [total, time]);
      return;
    }
    for (const { from, until } of calendar.outside({ from: span.from, until: span.to })) {
      const share = (until - from) / length;
      this.#spread(sums, { from, to: until }, [total * share, time * share]);
    }
  }

  #addGauge(base: number, { view, row, at }: Sample): void {
    const { boundary, side } = this.windows;
    const place = base + gauge.sides + (at < boundary ? side : 1 - side) * gauge.sideBytes;
    const cells = this.#cells;
    const value = wholeAt(view, row + sampleOffset.value);
    const count = cells.getFloat64(place + window.count, true);
    const least = cells.getFloat64(place + window.min, true);
    const most = cells.getFloat64(place + window.max, true);
    cells.setFloat64(place + window.count, count + 1, true);
    cells.setFloat64(place + window.total, cells.getFloat64(place + window.total, true) + value, true);
    cells.setFloat64(place + window.last, value, true);
    cells.setFloat64(place + window.at, at / 1_000, true);
    cells.setFloat64(place + window.min, count === 0 || value < least ? value : least, true);
    cells.setFloat64(place + window.max, count === 0 || value > most ? value : most, true);
  }

  /** `sums`: where both sides begin. */
  #spread(sums: number, span: Span, [total, time]: Amounts): void {
    const { start, boundary, side } = this.windows;
    const from = span.from > start ? span.from : start;
    let older = span.to < boundary ? 1 : 0;
    if (from < boundary && span.to >= boundary) older = (boundary - from) / (span.to - from);
    if (older > 0) this.#grow(sums + side * sum.bytes, total * older, time * older);
    if (older < 1) this.#grow(sums + (1 - side) * sum.bytes, total * (1 - older), time * (1 - older));
  }

  #grow(place: number, total: number, time: number): void {
    const cells = this.#cells;
    cells.setFloat64(place, cells.getFloat64(place, true) + total, true);
    cells.setFloat64(place + sum.time, cells.getFloat64(place + sum.time, true) + time, true);
  }
}

/** Floats that make a side of a record empty. */
function placesToClear(take: number, offset: number, side: 0 | 1): readonly number[] {
  if (take === takes.latest) return [];
  if (take === takes.gauge) {
    const base = offset + gauge.sides + side * gauge.sideBytes;
    return [base + window.count, base + window.total];
  }
  const sums = take === takes.growth64 || take === takes.growth32 ? growth.sums : state.sums;
  const base = offset + sums + side * sum.bytes;
  return [base + sum.total, base + sum.time];
}

/** What was counted, and the seconds or polls behind it. */
type Amounts = readonly [total: number, time: number];

/** Milliseconds since 1970. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where the bytes of an element and of its counter begin, and its slot. */
interface Place {
  readonly element: number;
  readonly base: number;
  readonly slot: number;
}

interface Sample {
  readonly view: DataView;
  readonly row: number;
  readonly at: number;
  /** Time of the sample before it, 0 when this is the first. */
  readonly before: number;
}
