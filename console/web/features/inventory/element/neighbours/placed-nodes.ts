import type { FlowMapNode } from '#schemas/flowmap/flow-map.ts';
import type { MapBounds } from '#web/ui/site-map/site-point.ts';

/** A place with a position. */
export interface LocatedNode extends FlowMapNode {
  readonly longitude: number;
  readonly latitude: number;
}

export const isPlaced = (node: FlowMapNode | undefined): node is LocatedNode =>
  node !== undefined && node.longitude !== null && node.latitude !== null;

/** Of the width of the places, on either side: names are centred below them, and those at the edge would be cut. */
const MARGIN = 0.12;

/** West, south, east and north around places with their names; undefined without any. */
export function boundsOfNodes(nodes: readonly LocatedNode[]): MapBounds | undefined {
  if (nodes.length === 0) return undefined;
  const [longitudes, latitudes] = [
    nodes.map(({ longitude }) => longitude),
    nodes.map(({ latitude }) => latitude),
  ];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const margin = MARGIN * (east - west);
  return [
    Math.max(-180, west - margin),
    Math.min(...latitudes),
    Math.min(180, east + margin),
    Math.max(...latitudes),
  ];
}
