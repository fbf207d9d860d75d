import { dataViewOf } from '../measure/sample-row.ts';
import type { FlowSumKey } from './flow-key.ts';
import { FlowPaths } from './flow-paths.ts';
import { FlowRowCells } from './flow-row.ts';
import type { FlowTraffic } from './flow-traffic.ts';
import { uint64At, type FlowRowLayout } from './flow-row-layout.ts';
import { FlowWindow, type KeyAdmission, type FlowWindowState, type WindowNeeds } from './flow-window.ts';

/** A row dated further ahead of the broker's clock than this comes from a wrong clock. */
const MAX_AHEAD_MS = 5 * 60_000;
/** `measures.at` holds seconds in 32 bits. */
const LATEST_MS = 2 ** 32 * 1_000;

interface Options {
  readonly windowMs: number;
  /** Sees every flow, also late ones. */
  readonly traffic?: FlowTraffic | undefined;
}

/** What a row is added with. */
interface RowContext {
  readonly rows: FlowRowLayout;
  /** Undefined for rows that are no flows. */
  readonly traffic: FlowTraffic | undefined;
  readonly time: number;
}

/** The open windows with their sums so far, and the watermark. */
export class FlowWindows {
  readonly #options: Options;
  readonly #needs: WindowNeeds;
  readonly #paths: FlowPaths;
  readonly #row = new FlowRowCells();
  /** When the broker received the message whose rows are being added. */
  #receivedAt = 0;
  /** The window of the row before. */
  #last: FlowWindow | undefined;
  readonly #windows = new Map<number, FlowWindow>();
  #unregistered: FlowSumKey[] = [];
  /** Number of the oldest open window. */
  open = 0;
  /** Watermark, by flows and heartbeats: milliseconds since 1970, 0 before the first flow. */
  watermark = 0;
  /** Time of the newest flow; never ahead of the broker's clock. */
  newestDataMs = 0;
  late = 0;
  ahead = 0;
  over = 0;

  constructor(options: Options, admission: KeyAdmission) {
    this.#options = options;
    this.#paths = options.traffic?.paths ?? new FlowPaths();
    this.#needs = { admission, paths: this.#paths, traffic: options.traffic };
    this.#paths.beforeRestart = () => {
      this.#settle();
    };
    if (options.traffic !== undefined) options.traffic.beforeRead = this.#paths.beforeRestart;
  }

  /** Adds rows. Throws a RangeError, and adds nothing, if the bytes end within a row. */
  accept(bytes: Uint8Array, rows: FlowRowLayout, receivedAt: number): void {
    const { rowBytes } = rows;
    if (bytes.length % rowBytes !== 0)
      throw new RangeError(`${String(bytes.length)} bytes are not whole rows`);
    const view = dataViewOf(bytes);
    this.#receivedAt = receivedAt;
    const traffic = rows.received < 0 ? undefined : this.#options.traffic;
    traffic?.begin(receivedAt);
    const row = this.#row;
    for (let at = 0; at < bytes.length; at += rowBytes) {
      row.read(view, at, rows);
      row.path = this.#paths.numberOf(row);
      if (traffic !== undefined) row.slot = this.#slotOf(traffic, uint64At(view, at + rows.received));
      this.#take(row, { rows, traffic, time: rows.timeOf(view, at) });
    }
    this.watermark = Math.max(this.watermark, this.newestDataMs);
    this.#takeNotes();
  }

  /** No data before this time is expected any more. Has no effect before the first flow. */
  advanceWatermark(until: number): void {
    if (this.watermark > 0) this.watermark = Math.max(this.watermark, until);
  }

  /** Number of the earliest window with flows, Infinity if there is none. */
  earliest(): number {
    return Math.min(...this.#windows.keys());
  }

  /** Number of the latest window with flows, -Infinity if there is none. */
  latest(): number {
    return Math.max(...this.#windows.keys());
  }

  /** Removes and returns the oldest open window. */
  takeOldest(): { readonly window: FlowWindow; readonly isEmpty: boolean } {
    const window = this.#windows.get(this.open);
    window?.settle();
    this.#windows.delete(this.open);
    this.#last = undefined;
    this.open += 1;
    return {
      window: window ?? new FlowWindow(this.open - 1, this.#needs),
      isEmpty: window === undefined,
    };
  }

  /** Returns the keys without an element that were seen since the last call. */
  takeUnregisteredKeys(): readonly FlowSumKey[] {
    const met = this.#unregistered;
    this.#unregistered = [];
    return met;
  }

  state(): readonly FlowWindowState[] {
    return [...this.#windows.values()].map((window) => window.state());
  }

  restore({
    open,
    watermark,
    newestDataMs,
    windows,
  }: {
    readonly open: number;
    readonly watermark: number;
    readonly newestDataMs: number;
    readonly windows: readonly FlowWindowState[];
  }): void {
    this.open = open;
    this.watermark = watermark;
    this.newestDataMs = newestDataMs;
    this.#settle();
    this.#windows.clear();
    this.#last = undefined;
    for (const state of windows) {
      const window = FlowWindow.from(state, this.#needs);
      this.#windows.set(state.number, window);
      this.#unregistered.push(...window.takeUnregisteredKeys());
    }
  }

  #take(row: FlowRowCells, { rows, traffic, time }: RowContext): void {
    const number = Math.floor(time / this.#options.windowMs);
    if (number < this.open || time <= 0) this.late += 1;
    else if (time > Math.min(this.#receivedAt + MAX_AHEAD_MS, LATEST_MS)) this.ahead += 1;
    else {
      this.newestDataMs = Math.max(this.newestDataMs, Math.min(time, this.#receivedAt));
      if (this.#last?.number !== number) this.#last = this.#windowOf(number);
      if (this.#isOfSlot(row, rows) && this.#last.addOnPath(row)) return;
      this.#last.add(row, rows);
    }
    traffic?.add(row);
  }

  /** Whether a row is a flow of the current slot. */
  #isOfSlot(row: FlowRowCells, { received }: FlowRowLayout): boolean {
    const { traffic } = this.#options;
    return received >= 0 && (traffic === undefined || row.slot === traffic.slot);
  }

  /** The slot of a row. The first row of a later one makes that the current one. */
  #slotOf(traffic: FlowTraffic, received: number): number {
    const slot = traffic.slotAt(received);
    if (slot > traffic.slot) {
      this.#settle();
      traffic.open(slot);
    }
    return slot;
  }

  #settle(): void {
    for (const window of this.#windows.values()) window.settle();
  }

  /** What the windows have noted of the rows of a message. */
  #takeNotes(): void {
    for (const one of this.#windows.values()) {
      this.over += one.takeOverLimit();
      this.#unregistered.push(...one.takeUnregisteredKeys());
    }
  }

  #windowOf(number: number): FlowWindow {
    let window = this.#windows.get(number);
    if (window === undefined) {
      window = new FlowWindow(number, this.#needs);
      this.#windows.set(number, window);
    }
    return window;
  }
}
