import { importLevels, type ImportField, type ImportLevel } from '#schemas/provisioning/import-columns.ts';
import type { ImportCounts, ImportFault, ImportChoices } from '#schemas/provisioning/import-run.ts';
import { ElementCheck, exportersOf, type ImportScope } from './check-elements.ts';
import type { ParsedLine, PlacedColumn } from './parse-lines.ts';
import { namedInFile } from './named-in-file.ts';
import { recognisedDevices, recognisedSites } from '../../../shared/inventory/recognised-elements.ts';
import { removalCounts, type CustomerRemoval } from './removal-counts.ts';
import { removedElements } from './removed-elements.ts';
import {
  namesById,
  StoredInventory,
  type NamesById,
  type StoredElement,
  type StoredRows,
} from '../../../shared/inventory/stored-inventory.ts';
import { describedCells, type ElementCells } from './desired-cells.ts';
import { DesiredElements, type DescribedElement } from './desired-elements.ts';

export interface ImportInput {
  readonly lines: readonly ParsedLine[];
  readonly columns: readonly PlacedColumn[];
  readonly options: ImportChoices;
  readonly reach: ImportScope;
  readonly rows: StoredRows;
}

export interface PlannedElement extends ElementCells {
  readonly desired: DescribedElement;
  /** Addresses that its device gains. */
  readonly exporters: readonly string[];
  /** The site that a device moves from. */
  readonly movedFrom?: StoredElement | undefined;
  /** The name that the element had. */
  readonly renamedFrom?: string | undefined;
}

export interface ImportPlan {
  /** Those that are added or changed. */
  readonly elements: readonly PlannedElement[];
  readonly removed: readonly StoredElement[];
  /** What they are of what is stored. */
  readonly removals: readonly CustomerRemoval[];
  readonly counts: ImportCounts;
  readonly faults: readonly ImportFault[];
  /** Positions of the lines that are left out. */
  readonly rejected: ReadonlySet<number>;
  readonly names: NamesById;
}

/** Rejected lines can make others lack what only they said: a chain of more such steps is no file of a person. */
const MAX_ROUNDS = 30;

class LineFaults {
  readonly all: ImportFault[] = [];
  readonly rejected = new Set<number>();
  readonly #lines: readonly ParsedLine[];
  readonly #places: ReadonlyMap<ImportField, number>;

  constructor(lines: readonly ParsedLine[], columns: readonly PlacedColumn[]) {
    this.#lines = lines;
    this.#places = new Map(columns.map(({ column, at }) => [column, at + 1]));
    lines.forEach(({ faults }, at) => {
      if (faults.length > 0) this.rejected.add(at);
      this.all.push(...faults);
    });
  }

  add(
    at: number,
    { field, ...fault }: Pick<ImportFault, 'field' | 'code'> & { readonly params?: ImportFault['params'] },
  ): void {
    this.rejected.add(at);
    const column = field === null ? 0 : (this.#places.get(field) ?? 0);
    this.all.push({ line: this.#lines[at]?.line ?? 0, column, field, ...fault });
  }
}

interface Round {
  readonly elements: DesiredElements;
  readonly check: ElementCheck;
}

/** Merges and checks the lines that are not rejected yet. */
function runRound(
  { lines, reach, options }: ImportInput,
  stored: StoredInventory,
  faults: LineFaults,
): Round {
  const elements = new DesiredElements(stored);
  const before = new Set(faults.rejected);
  lines.forEach((line, at) => {
    if (!before.has(at)) elements.add(line, at);
  });
  for (const { at, ...fault } of elements.faults) faults.add(at, fault);
  const removes = options.removeMissing && faults.rejected.size === 0;
  const check = new ElementCheck({ stored, desired: elements.byKey, removes }, reach);
  for (const desired of elements.byKey.values())
    for (const fault of check.faultsOf(desired)) for (const at of desired.lines) faults.add(at, fault);
  return { elements, check };
}

function settledRound(input: ImportInput, stored: StoredInventory, faults: LineFaults): Round {
  for (let round = 1; ; round += 1) {
    const rejected = faults.rejected.size;
    const done = runRound(input, stored, faults);
    if (faults.rejected.size === rejected || round === MAX_ROUNDS) return done;
  }
}

function planned(desired: DescribedElement, stored: StoredInventory, check: ElementCheck): PlannedElement {
  const network = desired.level === 'device' && desired.given.has('exporters') ? check.networkOf(desired) : 0;
  const exporters = exportersOf(desired).filter(
    (address) => !stored.exporters.has(`${String(network)} ${address}`),
  );
  const { movedFrom, renamedFrom } = desired.stored ?? {};
  return { desired, exporters, movedFrom, renamedFrom, ...describedCells(desired, stored) };
}

const isUnchanged = ({ before, fields, exporters, movedFrom, renamedFrom }: PlannedElement): boolean =>
  before !== undefined &&
  fields.length === 0 &&
  exporters.length === 0 &&
  movedFrom === undefined &&
  renamedFrom === undefined;

/**
 * Compares the lines of a file with the inventory. Pure: the same lines and rows give the same plan. Lines in error are left out with
 * what only they describe; while there are any, nothing is removed.
 */
export function comparedPlan(input: ImportInput): ImportPlan {
  const stored = new StoredInventory(input.rows);
  const named = namedInFile(input.lines);
  stored.place(recognisedSites(named, stored, input.reach));
  stored.place(recognisedDevices(named, stored, input.reach));
  const faults = new LineFaults(input.lines, input.columns);
  const { elements, check } = settledRound(input, stored, faults);
  const { rejected } = faults;
  const list: PlannedElement[] = [];
  let unchanged = 0;
  for (const desired of elements.byKey.values()) {
    if (desired.lines.every((at) => rejected.has(at))) continue;
    const one = planned(desired, stored, check);
    if (isUnchanged(one)) unchanged += 1;
    else list.push(one);
  }
  const levels = new Set<ImportLevel>(
    input.columns.flatMap(({ column }) => importLevels.filter((level) => level === column)),
  );
  const removed =
    input.options.removeMissing && rejected.size === 0
      ? removedElements(stored, { named: elements.byKey, levels, sees: check.seesSite.bind(check) })
      : [];
  const added = list.filter(({ before }) => before === undefined).length;
  elements.forget();
  const inOrder = faults.all.toSorted((one, other) => one.line - other.line || one.column - other.column);
  return {
    elements: list,
    removed,
    removals: removed.length === 0 ? [] : removalCounts(stored, removed),
    counts: {
      added,
      changed: list.length - added,
      removed: removed.length,
      unchanged,
      rejected: rejected.size,
    },
    faults: inOrder,
    rejected,
    names: namesById(input.rows),
  };
}
