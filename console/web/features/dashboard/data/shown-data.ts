import { resultOf, type DashletData } from './dashlet-data.ts';

/** Where a dashlet is: in the window, near it so that it is about to be, or neither. */
export type DashletView = 'seen' | 'near' | 'away';

interface ShownNeeds {
  /** Runs in a task of its own: few dashlets are drawn in each, so that none keeps the page busy. */
  readonly nextTask: (run: () => void) => void;
  /** What a dashlet is to show; undefined: it is not on the page any more. */
  readonly dataOf: (dashlet: string) => DashletData | undefined;
  readonly viewOf: (dashlet: string) => DashletView;
}

/** Drawings in a task: each takes a few milliseconds, and the frame after it costs as much again. A first one counts twice. */
const TOGETHER = 4;

const waiting: DashletData = { is: 'waiting' };

/** What dashlets show: it follows their data, a few dashlets at a time. */
export class ShownData {
  readonly #needs: ShownNeeds;
  readonly #shown = new Map<string, DashletData>();
  readonly #behind = new Set<string>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #isPlanned = false;

  constructor(needs: ShownNeeds) {
    this.#needs = needs;
  }

  read(dashlet: string): DashletData {
    return this.#shown.get(dashlet) ?? waiting;
  }

  subscribe(dashlet: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(dashlet) ?? new Set();
    this.#listeners.set(dashlet, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** The dashlet shows its data as soon as it is its turn; at once if it is not drawn yet. */
  show(dashlet: string): void {
    const data = this.#needs.dataOf(dashlet);
    if (data !== undefined && (this.#listeners.get(dashlet)?.size ?? 0) === 0) {
      this.#shown.set(dashlet, data);
      return;
    }
    this.#behind.add(dashlet);
    this.#plan();
  }

  /** Looks again for a dashlet whose turn it is: one came into view. */
  catchUp(): void {
    if (this.#behind.size > 0) this.#plan();
  }

  forget(dashlet: string): void {
    this.#shown.delete(dashlet);
    this.#behind.delete(dashlet);
  }

  clear(): void {
    this.#shown.clear();
    this.#behind.clear();
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#needs.nextTask(() => this.#showNext());
  }

  #showNext(): void {
    this.#isPlanned = false;
    for (let drawn = 0; drawn < TOGETHER;) {
      const next = this.#next();
      if (next === undefined) return;
      drawn += resultOf(this.read(next)) === undefined ? 2 : 1;
      this.#behind.delete(next);
      const data = this.#needs.dataOf(next);
      if (data !== undefined) this.#shown.set(next, data);
      for (const listener of this.#listeners.get(next) ?? []) listener();
    }
    this.catchUp();
  }

  /** Dashlets in the window come first. Of the others only those that have no values yet: they are there when they come into view. */
  #next(): string | undefined {
    const behind = [...this.#behind];
    return (
      behind.find((dashlet) => this.#needs.viewOf(dashlet) === 'seen') ??
      behind.find((dashlet) => resultOf(this.read(dashlet)) === undefined)
    );
  }
}
