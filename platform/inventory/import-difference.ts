import { ImportedKind } from '#schemas/inventory/routes.ts';
import type { ImportChange, ImportDifference } from '#schemas/inventory/routes.ts';

const MOST_CHANGES = 1_000;

/** Collects what an import changes. */
export interface DifferenceRecorder {
  readonly unchanged: (kind: ImportedKind) => void;
  readonly added: (kind: ImportedKind, name: string) => void;
  readonly changed: (kind: ImportedKind, name: string, fields: readonly string[]) => void;
  readonly difference: () => ImportDifference;
}

export function differenceRecorder(): DifferenceRecorder {
  const counts = Object.fromEntries(
    ImportedKind.options.map((kind) => [kind, { added: 0, changed: 0, unchanged: 0 }]),
  ) as ImportDifference['counts'];
  const changes: ImportChange[] = [];
  const note = (change: ImportChange): void => {
    counts[change.kind][change.change] += 1;
    if (changes.length < MOST_CHANGES) changes.push(change);
  };
  return {
    unchanged(kind) {
      counts[kind].unchanged += 1;
    },
    added(kind, name) {
      note({ kind, change: 'added', name, fields: [] });
    },
    changed(kind, name, fields) {
      note({ kind, change: 'changed', name, fields: [...fields] });
    },
    difference: () => ({ counts, changes }),
  };
}

/** Names of the cells of `wanted` that are otherwise in `present`. */
export const differingFields = (
  present: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): readonly string[] =>
  Object.keys(wanted).filter((name) => JSON.stringify(present[name]) !== JSON.stringify(wanted[name]));
