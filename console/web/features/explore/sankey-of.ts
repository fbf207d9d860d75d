import { sankey, sankeyLinkHorizontal, type SankeyGraph } from 'd3-sankey';
import type { ExploreRow } from '#schemas/explore/explore.ts';
import { keyPartName, type RowWords } from './row-names.ts';

interface NodeFacts {
  readonly id: string;
  readonly name: string;
  /** Column: the place of the dimension. */
  readonly layer: number;
}
interface LinkFacts {
  readonly row: number;
}
type FlowGraph = SankeyGraph<NodeFacts, LinkFacts>;

interface SankeySize {
  readonly width: number;
  readonly height: number;
}

const NODE_PX = 12;
const GAP_PX = 8;
const MARGIN_PX = 4;

/** The rows as bands from dimension to dimension, whose height is the value. */
export function sankeyOf(
  rows: readonly ExploreRow[],
  words: RowWords,
  { width, height }: SankeySize,
): FlowGraph {
  const shown = rows.filter(({ value }) => value > 0);
  const nodes = new Map<string, NodeFacts>();
  const links = shown.flatMap(({ key, value }, row) =>
    key.slice(1).map((part, place) => {
      const ends = [key[place] ?? part, part].map((end, offset) => {
        const layer = place + offset;
        const id = `${String(layer)} ${end.id}`;
        if (!nodes.has(id)) nodes.set(id, { id, name: keyPartName(end, words), layer });
        return id;
      });
      return { source: ends[0] ?? '', target: ends[1] ?? '', value, row };
    }),
  );
  if (links.length === 0) return { nodes: [], links: [] };
  const layout = sankey<NodeFacts, LinkFacts>()
    .nodeId(({ id }) => id)
    .nodeAlign(({ layer }) => layer)
    .nodeWidth(NODE_PX)
    .nodePadding(GAP_PX)
    .extent([
      [MARGIN_PX, MARGIN_PX],
      [width - MARGIN_PX, height - MARGIN_PX],
    ]);
  return layout({ nodes: [...nodes.values()].map((node) => ({ ...node })), links });
}

export const bandPath = sankeyLinkHorizontal<NodeFacts, LinkFacts>();
