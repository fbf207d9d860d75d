import type { DashletType } from '#schemas/dashboard/dashlets.ts';

/** What draws the graphs that nearly every element has. */
const drawn: readonly { readonly type: DashletType }[] = [
  { type: 'timeline' },
  { type: 'gauge' },
  { type: 'bar' },
];

/**
 * Loads the page of an element and what draws its graphs, one next to the other: before someone opens it, so that nothing but its values is
 * waited for. A failure of the latter is that of a graph, once it is drawn.
 */
export function loadElementPage() {
  const page = import('./ElementPage.tsx');
  import('../../dashboard/dashlets/dashlet-views.ts')
    .then(({ loadDashletViews }) => loadDashletViews(drawn))
    .catch(() => undefined);
  return page;
}
