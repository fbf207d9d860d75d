import type { FlowMapArc, FlowMapNode } from '#schemas/flowmap/flow-map.ts';
import { curveBetween, type Curve, type Point } from './arc-geometry.ts';
import type { ArcTone } from './arc-colour.ts';
import { groupArcs, groupPlaces, type GroupArc, type NodeGroup } from './group-places.ts';
import type { Lane } from './particles.ts';

export interface ScenePart {
  readonly nodes: readonly FlowMapNode[];
  readonly arcs: readonly SceneArc[];
  /** Absent: not shown. */
  readonly links?: readonly SceneLink[] | undefined;
}

/** A tunnel or probe between two nodes. */
export interface SceneLink {
  readonly one: number;
  readonly other: number;
  readonly tone: ArcTone;
}

/** Links between the same two groups, in the worst of their colours. */
export interface DrawnLink {
  readonly from: Point;
  readonly to: Point;
  readonly tone: ArcTone;
}

export interface SceneArc extends FlowMapArc {
  readonly tone: ArcTone;
}

/** An arc at its place on the screen. */
export interface DrawnArc extends GroupArc<SceneArc> {
  readonly curve: Curve;
  /** Of the heaviest of its arcs. */
  readonly tone: ArcTone;
}

export interface DrawnScene {
  readonly groups: readonly NodeGroup[];
  readonly arcs: readonly DrawnArc[];
  readonly links: readonly DrawnLink[];
}

const rankOf = (tone: ArcTone): number =>
  ['unknown', 'low', 'medium', 'high'].indexOf(tone.split('-')[1] ?? '');

/** One line between two groups, however many links are between them. */
function drawnLinks(groups: readonly NodeGroup[], links: readonly SceneLink[]): readonly DrawnLink[] {
  const groupOf = new Map(groups.flatMap((group) => group.nodes.map((node) => [node, group] as const)));
  const worst = new Map<string, DrawnLink>();
  for (const { one, other, tone } of links) {
    const [a, b] = [groupOf.get(one), groupOf.get(other)];
    if (a === undefined || b === undefined || a === b) continue;
    const [from, to] = a.id < b.id ? [a, b] : [b, a];
    const key = `${from.id}-${to.id}`;
    const known = worst.get(key);
    if (known === undefined || rankOf(tone) > rankOf(known.tone))
      worst.set(key, { from: from.at, to: to.at, tone });
  }
  return [...worst.values()];
}

export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

type Project = (place: { readonly longitude: number; readonly latitude: number }) => Point;

const MARGIN = { x: 76, y: 54 } as const;

/** Where nodes without a place are: outside at the top, sites without coordinates and hidden ones at the bottom. */
function offMap(
  { id }: FlowMapNode,
  { width, height }: ScreenSize,
): { readonly aside: string; readonly at: Point } {
  if (id === 0) return { aside: 'outside', at: { x: width - MARGIN.x, y: MARGIN.y } };
  return { aside: 'no place', at: { x: width - MARGIN.x, y: height - MARGIN.y } };
}

/** Nodes, groups and arcs in pixels of the screen. */
export function drawnScene(
  { nodes, arcs, links = [] }: ScenePart,
  project: Project,
  size: ScreenSize,
): DrawnScene {
  const placed = nodes.map((node) => {
    const { id, longitude, latitude } = node;
    return longitude === null || latitude === null
      ? { id, ...offMap(node, size) }
      : { id, at: project({ longitude, latitude }) };
  });
  const groups = groupPlaces(placed);
  return {
    groups,
    links: drawnLinks(groups, links),
    arcs: groupArcs(groups, arcs).map((arc) => ({
      ...arc,
      curve: curveBetween(arc.from.at, arc.to.at),
      tone: arc.arcs[0]?.tone ?? 'default',
    })),
  };
}

/** Two lanes per arc, one for each direction that has traffic. `colourOf`: 0xrrggbb. */
export const lanesOf = (arcs: readonly DrawnArc[], colourOf: (tone: ArcTone) => number): readonly Lane[] =>
  arcs.flatMap(({ id, curve, forth, back, tone }): Lane[] =>
    [
      { id: `${id} forth`, curve, reversed: false, bps: forth, colour: colourOf(tone) },
      { id: `${id} back`, curve, reversed: true, bps: back, colour: colourOf(tone) },
    ].filter(({ bps }) => bps > 0),
  );

/** Width of an arc in pixels: by the logarithm of its rate, from 1 at a kilobit to 6 at ten gigabits. */
export const arcWidth = (bps: number): number =>
  Math.min(6, Math.max(1, 1 + (5 * Math.log10(Math.max(1, bps / 1_000))) / 7));
