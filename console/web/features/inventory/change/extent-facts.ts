import type { DeletionExtent } from '#schemas/inventory/change/deletion-routes.ts';

/** Counts besides the elements, in the order in which they are shown. */
export const extentCounts = [
  ...(['dashboards', 'clusters', 'alarms', 'thresholds', 'pastAlarms', 'runs', 'attributions'] as const),
  'users',
] as const satisfies readonly (keyof DeletionExtent)[];

type Children = DeletionExtent['children'];

/** The extents of several customers as one. */
export function mergedExtent(extents: readonly DeletionExtent[]): DeletionExtent {
  const sum = (key: (typeof extentCounts)[number] | 'elements'): number =>
    extents.reduce((all, extent) => all + extent[key], 0);
  const byKind = Map.groupBy(
    extents.flatMap(({ children }) => children),
    ({ kind }) => kind,
  );
  const children: Children = [...byKind].map(([kind, each]) => ({
    kind,
    count: each.reduce((all, { count }) => all + count, 0),
  }));
  const counts = Object.fromEntries(extentCounts.map((key) => [key, sum(key)]));
  return {
    ...(counts as Omit<DeletionExtent, 'elements' | 'children'>),
    elements: sum('elements'),
    children,
  };
}
