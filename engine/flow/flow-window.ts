import { levels, highOf, keyOfWords, lowOf } from './flow-key.ts';
import type { FlowKey, KeyWords, Level } from './flow-key.ts';
import { wholeAt } from './flow-rows.ts';
import type { FlowRows } from './flow-rows.ts';
import { SumTable } from './sum-table.ts';
import type { SumTableState } from './sum-table.ts';

/** Which keys are summed whatever else comes. */
export interface Admission {
  readonly isKnown: (key: FlowKey) => boolean;
  /** Which keys are told as met. */
  readonly lacksElement: (key: FlowKey) => boolean;
  /** Keys of a customer beside the known ones that a window holds at most; what exceeds it is counted. */
  readonly mostUnknown: number;
}

/** Plain values, kept with the checkpoint. */
export interface FlowWindowState extends SumTableState {
  readonly number: number;
  readonly unknown: readonly (readonly [customer: number, keys: number])[];
}

const REPEATED_NOWHERE = 2;
const REPEATED_AT_SITE = 1;
const HIGH: Readonly<Record<number, number>> = Object.fromEntries(
  Object.values(levels).map((level) => [level, highOf(level, 0)]),
);

/** The sums of one window of one partition while it is open. */
export class FlowWindow {
  readonly number: number;
  readonly #admission: Admission;
  #table = new SumTable();
  readonly #unknown = new Map<number, number>();
  /** Keys met that have no element yet. */
  #met: FlowKey[] = [];
  /** Rows that a key was too many for, since they were asked for. */
  #over = 0;

  constructor(number: number, admission: Admission) {
    this.number = number;
    this.#admission = admission;
  }

  /** Adds a row to every sum that it counts in (docs/40-flow-sources.md): one that another row of its site reports is in none. */
  take(view: DataView, row: number, rows: FlowRows): void {
    const { offset } = rows;
    const repeated = view.getUint8(row + offset.repeated);
    if (repeated >= REPEATED_NOWHERE) return;
    const customer = view.getUint32(row + offset.customer, true);
    const site = view.getUint32(row + offset.site, true);
    const application = row + offset.application;
    const low = view.getUint32(application, true);
    const high = view.getUint32(application + 4, true);
    const source = view.getUint32(row + offset.source_site, true);
    const remote = source === site ? view.getUint32(row + offset.destination_site, true) : source;
    const dscp = view.getUint8(row + offset.dscp);
    // One object for all keys of a row: this runs for every flow.
    const key = { customer, site, high: 0, low: 0 };
    const add = (level: Level, upper: number, lower: number): void => {
      key.high = ((HIGH[level] ?? 0) | upper) >>> 0;
      key.low = lower;
      const cell = this.#cellOf(key);
      if (cell >= 0) this.#add(cell, { view, row, rows });
    };
    add(levels.site, 0, 0);
    add(levels.application, high, low);
    add(levels.class, 0, dscp);
    add(levels.conversation, 0, remote);
    if (repeated !== REPEATED_AT_SITE) return;
    add(levels.siteRepeated, 0, 0);
    add(levels.applicationRepeated, high, low);
  }

  /** First cell of the sums of a key, -1 for one without flows. */
  find({ customer, site, level, detail }: FlowKey): number {
    return this.#table.find({ customer, site, high: highOf(level, detail), low: lowOf(detail) });
  }

  sum(cell: number, column: number): number {
    return this.#table.at(cell + column);
  }

  takeMet(): readonly FlowKey[] {
    const met = this.#met;
    this.#met = [];
    return met;
  }

  takeOver(): number {
    const over = this.#over;
    this.#over = 0;
    return over;
  }

  state(): FlowWindowState {
    return { number: this.number, ...this.#table.state(), unknown: [...this.#unknown] };
  }

  /** Keys without an element are met again: who kept them may have been lost. */
  static from(state: FlowWindowState, admission: Admission): FlowWindow {
    const window = new FlowWindow(state.number, admission);
    window.#table = SumTable.from(state);
    for (const [customer, keys] of state.unknown) window.#unknown.set(customer, keys);
    for (const key of window.#table.keys()) if (admission.lacksElement(key)) window.#met.push(key);
    return window;
  }

  #add(cell: number, { view, row, rows }: { view: DataView; row: number; rows: FlowRows }): void {
    const table = this.#table;
    for (const [at, column] of rows.cells) table.add(cell + column, wholeAt(view, row + at));
    if (rows.counting >= 0) table.add(cell + rows.counting, 1);
  }

  #cellOf(words: KeyWords): number {
    const cell = this.#table.find(words);
    if (cell >= 0) return cell;
    const { customer } = words;
    const key = keyOfWords(words);
    if (!this.#admission.isKnown(key)) {
      const unknown = this.#unknown.get(customer) ?? 0;
      if (unknown >= this.#admission.mostUnknown) {
        this.#over += 1;
        return -1;
      }
      this.#unknown.set(customer, unknown + 1);
    }
    if (this.#admission.lacksElement(key)) this.#met.push(key);
    return this.#table.insert(words);
  }
}
