import { forEachIndex, type Steps } from '#platform/clock/steps.ts';
import { sampleOffset, int64At } from './sample-row.ts';
import {
  gaugeLayout,
  growthLayout,
  settingLayout,
  stateLayout,
  sumLayout,
  sampleMode,
  gaugeSideLayout,
  placesToClear,
  type SourceColumns,
} from './counter-columns.ts';
import type { MaintenanceCalendar } from './maintenance-calendar.ts';
import type { Maintenance } from './maintenance.ts';
import type { OpenWindows } from './open-windows.ts';
import { agentElapsed, growthOf, maxPackets } from '#schemas/counter/rate.ts';
import { isCounterFault, trafficBits } from '#schemas/line/plausible-growth.ts';

const HIGH_WORD = 2 ** 32;

/**
 * The counters of all elements of a source in the open windows: one run of bytes per element, no object per
 * value.
 *
 * A rate is known between two polls, which seldom fall on window boundaries. The growth between two polls is
 * spread evenly over the time between them, and each window gets its share. The share of a window that is
 * already closed (it ended more than the grace before the second poll) goes to the open windows, so the sum
 * over all windows is exactly the growth. With one poll per window, each window has a value however the polls
 * jitter: assigning a pair to the window of its second poll would leave a window empty whenever a poll slips
 * past the boundary. The rule depends on sample times only, so it gives the same result in any order of
 * arrival.
 *
 * States count likewise: the state found by a poll counts for the time since the previous poll, minus
 * maintenance, whichever state it was. Gauge samples belong to the window in which they were taken.
 */
export class SeriesTable {
  readonly #cells: DataView;
  readonly #columns: SourceColumns;
  readonly #speed: number;
  readonly #admin: number;
  readonly #operation: number;
  /** Bits on the line per count, by column; 0: not traffic. */
  readonly #bits: readonly number[];
  #faults = 0;
  readonly bytes: Uint8Array;
  readonly windows: OpenWindows;
  /** Undefined: no element is in maintenance. */
  maintenance: Maintenance | undefined;

  constructor(columns: SourceColumns, bytes: Uint8Array, windows: OpenWindows) {
    this.bytes = bytes;
    this.windows = windows;
    this.#cells = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#columns = columns;
    this.#bits = columns.keys.map(trafficBits);
    this.#speed = this.#offsetOf('speed');
    this.#admin = this.#offsetOf('admin_up');
    this.#operation = this.#offsetOf('probe_ok');
  }

  /** Adds the sample at `row`; samples of one counter arrive in time order. */
  add(place: { readonly slot: number; readonly column: number }, view: DataView, row: number): void {
    const element = place.slot * this.#columns.stride;
    const base = element + (this.#columns.offsets[place.column] as number);
    const at = int64At(view, row + sampleOffset.at);
    const before = this.#cells.getFloat64(base, true);
    // The same poll again: the first one in slice order counts.
    if (at <= before) return;
    const mode = this.#columns.sampleModes[place.column] as number;
    if (mode === sampleMode.growth64 || mode === sampleMode.growth32)
      this.#addGrowth(base, { view, row, at, before }, { element, column: place.column });
    else this.#addOther(mode, { element, base, slot: place.slot }, { view, row, at, before });
    this.#cells.setFloat64(base, at, true);
  }

  /** Growths since the last call that no line could have carried: they are left out. */
  takeFaults(): number {
    const faults = this.#faults;
    this.#faults = 0;
    return faults;
  }

  /**
   * Returns the time of the newest sample of any counter of the element, milliseconds since 1970; 0 before
   * the first.
   */
  newestSampleMs(slot: number): number {
    let newest = 0;
    const element = slot * this.#columns.stride;
    for (const offset of this.#columns.offsets) {
      const at = this.#cells.getFloat64(element + offset, true);
      if (at > newest) newest = at;
    }
    return newest;
  }

  /** Clears one side for its next window. */
  clearSteps(side: 0 | 1): Steps {
    const { offsets, stride, sampleModes: kinds } = this.#columns;
    const places = [...offsets].flatMap((offset, column) =>
      placesToClear(kinds[column] as number, offset, side),
    );
    return forEachIndex(stride === 0 ? 0 : this.bytes.length / stride, (slot) => {
      for (const place of places) this.#cells.setFloat64(slot * stride + place, 0, true);
    });
  }

  #offsetOf(key: string): number {
    const column = this.#columns.keys.findIndex((own) => own === key);
    return column < 0 ? -1 : (this.#columns.offsets[column] as number);
  }

  #addOther(mode: number, { element, base, slot }: SeriesCell, sample: Sample): void {
    if (mode === sampleMode.gauge) {
      // The success of an operation is an availability value too.
      const isOperation = base === element + this.#operation;
      if (!isOperation || this.#calendarOf(slot)?.isActiveAt(sample.at) !== true)
        this.#addGauge(base, sample);
    } else if (mode === sampleMode.latest)
      this.#cells.setFloat64(
        base + settingLayout.value,
        int64At(sample.view, sample.row + sampleOffset.value),
        true,
      );
    else if (mode === sampleMode.polls) this.#addPoll(base, slot, sample);
    else if (mode === sampleMode.stateTime || this.#isAdminUp(element))
      this.#addStateTime(base, slot, sample);
  }

  #isAdminUp(element: number): boolean {
    return (
      this.#admin >= 0 && this.#cells.getFloat64(element + this.#admin + settingLayout.value, true) === 1
    );
  }

  #addGrowth(base: number, sample: Sample, cell: GrowthCell): void {
    const { at, before } = sample;
    if (before !== 0 && at - before <= this.windows.maxGapMs) this.#addPair(base, sample, cell);
    this.#remember(base, sample);
  }

  #addPair(base: number, { view, row, at, before }: Sample, { element, column }: GrowthCell): void {
    const cells = this.#cells;
    // ifCounterDiscontinuityTime changed: counters are not comparable across it (RFC 2863 3.1.5).
    if (
      cells.getUint32(base + growthLayout.discontinuity, true) !==
      view.getUint32(row + sampleOffset.discontinuity, true)
    )
      return;
    const elapsed = agentElapsed(
      cells.getFloat64(base + growthLayout.uptime, true),
      int64At(view, row + sampleOffset.uptime),
      at - before,
    );
    const difference =
      (view.getUint32(row + sampleOffset.value + 4, true) -
        cells.getUint32(base + growthLayout.value + 4, true)) *
        HIGH_WORD +
      (view.getUint32(row + sampleOffset.value, true) - cells.getUint32(base + growthLayout.value, true));
    const speedBps = this.#speedOf(element);
    const mayWrap = this.#columns.sampleModes[column] === sampleMode.growth32;
    const grown = growthOf(difference, mayWrap ? maxPackets(speedBps, elapsed) : undefined);
    const bits = this.#bits[column] as number;
    if (bits > 0 && isCounterFault({ counts: grown, elapsedMs: elapsed, bits, speedBps })) this.#faults += 1;
    else if (grown >= 0 && elapsed > 0)
      this.#spread(base + growthLayout.sums, { from: before, to: at }, [grown, elapsed / 1_000]);
  }

  #speedOf(element: number): number {
    return this.#speed < 0 ? 0 : this.#cells.getFloat64(element + this.#speed + settingLayout.value, true);
  }

  #remember(base: number, { view, row }: Sample): void {
    const cells = this.#cells;
    cells.setFloat64(base + growthLayout.uptime, int64At(view, row + sampleOffset.uptime), true);
    cells.setUint32(base + growthLayout.value, view.getUint32(row + sampleOffset.value, true), true);
    cells.setUint32(base + growthLayout.value + 4, view.getUint32(row + sampleOffset.value + 4, true), true);
    cells.setUint32(
      base + growthLayout.discontinuity,
      view.getUint32(row + sampleOffset.discontinuity, true),
      true,
    );
  }

  #addStateTime(base: number, slot: number, { view, row, at, before }: Sample): void {
    if (before === 0 || at - before > this.windows.maxGapMs) return;
    const seconds = (at - before) / 1_000;
    const up = view.getUint32(row + sampleOffset.value, true) === 1;
    this.#spreadOutside({ slot, sums: base + stateLayout.sums }, { from: before, to: at }, [
      up ? seconds : 0,
      seconds,
    ]);
  }

  /**
   * A poll covers the time since the previous one; the first poll, or one after a long gap, covers only its
   * instant.
   */
  #addPoll(base: number, slot: number, { view, row, at, before }: Sample): void {
    const responded = view.getUint32(row + sampleOffset.value, true) === 1 ? 1 : 0;
    const from = before === 0 || at - before > this.windows.maxGapMs ? at : before;
    this.#spreadOutside({ slot, sums: base + stateLayout.sums }, { from, to: at }, [responded, 1]);
  }

  #calendarOf(slot: number): MaintenanceCalendar | undefined {
    const { maintenance } = this;
    return maintenance?.calendars[maintenance.calendarIndexes[slot] ?? 0];
  }

  /** Like `#spread`, limited to the time outside maintenance. */
  #spreadOutside({ slot, sums }: { slot: number; sums: number }, span: Span, [total, time]: Amounts): void {
    const calendar = this.#calendarOf(slot);
    if (calendar === undefined) {
      this.#spread(sums, span, [total, time]);
      return;
    }
    const length = span.to - span.from;
    if (length === 0) {
      if (!calendar.isActiveAt(span.to)) this.#spread(sums, span, [total, time]);
      return;
    }
    for (const { from, until } of calendar.outside({ from: span.from, until: span.to })) {
      const share = (until - from) / length;
      this.#spread(sums, { from, to: until }, [total * share, time * share]);
    }
  }

  #addGauge(base: number, { view, row, at }: Sample): void {
    const { boundary, side } = this.windows;
    const place = base + gaugeLayout.sides + (at < boundary ? side : 1 - side) * gaugeLayout.sideBytes;
    const cells = this.#cells;
    const value = int64At(view, row + sampleOffset.value);
    const count = cells.getFloat64(place + gaugeSideLayout.count, true);
    const least = cells.getFloat64(place + gaugeSideLayout.min, true);
    const most = cells.getFloat64(place + gaugeSideLayout.max, true);
    cells.setFloat64(place + gaugeSideLayout.count, count + 1, true);
    cells.setFloat64(
      place + gaugeSideLayout.total,
      cells.getFloat64(place + gaugeSideLayout.total, true) + value,
      true,
    );
    cells.setFloat64(place + gaugeSideLayout.last, value, true);
    cells.setFloat64(place + gaugeSideLayout.at, at / 1_000, true);
    cells.setFloat64(place + gaugeSideLayout.min, count === 0 || value < least ? value : least, true);
    cells.setFloat64(place + gaugeSideLayout.max, count === 0 || value > most ? value : most, true);
  }

  /** `sums`: offset of the two sides. */
  #spread(sums: number, span: Span, [total, time]: Amounts): void {
    const { start, boundary, side } = this.windows;
    const from = span.from > start ? span.from : start;
    let older = span.to < boundary ? 1 : 0;
    if (from < boundary && span.to >= boundary) older = (boundary - from) / (span.to - from);
    if (older > 0) this.#grow(sums + side * sumLayout.bytes, total * older, time * older);
    if (older < 1) this.#grow(sums + (1 - side) * sumLayout.bytes, total * (1 - older), time * (1 - older));
  }

  #grow(place: number, total: number, time: number): void {
    const cells = this.#cells;
    cells.setFloat64(place, cells.getFloat64(place, true) + total, true);
    cells.setFloat64(place + sumLayout.time, cells.getFloat64(place + sumLayout.time, true) + time, true);
  }
}

/** The total, and the seconds or polls it covers. */
type Amounts = readonly [total: number, time: number];

/** Milliseconds since 1970. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Offset of an element, and the column of its counter. */
interface GrowthCell {
  readonly element: number;
  readonly column: number;
}

/** Offsets of an element and of its counter, and the slot. */
interface SeriesCell {
  readonly element: number;
  readonly base: number;
  readonly slot: number;
}

interface Sample {
  readonly view: DataView;
  readonly row: number;
  readonly at: number;
  /** Time of the previous sample, 0 for the first. */
  readonly before: number;
}
