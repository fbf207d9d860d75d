import type { AlarmRow } from '#schemas/alerting/alert.ts';

/** Id of the row of the alarm that explains another one. */
export const parentIdOf = ({ parent }: Pick<AlarmRow, 'parent'>): string | undefined =>
  parent && `${String(parent.alarm)}:${String(parent.element)}`;

/** Where a row is among the alarms that explain it. */
export interface FoldedAlarm {
  /** 1 for alarms that no row of the table explains. */
  readonly level: number;
  /** Rows that it explains, also through others. */
  readonly explains: number;
}

export interface FoldedAlarms {
  /** Each row is followed by the rows that it explains, if it is expanded. */
  readonly rows: readonly AlarmRow[];
  readonly places: ReadonlyMap<string, FoldedAlarm>;
}

interface Tree {
  readonly children: ReadonlyMap<string, readonly AlarmRow[]>;
  readonly expanded: ReadonlySet<string>;
  readonly places: Map<string, FoldedAlarm>;
}

/** Adds a row and what it explains to the places, and returns those of them that are drawn. */
function placeRows(row: AlarmRow, level: number, tree: Tree): readonly AlarmRow[] {
  const { children, expanded, places } = tree;
  if (places.has(row.id)) return [];
  places.set(row.id, { level, explains: 0 });
  const before = places.size;
  const below = (children.get(row.id) ?? []).flatMap((child) => placeRows(child, level + 1, tree));
  places.set(row.id, { level, explains: places.size - before });
  return expanded.has(row.id) ? [row, ...below] : [row];
}

/**
 * Folds rows under the alarm that explains them, in the given order. A row whose parent is not in the table, because a filter hides it or
 * it has just cleared, is a row of its own.
 */
export function foldAlarms(alarms: readonly AlarmRow[], expanded: ReadonlySet<string>): FoldedAlarms {
  if (alarms.every(({ parent }) => parent === undefined)) return { rows: alarms, places: new Map() };
  const shown = new Set(alarms.map(({ id }) => id));
  const shownParentOf = (row: AlarmRow): string => {
    const id = parentIdOf(row);
    return id !== undefined && shown.has(id) ? id : '';
  };
  const children = Map.groupBy(alarms, shownParentOf);
  const places = new Map<string, FoldedAlarm>();
  // Then those that explain each other, because the change of one of them has not arrived yet.
  const roots = [...(children.get('') ?? []), ...alarms];
  return { rows: roots.flatMap((row) => placeRows(row, 1, { children, expanded, places })), places };
}
