import { nameColumns, type ImportField } from '#schemas/provisioning/import-columns.ts';
import type { ImportDifferenceRow } from '#schemas/provisioning/import-run.ts';
import type { SheetRow } from '../file/sheet.ts';
import type { PlannedElement } from './plan-import.ts';
import {
  elementPath,
  type NamesById,
  type StoredElement,
} from '../../../shared/inventory/stored-inventory.ts';
import { plainCells, type ImportedCells } from './desired-cells.ts';

const plainText = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

interface ShownColumn {
  readonly cell: string;
  /** Of a cell that holds an id. */
  readonly named?: keyof NamesById;
}

/** The columns of a file by the cells that they set. Access of a device is shown by the name of its credential. */
const shownColumns: readonly (readonly [ImportField, ShownColumn])[] = [
  ...Object.entries(plainCells).map(([column, cell]) => [column as ImportField, { cell }] as const),
  ['profile', { cell: 'profile_id', named: 'profile' }],
  ['credential', { cell: 'snmp_credential_id', named: 'credential' }],
];

/** Where agents respond (RFC 3417). */
const SNMP_PORT = 161;

type Field = ImportDifferenceRow['fields'][number];

function cellFields({ before, after, fields }: PlannedElement, names: NamesById): readonly Field[] {
  const changed = new Set(before === undefined ? Object.keys(after) : fields);
  return shownColumns.flatMap(([name, { cell, named }]) => {
    // Every new device has a port: that of the protocol is no news.
    if (!changed.has(cell) || (before === undefined && after[cell] === SNMP_PORT)) return [];
    const shown = (cells: ImportedCells | undefined): string | null =>
      named === undefined ? plainText(cells?.[cell]) : (names[named].get(cells?.[cell]) ?? null);
    return [{ name, before: shown(before), after: shown(after) }];
  });
}

const placeFields = ({ movedFrom, renamedFrom, desired }: PlannedElement): readonly Field[] => [
  ...(renamedFrom === undefined
    ? []
    : [{ name: nameColumns[desired.level], before: renamedFrom, after: desired.name }]),
  ...(movedFrom === undefined
    ? []
    : [{ name: 'site' as const, before: movedFrom.name, after: desired.parent?.name ?? null }]),
];

const exporterFields = ({ exporters }: PlannedElement): readonly Field[] =>
  exporters.length === 0 ? [] : [{ name: 'exporters', before: null, after: exporters.join(' ') }];

/** The difference row of an element that is added or changed. */
export function differenceRow(
  element: PlannedElement,
  lines: readonly Pick<SheetRow, 'line'>[],
  names: NamesById,
): ImportDifferenceRow {
  const { desired, before } = element;
  const all = [...placeFields(element), ...cellFields(element, names), ...exporterFields(element)];
  return {
    kind: desired.level,
    change: before === undefined ? 'added' : 'changed',
    name: elementPath(desired),
    line: lines[desired.lines[0] ?? 0]?.line ?? null,
    fields: all.filter(({ after }) => before !== undefined || after !== null),
  };
}

export const removedRow = (element: StoredElement): ImportDifferenceRow => ({
  kind: element.level,
  change: 'removed',
  name: elementPath(element),
  line: null,
  fields: [],
});
