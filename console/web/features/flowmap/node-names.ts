import { useMemo } from 'react';
import { HIDDEN_SITE } from '#schemas/kpi/flow-ends.ts';
import type { FlowMapNode } from '#schemas/flowmap/flow-map.ts';
import { useFlowMapTexts } from './texts/en.ts';

/** Returns the name of a place: of a site, of the outside, or of all sites that are not seen. */
export function useNodeNames(nodes: readonly FlowMapNode[]): (id: number) => string {
  const text = useFlowMapTexts();
  return useMemo(() => {
    const names = new Map(
      nodes.map(({ id, name, deleted }) => [
        id,
        deleted ? text('deletedSite', { name: name ?? String(id) }) : (name ?? String(id)),
      ]),
    );
    return (id) => {
      if (id === 0) return text('internet');
      return id === HIDDEN_SITE ? text('otherSites') : (names.get(id) ?? String(id));
    };
  }, [nodes, text]);
}
