import { dataViewOf } from '../measure/sample-row.ts';
import type { FlowSumKey } from './flow-key.ts';
import { FlowPaths } from './flow-paths.ts';
import { FlowRow } from './flow-row.ts';
import { uint64At, type FlowRowLayout } from './flow-row-layout.ts';
import { FlowWindow, type KeyAdmission, type FlowWindowState, type WindowNeeds } from './flow-window.ts';

/** A row dated further ahead of the broker's clock than this comes from a wrong clock. */
const MAX_AHEAD_MS = 5 * 60_000;
/** `measures.at` holds seconds in 32 bits. */
const LATEST_MS = 2 ** 32 * 1_000;

/** Sums flows by the time at which the collector received them. */
export interface FlowTraffic {
  /** Numbers the paths of the rows. */
  readonly paths: FlowPaths;
  /** To be called before the rows of a message, which the broker received at `receivedAt`. */
  readonly begin: (receivedAt: number) => void;
  /** Adds a row that the collector received at `at`. */
  readonly add: (row: FlowRow, at: number) => void;
}

interface Options {
  readonly windowMs: number;
  /** Sees every flow, also late ones. */
  readonly traffic?: FlowTraffic | undefined;
}

/** The open windows with their sums so far, and the watermark. */
export class FlowWindows {
  readonly #options: Options;
  readonly #needs: WindowNeeds;
  readonly #paths: FlowPaths;
  readonly #row = new FlowRow();
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
    this.#needs = { admission, paths: this.#paths };
  }

  /** Adds rows. Throws a RangeError, and adds nothing, if the bytes end within a row. */
  accept(bytes: Uint8Array, rows: FlowRowLayout, receivedAt: number): void {
    const { rowBytes } = rows;
    if (bytes.length % rowBytes !== 0)
      throw new RangeError(`${String(bytes.length)} bytes are not whole rows`);
    const view = dataViewOf(bytes);
    const latest = Math.min(receivedAt + MAX_AHEAD_MS, LATEST_MS);
    const { windowMs } = this.#options;
    const { received } = rows;
    const traffic = this.#trafficOf(rows);
    traffic?.begin(receivedAt);
    const row = this.#row;
    let window: FlowWindow | undefined;
    for (let at = 0; at < bytes.length; at += rowBytes) {
      row.read(view, at, rows);
      row.path = this.#paths.numberOf(row);
      traffic?.add(row, uint64At(view, at + received));
      const time = rows.timeOf(view, at);
      const number = Math.floor(time / windowMs);
      if (number < this.open || time <= 0) this.late += 1;
      else if (time > latest) this.ahead += 1;
      else {
        this.newestDataMs = Math.max(this.newestDataMs, Math.min(time, receivedAt));
        if (window?.number !== number) window = this.#windowOf(number);
        window.add(row, rows);
      }
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
    this.#windows.delete(this.open);
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
    this.#windows.clear();
    for (const state of windows) {
      const window = FlowWindow.from(state, this.#needs);
      this.#windows.set(state.number, window);
      this.#unregistered.push(...window.takeUnregisteredKeys());
    }
  }

  #trafficOf({ received }: FlowRowLayout): FlowTraffic | undefined {
    return received < 0 ? undefined : this.#options.traffic;
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
