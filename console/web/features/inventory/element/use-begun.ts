import { useState } from 'react';
import type { ElementGraph } from '#schemas/dashboard/element/element-document.ts';
import { useDelayed } from '#web/lib/use-delayed.ts';
import type { DataPage } from '../../dashboard/data/data-page.ts';
import { useGraphData } from './use-graph-data.ts';

/** After this time the other parts of a page do not wait for its graphs any longer. */
const LATE_MS = 1_500;

/**
 * Whether a graph has come, or failed. Browsers have few connections to a server: what is below the graphs is requested after them. Once
 * it is true it stays.
 */
export function useBegun(page: DataPage, graphs: readonly ElementGraph[]): boolean {
  const isLate = useDelayed(true, LATE_MS);
  const hasCome = useGraphData(
    page,
    graphs,
    (ids) => ids.length === 0 || ids.some((id) => ['ready', 'failed', 'missing'].includes(page.read(id).is)),
  );
  const [begun, setBegun] = useState(false);
  if (!begun && (hasCome || isLate)) setBegun(true);
  return begun;
}
