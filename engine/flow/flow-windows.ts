import { viewOf } from '../partition/sample-row.ts';
import type { FlowKey } from './flow-key.ts';
import type { FlowRows } from './flow-rows.ts';
import { FlowWindow } from './flow-window.ts';
import type { Admission, FlowWindowState } from './flow-window.ts';

/** A row dated further ahead of the broker's clock than this comes from a clock that is wrong. */
const MOST_AHEAD_MS = 5 * 60_000;
/** `measures.at` holds seconds in 32 bits. */
const LATEST_MS = 2 ** 32 * 1_000;

interface Timing {
  readonly windowMs: number;
}

/** Numbers of the open windows and what their flows came to so far, and how far event time has come. */
export class FlowWindows {
  readonly #timing: Timing;
  readonly #admission: Admission;
  readonly #windows = new Map<number, FlowWindow>();
  #met: FlowKey[] = [];
  /** Number of the oldest window not closed. */
  open = 0;
  /** How far event time has come, by flows and by ticks: milliseconds since 1970, 0 before the first flow. */
  newest = 0;
  /** Time of the newest flow itself; never ahead of the broker's clock. */
  heard = 0;
  late = 0;
  ahead = 0;
  over = 0;

  constructor(timing: Timing, admission: Admission) {
    this.#timing = timing;
    this.#admission = admission;
  }

  /** Takes whole rows. Throws a RangeError when the bytes end within a row; nothing is taken in then. */
  accept(bytes: Uint8Array, rows: FlowRows, receivedAt: number): void {
    const { rowBytes } = rows;
    if (bytes.length % rowBytes !== 0)
      throw new RangeError(`${String(bytes.length)} bytes are no whole number of rows`);
    const view = viewOf(bytes);
    const latest = Math.min(receivedAt + MOST_AHEAD_MS, LATEST_MS);
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
      this.heard = Math.max(this.heard, Math.min(at, receivedAt));
      if (window?.number !== number) window = this.#windowOf(number);
      window.take(view, row, rows);
    }
    this.newest = Math.max(this.newest, this.heard);
    for (const one of this.#windows.values()) {
      this.over += one.takeOver();
      this.#met.push(...one.takeMet());
    }
  }

  /** Nothing dated before this time is expected any more; says nothing before the first flow. */
  quiet(until: number): void {
    if (this.newest > 0) this.newest = Math.max(this.newest, until);
  }

  /** Number of the earliest window that holds flows, Infinity without any. */
  earliest(): number {
    return Math.min(...this.#windows.keys());
  }

  /** Number of the latest window that holds flows, -Infinity without any. */
  latest(): number {
    return Math.max(...this.#windows.keys());
  }

  /** Hands out the oldest open window and forgets it. */
  take(): { readonly window: FlowWindow; readonly isEmpty: boolean } {
    const window = this.#windows.get(this.open);
    this.#windows.delete(this.open);
    this.open += 1;
    return {
      window: window ?? new FlowWindow(this.open - 1, this.#admission),
      isEmpty: window === undefined,
    };
  }

  /** Keys without an element, since the last call. */
  takeMet(): readonly FlowKey[] {
    const met = this.#met;
    this.#met = [];
    return met;
  }

  state(): readonly FlowWindowState[] {
    return [...this.#windows.values()].map((window) => window.state());
  }

  restore({
    open,
    newest,
    heard = newest,
    windows,
  }: {
    readonly open: number;
    readonly newest: number;
    readonly heard?: number;
    readonly windows: readonly FlowWindowState[];
  }): void {
    this.open = open;
    this.newest = newest;
    this.heard = heard;
    this.#windows.clear();
    for (const state of windows) {
      const window = FlowWindow.from(state, this.#admission);
      this.#windows.set(state.number, window);
      this.#met.push(...window.takeMet());
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
