import type { FieldChange } from '#schemas/audit/event.ts';
import { ImportedKind, type ImportChange, type ImportDifference } from '#schemas/inventory/routes.ts';

const MAX_LISTED_CHANGES = 1_000;

type Cells = Readonly<Record<string, unknown>>;
type Json = FieldChange['before'];

/** An element that an import adds or changes, with the cells that it writes. An added element has no previous state. */
export interface ImportedElement {
  readonly kind: ImportedKind;
  readonly name: string;
  readonly before: Record<string, Json> | undefined;
  readonly after: Record<string, Json>;
}

interface Change {
  /** Names of the cells that differ. */
  readonly fields: readonly string[];
  readonly before: Cells;
  readonly after: Cells;
  /** Path of an element that had another one. */
  readonly former?: string | undefined;
}

/** Collects what an import changes. */
export interface DifferenceRecorder {
  readonly unchanged: (kind: ImportedKind) => void;
  readonly added: (kind: ImportedKind, name: string, after: Cells) => void;
  readonly changed: (kind: ImportedKind, name: string, change: Change) => void;
  /** The first changes, for the reply. */
  readonly difference: () => ImportDifference;
  /** Every element, for the audit trail. */
  readonly elements: () => readonly ImportedElement[];
}

const secret = new Set(['snmp_community', 'snmp_auth_password', 'snmp_priv_password']);
const HIDDEN = '•••';

const shownCell = (name: string, value: unknown): Json => {
  if (value === null || value === undefined) return null;
  return secret.has(name) ? HIDDEN : (value as Json);
};

const shownCells = (cells: Cells, names: readonly string[]): Record<string, Json> =>
  Object.fromEntries(names.map((name) => [name, shownCell(name, cells[name])]));

export function differenceRecorder(): DifferenceRecorder {
  const counts = Object.fromEntries(
    ImportedKind.options.map((kind) => [kind, { added: 0, changed: 0, unchanged: 0 }]),
  ) as ImportDifference['counts'];
  const changes: ImportChange[] = [];
  const elements: ImportedElement[] = [];
  const note = (change: ImportChange): void => {
    counts[change.kind][change.change] += 1;
    if (changes.length < MAX_LISTED_CHANGES) changes.push(change);
  };
  return {
    unchanged(kind) {
      counts[kind].unchanged += 1;
    },
    added(kind, name, after) {
      note({ kind, change: 'added', name, fields: [] });
      const written = Object.keys(after).filter((cell) => after[cell] !== null);
      elements.push({ kind, name, before: undefined, after: shownCells(after, written) });
    },
    changed(kind, name, { fields, before, after, former }) {
      note({ kind, change: 'changed', name, ...(former !== undefined && { former }), fields: [...fields] });
      elements.push({ kind, name, before: shownCells(before, fields), after: shownCells(after, fields) });
    },
    difference: () => ({ counts, changes }),
    elements: () => elements,
  };
}

/** Returns the names of cells that differ between `present` and `desired`. */
export const differingFields = (present: Cells, desired: Cells): readonly string[] =>
  Object.keys(desired).filter((name) => JSON.stringify(present[name]) !== JSON.stringify(desired[name]));
