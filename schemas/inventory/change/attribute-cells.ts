import type { FieldChange } from '../../audit/event.ts';
import type { Fault } from '../../problem/fault.ts';
import type { InventoryKind } from '../list/inventory-kind.ts';
import { isEditable, MAX_TAGS, type AttributeChange, type AttributeName } from './attributes.ts';

/** Attributes of an element that users set, by name. */
export type AttributeCells = Readonly<Record<string, FieldChange['before']>>;

const isGiven = ([, value]: readonly [string, unknown]): boolean => value !== undefined;

/** What a change cannot set of these elements. */
export function changeFaults(
  kind: InventoryKind,
  change: AttributeChange,
  elements: number,
): readonly Fault[] {
  const names = Object.entries(change)
    .filter(isGiven)
    .map(([name]) => name as AttributeName);
  if (names.length === 0) return [{ path: 'change', code: 'REQUIRED' }];
  const unknown = names.filter((name) => !isEditable(kind, name));
  return [
    ...unknown.map((name): Fault => ({
      path: `change.${name}`,
      code: 'FIELD_UNKNOWN',
      params: { fields: name },
    })),
    // Names are unique at their place.
    ...(change.name !== undefined && elements > 1
      ? [{ path: 'change.name', code: 'NOT_UNIQUE' } as const]
      : []),
  ];
}

const textsOf = (cell: AttributeCells[string] | undefined): readonly string[] =>
  Array.isArray(cell) ? cell.filter((one) => typeof one === 'string') : [];

/** The attributes after a change. */
export function changedCells(before: AttributeCells, change: AttributeChange): AttributeCells {
  const { addTags = [], removeTags = [], ...set } = change;
  const removed = new Set(removeTags);
  const retained = textsOf(before['tags']).filter((tag) => !removed.has(tag));
  const tags = [...new Set([...retained, ...addTags])].toSorted();
  return { ...before, ...Object.fromEntries(Object.entries(set).filter(isGiven)), tags };
}

/** Whether an element has more tags than it can have. */
export const hasTooManyTags = (cells: AttributeCells): boolean => textsOf(cells['tags']).length > MAX_TAGS;
