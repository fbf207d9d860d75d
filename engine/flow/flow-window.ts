import {
  flowLevels,
  highOf,
  keyOfWords,
  lowOf,
  type FlowSumKey,
  type KeyWords,
  type FlowLevel,
} from './flow-key.ts';
import { CellsOfPaths, type FlowPaths } from './flow-paths.ts';
import type { FlowRowCells } from './flow-row.ts';
import { flowRowLayout, trafficAmounts, type FlowRowLayout } from './flow-row-layout.ts';
import { NO_PAIR, NO_ROOM, type FlowTraffic } from './flow-traffic.ts';
import { PathSums } from './path-sums.ts';
import { SumTable, type SumTableState } from './sum-table.ts';

/** Which keys are summed. */
export interface KeyAdmission {
  readonly isKnown: (key: FlowSumKey) => boolean;
  /** Whether a key should become an element. */
  readonly lacksElement: (key: FlowSumKey) => boolean;
  /** Maximum number of unknown keys per customer and window; rows above it are counted. */
  readonly maxUnknownKeys: number;
}

export interface WindowNeeds {
  readonly admission: KeyAdmission;
  /** Numbers of the paths of rows. */
  readonly paths: FlowPaths;
  readonly traffic?: FlowTraffic | undefined;
}

/** Plain values, kept with the checkpoint. */
export interface FlowWindowState extends SumTableState {
  readonly number: number;
  readonly unknown: readonly (readonly [customer: number, keys: number])[];
}

const DUPLICATE_IN_SITE = 2;
const DUPLICATE_OF_OTHER_SITE = 1;
/** Levels whose key is part of a path. They and the one between them are the first of all levels. */
type PathLevel = (typeof flowLevels)['site' | 'class' | 'conversation'];
const pathLevels: readonly PathLevel[] = [flowLevels.site, flowLevels.class, flowLevels.conversation];
const PATH_LEVELS = flowLevels.conversation + 1;

const remoteOf = ({ site, source, destination }: FlowRowCells): number =>
  source === site ? destination : source;

/** The sums of one window of one partition while it is open. */
export class FlowWindow {
  readonly number: number;
  readonly #admission: KeyAdmission;
  #table = new SumTable();
  readonly #cellsOfPaths: CellsOfPaths;
  readonly #sumsOfPaths: PathSums;
  readonly #traffic: FlowTraffic | undefined;
  /** One object for all keys: this is the hot path. */
  readonly #words = { customer: 0, site: 0, high: 0, low: 0 };
  readonly #unknown = new Map<number, number>();
  /** Keys seen that have no element yet. */
  #unregistered: FlowSumKey[] = [];
  /** Rows left out because their key was over the limit, since the last `takeOverLimit`. */
  #overLimit = 0;

  constructor(number: number, { admission, paths, traffic }: WindowNeeds) {
    this.number = number;
    this.#traffic = traffic;
    this.#sumsOfPaths = new PathSums(paths);
    this.#admission = admission;
    this.#cellsOfPaths = new CellsOfPaths(paths, PATH_LEVELS);
  }

  /**
   * Adds a row to every sum it counts in (docs/40-flow-sources.md). A duplicate of another row of its site
   * counts in none.
   */
  add(row: FlowRowCells, rows: FlowRowLayout): void {
    const { duplicate } = row;
    if (duplicate >= DUPLICATE_IN_SITE) return;
    this.#addTo(this.#cellOfPath(row, flowLevels.site), row, rows);
    this.#addTo(this.#cellOf(row, flowLevels.application), row, rows);
    this.#addTo(this.#cellOfPath(row, flowLevels.class), row, rows);
    this.#addTo(this.#cellOfPath(row, flowLevels.conversation), row, rows);
    if (duplicate !== DUPLICATE_OF_OTHER_SITE) return;
    this.#addTo(this.#cellOf(row, flowLevels.siteDuplicate), row, rows);
    this.#addTo(this.#cellOf(row, flowLevels.applicationDuplicate), row, rows);
  }

  /**
   * The same for a flow of the current slot of the live traffic, and adds it there. Returns false, and adds nothing, unless all keys that depend on
   * its path are known: most rows then cost one sum and that of their application.
   */
  addOnPath(row: FlowRowCells): boolean {
    const { path, amounts } = row;
    const sums = this.#sumsOfPaths;
    if (row.duplicate !== 0 || (!sums.has(path) && !this.#beginPath(row))) return false;
    sums.add(path, amounts[trafficAmounts.bytes] as number, amounts[trafficAmounts.packets] as number);
    this.#addTo(this.#cellOf(row, flowLevels.application), row, flowRowLayout);
    return true;
  }

  /** Adds what `addOnPath` has summed to the sums of its keys. To be called before sums are read and before the slot changes. */
  settle(): void {
    const [table, cells] = [this.#table, this.#cellsOfPaths];
    const { columns, counting } = flowRowLayout;
    const [bytes = 0, packets = 0] = columns;
    this.#sumsOfPaths.take((sum) => {
      for (let level = 0; level < pathLevels.length; level += 1) {
        const cell = cells.get(sum.path, pathLevels[level] as PathLevel);
        table.add(cell + bytes, sum.bytes);
        table.add(cell + packets, sum.packets);
        table.add(cell + counting, sum.rows);
      }
      if (sum.pair >= 0) this.#traffic?.addToPair(sum);
    });
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
    this.settle();
    return { number: this.number, ...this.#table.state(), unknown: [...this.#unknown] };
  }

  /** Keys without an element are reported again: a pending registration may have been lost. */
  static from(state: FlowWindowState, needs: WindowNeeds): FlowWindow {
    const window = new FlowWindow(state.number, needs);
    const { admission } = needs;
    window.#table = SumTable.from(state);
    for (const [customer, keys] of state.unknown) window.#unknown.set(customer, keys);
    for (const key of window.#table.keys()) if (admission.lacksElement(key)) window.#unregistered.push(key);
    return window;
  }

  /** Whether the sums of a path can be added later: all its keys have room. */
  #beginPath(row: FlowRowCells): boolean {
    const cells = this.#cellsOfPaths;
    for (let level = 0; level < pathLevels.length; level += 1)
      if (cells.get(row.path, pathLevels[level] as PathLevel) < 0) return false;
    const pair = this.#traffic === undefined ? NO_PAIR : this.#traffic.pairOf(row);
    if (pair === NO_ROOM) return false;
    this.#sumsOfPaths.begin(row.path, pair);
    return true;
  }

  #addTo(cell: number, { amounts }: FlowRowCells, { columns, counting }: FlowRowLayout): void {
    if (cell < 0) return;
    const table = this.#table;
    for (let index = 0; index < columns.length; index += 1)
      table.add(cell + (columns[index] as number), amounts[index] as number);
    if (counting >= 0) table.add(cell + counting, 1);
  }

  /** The same as `#cellOf` for a level that depends on the path of the row alone. */
  #cellOfPath(row: FlowRowCells, level: PathLevel): number {
    const known = this.#cellsOfPaths.get(row.path, level);
    if (known >= 0) return known;
    const cell = this.#cellOf(row, level);
    // A key that has no room is looked up again: rows without it are counted.
    if (cell >= 0) this.#cellsOfPaths.note(row.path, level, cell);
    return cell;
  }

  #cellOf(row: FlowRowCells, level: FlowLevel): number {
    const words = this.#wordsOf(row, level);
    const cell = this.#table.find(words);
    return cell >= 0 ? cell : this.#admit(words);
  }

  #wordsOf(row: FlowRowCells, level: FlowLevel): KeyWords {
    const words = this.#words;
    const isOfApplication = level === flowLevels.application || level === flowLevels.applicationDuplicate;
    words.customer = row.customer;
    words.site = row.site;
    words.high = isOfApplication ? (highOf(level, 0) | row.high) >>> 0 : highOf(level, 0);
    words.low = 0;
    if (isOfApplication) words.low = row.low;
    else if (level === flowLevels.class) words.low = row.dscp;
    else if (level === flowLevels.conversation) words.low = remoteOf(row);
    return words;
  }

  #admit(words: KeyWords): number {
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
