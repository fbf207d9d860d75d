import { definitionOf, importLevels, nameColumns } from '#schemas/provisioning/import-columns.ts';
import type { ImportField, ImportLevel } from '#schemas/provisioning/import-columns.ts';
import type { ImportedValue } from './parse-cell.ts';
import type { LineValues, ParsedLine } from './parse-lines.ts';
import { pathKey } from './stored-inventory.ts';
import type { StoredElement, StoredInventory } from './stored-inventory.ts';

/** A value of the file and the first line that has it. */
export interface GivenValue {
  readonly value: ImportedValue;
  readonly line: number;
}

interface GivenColumn extends GivenValue {
  readonly column: ImportField;
  readonly next: GivenColumn | undefined;
}

/** What the file says about an element, a value for each column: few of them, so that a chain takes two thirds of the memory of a map. */
export class GivenValues implements Iterable<GivenColumn> {
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

/** An element that the file describes, in one line or several. */
export interface DescribedElement {
  readonly level: ImportLevel;
  readonly key: string;
  readonly name: string;
  readonly label: string;
  readonly parent: DescribedElement | undefined;
  readonly stored: StoredElement | undefined;
  readonly given: GivenValues;
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

const columnsOf = (level: ImportLevel, values: LineValues) =>
  values
    .entries()
    .filter(([column]) => definitionOf(column).level === level && column !== nameColumns[level]);

const shown = (value: ImportedValue): string => (typeof value === 'object' ? value.join(' ') : String(value));

/** Merges lines into elements. */
export class WantedElements {
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
      for (const [column, value] of columnsOf(element.level, line.values))
        if (!element.given.has(column)) element.given.add(column, { value, line: line.line });
    }
    if (own !== undefined) own.ownLine = line.line;
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
    const label = parent === undefined ? name : `${parent.label} / ${name}`;
    const id = stored?.row.id ?? 0;
    return {
      level,
      key,
      name,
      label,
      parent,
      stored,
      given: new GivenValues(),
      lines: [],
      ownLine: undefined,
      id,
    };
  }

  #conflicts(element: DescribedElement, { values }: ParsedLine, at: number): LineFault[] {
    const { level, given } = element;
    const name = shown(values.get(nameColumns[level]) ?? '');
    const other = element.stored?.name ?? element.name;
    if (other !== name)
      return [{ at, field: nameColumns[level], code: 'NETWORK_NAME_SPELLED', params: { name, other } }];
    return columnsOf(level, values).flatMap(([column, value]) => {
      const before = given.get(column);
      if (before === undefined || shown(before.value) === shown(value)) return [];
      const params = { other: before.line, value: shown(before.value).slice(0, 80) };
      return [{ at, field: column, code: 'IMPORT_VALUE_DIFFERS' as const, params }];
    });
  }
}
