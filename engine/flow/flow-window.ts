import {
  flowLevels,
  highOf,
  keyOfWords,
  lowOf,
  type FlowSumKey,
  type KeyWords,
  type FlowLevel,
} from './flow-key.ts';
import { uint64At, type FlowRowLayout } from './flow-row-layout.ts';
import { SumTable, type SumTableState } from './sum-table.ts';

/** Which keys are summed. */
export interface KeyAdmission {
  readonly isKnown: (key: FlowSumKey) => boolean;
  /** Whether a key should become an element. */
  readonly lacksElement: (key: FlowSumKey) => boolean;
  /** Maximum number of unknown keys per customer and window; rows beyond it are counted. */
  readonly maxUnknownKeys: number;
}

/** Plain values, kept with the checkpoint. */
export interface FlowWindowState extends SumTableState {
  readonly number: number;
  readonly unknown: readonly (readonly [customer: number, keys: number])[];
}

const DUPLICATE_IN_SITE = 2;
const DUPLICATE_OF_OTHER_SITE = 1;
const HIGH: Readonly<Record<number, number>> = Object.fromEntries(
  Object.values(flowLevels).map((level) => [level, highOf(level, 0)]),
);

/** The sums of one window of one partition while it is open. */
export class FlowWindow {
  readonly number: number;
  readonly #admission: KeyAdmission;
  #table = new SumTable();
  readonly #unknown = new Map<number, number>();
  /** Keys seen that have no element yet. */
  #unregistered: FlowSumKey[] = [];
  /** Rows left out because their key was over the limit, since the last `takeOverLimit`. */
  #overLimit = 0;

  constructor(number: number, admission: KeyAdmission) {
    this.number = number;
    this.#admission = admission;
  }

  /**
   * Adds a row to every sum it counts in (docs/40-flow-sources.md). A duplicate of another row of its site
   * counts in none.
   */
  add(view: DataView, row: number, rows: FlowRowLayout): void {
    const { offset } = rows;
    const duplicate = view.getUint8(row + offset.duplicate);
    if (duplicate >= DUPLICATE_IN_SITE) return;
    const customer = view.getUint32(row + offset.customer, true);
    const site = view.getUint32(row + offset.site, true);
    const application = row + offset.application;
    const low = view.getUint32(application, true);
    const high = view.getUint32(application + 4, true);
    const source = view.getUint32(row + offset.source_site, true);
    const remote = source === site ? view.getUint32(row + offset.destination_site, true) : source;
    const dscp = view.getUint8(row + offset.dscp);
    // One object for all keys of a row: this is the hot path.
    const key = { customer, site, high: 0, low: 0 };
    const add = (level: FlowLevel, upper: number, lower: number): void => {
      key.high = ((HIGH[level] ?? 0) | upper) >>> 0;
      key.low = lower;
      const cell = this.#cellOf(key);
      if (cell >= 0) this.#addCells(cell, { view, row, rows });
    };
    add(flowLevels.site, 0, 0);
    add(flowLevels.application, high, low);
    add(flowLevels.class, 0, dscp);
    add(flowLevels.conversation, 0, remote);
    if (duplicate !== DUPLICATE_OF_OTHER_SITE) return;
    add(flowLevels.siteDuplicate, 0, 0);
    add(flowLevels.applicationDuplicate, high, low);
  }

  /** First cell of the sums of a key, -1 if it has no flows. */
  find({ customer, site, level, detail }: FlowSumKey): number {
    return this.#table.find({ customer, site, high: highOf(level, detail), low: lowOf(detail) });
  }

  sum(cell: number, column: number): number {
    return this.#table.get(cell + column);
  }

  takeUnregisteredKeys(): readonly FlowSumKey[] {
    const met = this.#unregistered;
    this.#unregistered = [];
    return met;
  }

  takeOverLimit(): number {
    const over = this.#overLimit;
    this.#overLimit = 0;
    return over;
  }

  state(): FlowWindowState {
    return { number: this.number, ...this.#table.state(), unknown: [...this.#unknown] };
  }

  /** Keys without an element are reported again: a pending registration may have been lost. */
  static from(state: FlowWindowState, admission: KeyAdmission): FlowWindow {
    const window = new FlowWindow(state.number, admission);
    window.#table = SumTable.from(state);
    for (const [customer, keys] of state.unknown) window.#unknown.set(customer, keys);
    for (const key of window.#table.keys()) if (admission.lacksElement(key)) window.#unregistered.push(key);
    return window;
  }

  #addCells(cell: number, { view, row, rows }: { view: DataView; row: number; rows: FlowRowLayout }): void {
    const table = this.#table;
    for (const [at, column] of rows.cells) table.add(cell + column, uint64At(view, row + at));
    if (rows.counting >= 0) table.add(cell + rows.counting, 1);
  }

  #cellOf(words: KeyWords): number {
    const cell = this.#table.find(words);
    if (cell >= 0) return cell;
    const { customer } = words;
    const key = keyOfWords(words);
    if (!this.#admission.isKnown(key)) {
      const unknown = this.#unknown.get(customer) ?? 0;
      if (unknown >= this.#admission.maxUnknownKeys) {
        this.#overLimit += 1;
        return -1;
      }
      this.#unknown.set(customer, unknown + 1);
    }
    if (this.#admission.lacksElement(key)) this.#unregistered.push(key);
    return this.#table.insert(words);
  }
}
