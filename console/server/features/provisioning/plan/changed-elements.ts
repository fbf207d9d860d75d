import type { ImportDifferenceRow } from '#schemas/provisioning/import-run.ts';
import type { SheetRow } from '../file/sheet.ts';
import type { AuditedRow, LoggedElement } from '../run/thread-messages.ts';
import { differenceRow, removedRow } from './difference-rows.ts';
import type { ImportPlan } from './plan-import.ts';
import type { StoredElement } from '../../../shared/inventory/stored-inventory.ts';
import type { DescribedElement } from './desired-elements.ts';

/** Ids from the customer to the element. */
const desiredPath = ({ id, parent }: DescribedElement): readonly number[] =>
  parent === undefined ? [id] : [...desiredPath(parent), id];
const storedPath = ({ row, parent }: StoredElement): readonly number[] =>
  parent === undefined ? [row.id] : [...storedPath(parent), row.id];

function loggedElement(path: readonly number[]): LoggedElement | undefined {
  const [customer, site] = path;
  const id = path.at(-1);
  if (customer === undefined || site === undefined || id === undefined) return undefined;
  return { id, site, customer };
}

function auditedRow(
  { kind, change, name, fields }: ImportDifferenceRow,
  path: readonly number[],
): AuditedRow {
  const cells = (at: 'before' | 'after') =>
    Object.fromEntries(fields.map((field) => [field.name, field[at]]));
  return {
    element: loggedElement(path),
    kind,
    name,
    before: change === 'added' ? undefined : cells('before'),
    after: change === 'removed' ? undefined : cells('after'),
  };
}

/** An element that an import adds, changes or removes. */
interface ChangedElement {
  /** Undefined for a customer, which has no action log. */
  readonly logged: () => LoggedElement | undefined;
  readonly audited: () => AuditedRow;
}

/** The elements in the order of the difference. Ids of new elements are set. */
export function* changedElements(
  { elements, removed, names }: ImportPlan,
  lines: readonly Pick<SheetRow, 'line'>[],
): Generator<ChangedElement> {
  for (const element of elements)
    yield {
      logged: () => loggedElement(desiredPath(element.desired)),
      audited: () => auditedRow(differenceRow(element, lines, names), desiredPath(element.desired)),
    };
  for (const element of removed)
    yield {
      logged: () => loggedElement(storedPath(element)),
      audited: () => auditedRow(removedRow(element), storedPath(element)),
    };
}
