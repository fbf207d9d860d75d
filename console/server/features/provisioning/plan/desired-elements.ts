import {
  definitionOf,
  importLevels,
  nameColumns,
  type ImportField,
  type ImportLevel,
} from '#schemas/provisioning/import-columns.ts';
import type { ImportedValue } from './parse-cell.ts';
import type { LineValues, ParsedLine } from './parse-lines.ts';
import { evenText } from '#schemas/text/line.ts';
import {
  pathKey,
  type StoredElement,
  type StoredInventory,
} from '../../../shared/inventory/stored-inventory.ts';

/** A value of the file and the first line that has it. */
export interface GivenValue {
  readonly value: ImportedValue;
  readonly line: number;
}

interface GivenColumn extends GivenValue {
  readonly column: ImportField;
  readonly next: GivenColumn | undefined;
}

/** What the file says about an element, a value for each column. */
export interface Given extends Iterable<GivenValue & { readonly column: ImportField }> {
  get(column: ImportField): GivenValue | undefined;
  has(column: ImportField): boolean;
}

/** What several lines say: few columns, so that a chain takes two thirds of the memory of a map. */
class GivenValues implements Given {
  #newest: GivenColumn | undefined;

  get(column: ImportField): GivenValue | undefined {
    let one = this.#newest;
    while (one !== undefined && one.column !== column) one = one.next;
    return one;
  }

  has(column: ImportField): boolean {
    return this.get(column) !== undefined;
  }

  add(column: ImportField, { value, line }: GivenValue): void {
    this.#newest = { column, value, line, next: this.#newest };
  }

  *[Symbol.iterator](): Generator<GivenColumn> {
    for (let one = this.#newest; one !== undefined; one = one.next) yield one;
  }
}

/** What the one line of an interface says: copies of its cells would take 20 MB of 100,000 lines. */
class GivenLine implements Given {
  readonly #values: LineValues;
  readonly #line: number;

  constructor({ values, line }: ParsedLine) {
    this.#values = values;
    this.#line = line;
  }

  get(column: ImportField): GivenValue | undefined {
    const value = isOwn('interface', column) ? this.#values.get(column) : undefined;
    return value === undefined ? undefined : { value, line: this.#line };
  }

  has(column: ImportField): boolean {
    return this.get(column) !== undefined;
  }

  *[Symbol.iterator]() {
    for (const [column, value] of columnsOf('interface', this.#values))
      yield { column, value, line: this.#line };
  }
}

const nothing: Given = new GivenValues();

/** An element that the file describes, in one line or several. */
export interface DescribedElement {
  readonly level: ImportLevel;
  readonly key: string;
  readonly name: string;
  readonly parent: DescribedElement | undefined;
  /** What is stored and what the file says, until both are compared. */
  stored: StoredElement | undefined;
  given: Given;
  /** Positions of its lines among the lines of the file. */
  lines: number[];
  /** The line that is about this element and no part of it. */
  ownLine: number | undefined;
  /** Given when it is stored. */
  id: number;
}

/** A fault of a line by its position among the lines of the file. */
export interface LineFault {
  readonly at: number;
  readonly field: ImportField | null;
  readonly code: 'IMPORT_VALUE_DIFFERS' | 'IMPORT_LINE_REPEATED' | 'NETWORK_NAME_SPELLED';
  readonly params: Readonly<Record<string, string | number>>;
}

/** Whether a column is about elements of a level, and not their name. */
const isOwn = (level: ImportLevel, column: ImportField): boolean =>
  definitionOf(column).level === level && column !== nameColumns[level];

const columnsOf = (level: ImportLevel, values: LineValues) =>
  values.entries().filter(([column]) => isOwn(level, column));

const shown = (value: ImportedValue): string => (typeof value === 'object' ? value.join(' ') : String(value));

function addGiven(element: DescribedElement, { values, line }: ParsedLine): void {
  const given = element.given instanceof GivenValues ? element.given : new GivenValues();
  element.given = given;
  for (const [column, value] of columnsOf(element.level, values))
    if (!given.has(column)) given.add(column, { value, line });
}

/** Merges lines into elements. */
export class DesiredElements {
  readonly byKey = new Map<string, DescribedElement>();
  readonly faults: LineFault[] = [];
  readonly #stored: StoredInventory;

  constructor(stored: StoredInventory) {
    this.#stored = stored;
  }

  /** Adds a line: all of it or, at a fault, nothing of it. */
  add(line: ParsedLine, at: number): void {
    const path = this.#pathOf(line);
    const faults = path.flatMap((element) => this.#conflicts(element, line, at));
    const own = path.at(-1);
    if (own?.ownLine !== undefined)
      faults.push({
        at,
        field: nameColumns[own.level],
        code: 'IMPORT_LINE_REPEATED',
        params: { other: own.ownLine },
      });
    if (faults.length > 0) {
      this.faults.push(...faults);
      return;
    }
    for (const element of path) {
      this.byKey.set(element.key, element);
      // A list that begins empty reserves room for sixteen: most elements have one line.
      if (element.lines.length === 0) element.lines = [at];
      else element.lines.push(at);
      if (element.level === 'interface') element.given = new GivenLine(line);
      else addGiven(element, line);
    }
    if (own !== undefined) own.ownLine = line.line;
  }

  /** Forgets what was compared: of a plan only the differences are needed. */
  forget(): void {
    for (const element of this.byKey.values()) {
      element.stored = undefined;
      element.given = nothing;
    }
  }

  /** The elements that a line names, outermost first. */
  #pathOf({ values, level }: ParsedLine): readonly DescribedElement[] {
    const path: DescribedElement[] = [];
    for (const one of importLevels.slice(0, importLevels.indexOf(level) + 1)) {
      const name = shown(values.get(nameColumns[one]) ?? '');
      const parent = path.at(-1);
      const key = pathKey(one, parent?.key ?? '', name);
      path.push(this.byKey.get(key) ?? this.#made({ level: one, key, name, parent }));
    }
    return path;
  }

  #made({
    level,
    key,
    name,
    parent,
  }: Pick<DescribedElement, 'level' | 'key' | 'name' | 'parent'>): DescribedElement {
    const stored = this.#stored.byKey.get(key);
    return {
      level,
      name,
      parent,
      stored,
      given: new GivenValues(),
      // The same text once.
      key: stored?.key ?? key,
      lines: [],
      ownLine: undefined,
      id: stored?.row.id ?? 0,
    };
  }

  #conflicts(element: DescribedElement, { values }: ParsedLine, at: number): LineFault[] {
    const { level, given } = element;
    const name = shown(values.get(nameColumns[level]) ?? '');
    const other = element.stored?.name ?? element.name;
    // A stored name with other spaces or accents looks the same.
    if (level === 'interface' ? other !== name : evenText(other) !== name)
      return [{ at, field: nameColumns[level], code: 'NETWORK_NAME_SPELLED', params: { name, other } }];
    return columnsOf(level, values).flatMap(([column, value]) => {
      const before = given.get(column);
      if (before === undefined || shown(before.value) === shown(value)) return [];
      const params = { other: before.line, value: shown(before.value).slice(0, 80) };
      return [{ at, field: column, code: 'IMPORT_VALUE_DIFFERS' as const, params }];
    });
  }
}
