import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import type { FileCell, FileTable } from '#schemas/csv/table-file.ts';
import { lazyRowsOf } from '#web/lib/export/made-rows.ts';
import type { Language } from '#web/lib/text.ts';
import { findingsText, valueOf } from './inventory-columns.tsx';

const numeric: ReadonlySet<string> = new Set([
  'bandwidthIn',
  'bandwidthOut',
  'index',
  'latitude',
  'longitude',
]);

/** A number where the property is one: spreadsheets calculate with it. What sources describe stays text. */
function propertyCell(property: string, text: string): FileCell {
  const isNumber = numeric.has(property) && text.trim() !== '' && Number.isFinite(Number(text));
  return isNumber ? Number(text) : text;
}

/** What a file has of an element in a column: as the interface says it, not as the screen words it. */
function cellOf(element: InventoryElement, column: string, language: Language): FileCell {
  if (column === 'collection') return String(element.active);
  if (column === 'customer') return element.customer;
  if (column === 'motivation') return element.status?.comment ?? '';
  if (column === 'orphan') return element.orphan ?? '';
  if (column === 'line') return findingsText(element, language);
  return propertyCell(column, valueOf(element, column));
}

/** Elements as a table. Columns are named as in the REST API, in every language: scripts read the file. */
export const listTable = (
  elements: readonly InventoryElement[],
  columns: readonly string[],
  language: Language,
): FileTable => ({
  columns: columns.map((name) => ({ is: 'value', name })),
  rows: lazyRowsOf(elements, (element) => columns.map((column) => cellOf(element, column, language))),
});
