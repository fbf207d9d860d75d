import { dataViewOf } from '../measure/sample-row.ts';
import type { FlowSumKey } from './flow-key.ts';
import type { FlowRowLayout } from './flow-row-layout.ts';
import { FlowWindow, type KeyAdmission, type FlowWindowState } from './flow-window.ts';

/** A row dated further ahead of the broker's clock than this comes from a wrong clock. */
const MAX_AHEAD_MS = 5 * 60_000;
/** `measures.at` holds seconds in 32 bits. */
const LATEST_MS = 2 ** 32 * 1_000;

interface Timing {
  readonly windowMs: number;
}

/** The open windows with their sums so far, and the watermark. */
export class FlowWindows {
  readonly #timing: Timing;
  readonly #admission: KeyAdmission;
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

  constructor(timing: Timing, admission: KeyAdmission) {
    this.#timing = timing;
    this.#admission = admission;
  }

  /** Adds rows. Throws a RangeError, and adds nothing, if the bytes end within a row. */
  accept(bytes: Uint8Array, rows: FlowRowLayout, receivedAt: number): void {
    const { rowBytes } = rows;
    if (bytes.length % rowBytes !== 0)
      throw new RangeError(`${String(bytes.length)} bytes are not whole rows`);
    const view = dataViewOf(bytes);
    const latest = Math.min(receivedAt + MAX_AHEAD_MS, LATEST_MS);
    const { windowMs } = this.#timing;
    let window: FlowWindow | undefined;
    for (let row = 0; row < bytes.length; row += rowBytes) {
      const at = rows.timeOf(view, row);
      const number = Math.floor(at / windowMs);
      if (number < this.open || at <= 0) {
        this.late += 1;
        continue;
      }
      if (at > latest) {
        this.ahead += 1;
        continue;
      }
      this.newestDataMs = Math.max(this.newestDataMs, Math.min(at, receivedAt));
      if (window?.number !== number) window = this.#windowOf(number);
      window.add(view, row, rows);
    }
    this.watermark = Math.max(this.watermark, this.newestDataMs);
    for (const one of this.#windows.values()) {
      this.over += one.takeOverLimit();
      this.#unregistered.push(...one.takeUnregisteredKeys());
    }
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
      window: window ?? new FlowWindow(this.open - 1, this.#admission),
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
      const window = FlowWindow.from(state, this.#admission);
      this.#windows.set(state.number, window);
      this.#unregistered.push(...window.takeUnregisteredKeys());
    }
  }

  #windowOf(number: number): FlowWindow {
    let window = this.#windows.get(number);
    if (window === undefined) {
      window = new FlowWindow(number, this.#admission);
      this.#windows.set(number, window);
    }
    return window;
  }
}
