import type { FlowMapNode } from '#schemas/flowmap/flow-map.ts';
import type { MapBounds } from '#web/ui/site-map/site-point.ts';

/** A place with a position. */
export interface LocatedNode extends FlowMapNode {
  readonly longitude: number;
  readonly latitude: number;
}

export const isPlaced = (node: FlowMapNode | undefined): node is LocatedNode =>
  node !== undefined && node.longitude !== null && node.latitude !== null;

/** West, south, east and north of places; undefined without any. */
export function boundsOfNodes(nodes: readonly LocatedNode[]): MapBounds | undefined {
  if (nodes.length === 0) return undefined;
  const [longitudes, latitudes] = [
    nodes.map(({ longitude }) => longitude),
    nodes.map(({ latitude }) => latitude),
  ];
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}
