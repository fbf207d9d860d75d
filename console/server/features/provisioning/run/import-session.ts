import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import { asLine } from '#schemas/text/line.ts';
import type { ImportDifferenceRow } from '#schemas/provisioning/import-run.ts';
import { brakedRemoval, removalBrake } from '#schemas/provisioning/removal-brake.ts';
import { levelsOf, recogniseColumns } from '#schemas/provisioning/import-columns.ts';
import { readImportFile } from '../file/read-file.ts';
import { compressed, uncompressed } from '../file/compressed.ts';
import type { Sheet } from '../file/sheet.ts';
import { parseLines, placeColumns, type ParsedLine, type PlacedColumn } from '../plan/parse-lines.ts';
import { changedElements } from '../plan/changed-elements.ts';
import { differenceRow, removedRow } from '../plan/difference-rows.ts';
import { comparedPlan, type ImportPlan } from '../plan/plan-import.ts';
import { newElements, plannedRows, type PlannedRows } from '../plan/planned-rows.ts';
import { resultFile } from '../plan/result-file.ts';
import type { StoredRows } from '../../../shared/inventory/stored-inventory.ts';
import type {
  AuditedRow,
  ComparedFile,
  LoggedElement,
  ReadFile,
  ThreadCall,
  ThreadCalls,
} from './thread-messages.ts';

const { maxListed, maxColumns } = provisioningLimits;
const MAX_SAMPLE = 80;

type Handlers = {
  readonly [Call in ThreadCall]: (
    request: ThreadCalls[Call]['request'],
  ) => ThreadCalls[Call]['reply'] | Promise<ThreadCalls[Call]['reply']>;
};

const textsOf = (lines: readonly ParsedLine[], column: 'customer' | 'exporters'): readonly string[] => [
  ...new Set(
    lines.flatMap(({ values }) => {
      const value = values.get(column);
      return typeof value === 'object' ? value : value === undefined ? [] : [String(value)];
    }),
  ),
];

const emptyRows = (): { [Part in keyof StoredRows]: StoredRows[Part][number][] } => ({
  customer: [],
  site: [],
  device: [],
  interface: [],
  exporter: [],
  credential: [],
  profile: [],
});

/** One file on its way into the inventory: everything that takes time or memory and needs no store. */
export class ImportSession implements Handlers {
  #sheet: Sheet | undefined;
  /** Until they are compared. */
  #lines: readonly ParsedLine[] | undefined;
  #columns: readonly PlacedColumn[] = [];
  #rows = emptyRows();
  #plan: ImportPlan | undefined;
  #pending: Iterator<PlannedRows> | undefined;
  #unlogged: ReturnType<typeof changedElements> | undefined;

  async read({ content, mapping }: ThreadCalls['read']['request']): Promise<ReadFile> {
    const sheet = await readImportFile(uncompressed(content));
    const headings = sheet.heading.cells.slice(0, maxColumns);
    const chosen = mapping ?? recogniseColumns(headings);
    const { columns, faults } = placeColumns(sheet, chosen);
    this.#sheet = sheet;
    this.#columns = columns;
    const lines = faults.length > 0 ? [] : parseLines(sheet, columns);
    this.#lines = lines;
    return {
      source: {
        ...sheet.source,
        headings: headings.map((name, at) => ({
          name,
          sample: asLine(sheet.rows.find(({ cells }) => (cells[at] ?? '') !== '')?.cells[at] ?? '').slice(
            0,
            MAX_SAMPLE,
          ),
        })),
      },
      mapping: chosen,
      contents: levelsOf(chosen),
      lines: sheet.rows.length,
      clients: textsOf(lines, 'customer'),
      addresses: textsOf(lines, 'exporters'),
      faults,
    };
  }

  rows(some: Partial<StoredRows>): null {
    for (const [part, rows] of Object.entries(some) as [keyof StoredRows, never[]][])
      for (const row of rows) this.#rows[part].push(row);
    return null;
  }

  compare({ options, reach, removalPercent }: ThreadCalls['compare']['request']): ComparedFile {
    const plan = comparedPlan({
      // Parsed again where the inventory has changed since the first comparison.
      lines: this.#lines ?? parseLines(this.#read(), this.#columns),
      columns: this.#columns,
      options,
      reach,
      rows: this.#rows,
    });
    this.#plan = plan;
    this.#lines = undefined;
    this.#rows = emptyRows();
    const held =
      removalPercent === null
        ? undefined
        : brakedRemoval(plan.removals, { ...removalBrake, percent: removalPercent });
    return {
      counts: plan.counts,
      changes: [...this.#changes(held !== undefined).take(maxListed)],
      faults: plan.faults.slice(0, maxListed),
      linesInError: plan.rejected.size,
      newCustomers: newElements(plan, 'customer').length,
      newElements: newElements(plan, 'element').length,
      removed: plan.removed.map(({ row }) => row.id),
      held,
    };
  }

  /** Gives new elements their ids. */
  write({ customers, elements }: ThreadCalls['write']['request']): null {
    const plan = this.#compared();
    newElements(plan, 'customer').forEach(({ desired }, at) => (desired.id = customers[at] ?? 0));
    newElements(plan, 'element').forEach(({ desired }, at) => (desired.id = elements[at] ?? 0));
    return null;
  }

  /** Begins with the first statement and the first audit entry: a transaction may run again. */
  rewind(): null {
    this.#pending = plannedRows(this.#compared());
    this.#unlogged = changedElements(this.#compared(), this.#read().rows);
    return null;
  }

  next(): ThreadCalls['next']['reply'] {
    const { value, done } = this.#pending?.next() ?? { value: undefined, done: true };
    if (done === true || value === undefined) return null;
    return { table: value.table, write: value.write, json: JSON.stringify(value.rows) };
  }

  audit({ count }: ThreadCalls['audit']['request']): readonly AuditedRow[] {
    return this.#nextChanged(count).map(({ audited }) => audited());
  }

  /** Null behind the last element: a customer is none. */
  log({ count }: ThreadCalls['log']['request']): readonly LoggedElement[] | null {
    const some = this.#nextChanged(count);
    if (some.length === 0) return null;
    return some.flatMap(({ logged }) => logged() ?? []);
  }

  #nextChanged(count: number) {
    const some = [];
    while (some.length < count) {
      const next = this.#unlogged?.next();
      if (next === undefined || next.done === true) break;
      some.push(next.value);
    }
    return some;
  }

  async result(request: ThreadCalls['result']['request']): Promise<Uint8Array> {
    const { faults, rejected } = this.#plan ?? { faults: [], rejected: new Set<number>() };
    return compressed(resultFile(this.#read(), { faults, rejected }, request));
  }

  undo(): Promise<Uint8Array> {
    return compressed(plannedRows(this.#compared()).map((rows) => `${JSON.stringify(rows)}\n`));
  }

  /** `removedFirst`: a person decides about them, and only the first changes are listed. */
  *#changes(removedFirst: boolean): Generator<ImportDifferenceRow> {
    const { elements, removed, names } = this.#compared();
    const { rows } = this.#read();
    if (removedFirst) yield* removed.map(removedRow);
    for (const element of elements) yield differenceRow(element, rows, names);
    if (!removedFirst) yield* removed.map(removedRow);
  }

  #read(): Sheet {
    if (this.#sheet === undefined) throw new Error('no file has been read');
    return this.#sheet;
  }

  #compared(): ImportPlan {
    if (this.#plan === undefined) throw new Error('nothing has been compared');
    return this.#plan;
  }
}
