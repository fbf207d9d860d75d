import type { Point } from './arc-geometry.ts';

/** A node at its place on the screen. */
export interface PlacedNode {
  readonly id: number;
  readonly at: Point;
  /** Of a node that is not on the map: those with an equal one are one group. */
  readonly aside?: string | undefined;
}

/** Nodes that are drawn as one. */
export interface NodeGroup {
  readonly id: string;
  readonly nodes: readonly number[];
  readonly at: Point;
  /** It has no place on the map. */
  readonly isAside: boolean;
}

/** Nodes closer than this are one group, in pixels. */
const CELL = 44;

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

/**
 * Groups of nodes that are close to each other on the screen: each node joins the first group within reach of its first member. The nodes
 * in the order of their ids, so that the groups of a view are always the same.
 */
export function groupPlaces(nodes: readonly PlacedNode[]): readonly NodeGroup[] {
  const groups: { readonly first: PlacedNode; readonly members: PlacedNode[] }[] = [];
  const cells = new Map<string, typeof groups>();
  const cellOf = ({ x, y }: Point, dx = 0, dy = 0): string =>
    `${String(Math.floor(x / CELL) + dx)} ${String(Math.floor(y / CELL) + dy)}`;
  for (const node of nodes.toSorted((a, b) => a.id - b.id)) {
    const near =
      node.aside === undefined
        ? around
            .flatMap(([dx, dy]) => cells.get(cellOf(node.at, dx, dy)) ?? [])
            .find(({ first }) => Math.hypot(first.at.x - node.at.x, first.at.y - node.at.y) < CELL)
        : groups.find(({ first }) => first.aside === node.aside);
    if (near !== undefined) {
      near.members.push(node);
      continue;
    }
    const group = { first: node, members: [node] };
    groups.push(group);
    if (node.aside !== undefined) continue;
    const key = cellOf(node.at);
    cells.set(key, [...(cells.get(key) ?? []), group]);
  }
  return groups.map(({ first, members }) => ({
    id: members.map(({ id }) => id).join(','),
    nodes: members.map(({ id }) => id),
    isAside: first.aside !== undefined,
    at: { x: mean(members.map(({ at }) => at.x)), y: mean(members.map(({ at }) => at.y)) },
  }));
}

const offsets = [0, -1, 1] as const;
const around = offsets.flatMap((dx) => offsets.map((dy) => [dx, dy] as const));

/** Traffic between two nodes. */
export interface NodeArc {
  readonly one: number;
  readonly other: number;
  readonly forth: number;
  readonly back: number;
}

/** Arcs between the same two groups, as one: rates add up. */
export interface GroupArc<Arc extends NodeArc> {
  readonly id: string;
  readonly from: NodeGroup;
  readonly to: NodeGroup;
  readonly forth: number;
  readonly back: number;
  /** The heaviest first. */
  readonly arcs: readonly Arc[];
}

/** Arcs between groups. Traffic within a group is not drawn. */
export function groupArcs<Arc extends NodeArc>(
  groups: readonly NodeGroup[],
  arcs: readonly Arc[],
): readonly GroupArc<Arc>[] {
  const groupOf = new Map(groups.flatMap((group) => group.nodes.map((node) => [node, group] as const)));
  const found = new Map<
    string,
    { from: NodeGroup; to: NodeGroup; forth: number; back: number; arcs: Arc[] }
  >();
  for (const arc of arcs) {
    const [one, other] = [groupOf.get(arc.one), groupOf.get(arc.other)];
    if (one === undefined || other === undefined || one === other) continue;
    const isFirst = one.id < other.id;
    const [from, to] = isFirst ? [one, other] : [other, one];
    const id = `${from.id}-${to.id}`;
    const known = found.get(id) ?? { from, to, forth: 0, back: 0, arcs: [] };
    known.forth += isFirst ? arc.forth : arc.back;
    known.back += isFirst ? arc.back : arc.forth;
    known.arcs.push(arc);
    found.set(id, known);
  }
  const rate = ({ forth, back }: NodeArc): number => forth + back;
  return [...found].map(([id, arc]) => ({
    ...arc,
    id,
    arcs: arc.arcs.toSorted((a, b) => rate(b) - rate(a)),
  }));
}
