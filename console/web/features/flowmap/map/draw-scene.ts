import type { Theme } from '#web/lib/theme.ts';
import { distanceFrom, type Point } from './arc-geometry.ts';
import { toneVariables, type ArcTone } from './arc-colour.ts';
import type { NodeGroup } from './group-places.ts';
import { arcWidth, type DrawnArc, type DrawnScene } from './flow-scene.ts';

/** Tokens of the page as colours: a canvas knows no custom properties. */
export function toneColours(): (tone: ArcTone) => string {
  const style = getComputedStyle(document.documentElement);
  return (tone) => style.getPropertyValue(toneVariables[tone]).trim();
}

/** `#rrggbb` as a number; any other colour is white. */
export const colourNumber = (colour: string): number =>
  /^#[0-9a-f]{6}$/i.test(colour) ? Number.parseInt(colour.slice(1), 16) : 0xff_ff_ff;

export interface SceneLook {
  /** Theme that the colours are of. */
  readonly theme: Theme;
  readonly colourOf: (tone: ArcTone) => string;
  readonly text: string;
  readonly halo: string;
  readonly accent: string;
  readonly font: string;
  /** Name of a group. */
  readonly nameOf: (nodes: readonly number[]) => string;
  /** The pair with open details. */
  readonly opened: readonly [number, number] | undefined;
  readonly hoveredId: string | undefined;
  readonly chosen: ReadonlySet<number>;
}

/** Sites with a name: more would cover each other. */
const NAMED = 60;
const HIT_PIXELS = 8;

function stroke(context: CanvasRenderingContext2D, arcs: readonly DrawnArc[]): void {
  context.beginPath();
  for (const { curve } of arcs) {
    context.moveTo(curve.from.x, curve.from.y);
    context.quadraticCurveTo(curve.bend.x, curve.bend.y, curve.to.x, curve.to.y);
  }
  context.stroke();
}

const hasPair = ({ arcs }: DrawnArc, pair: SceneLook['opened']): boolean =>
  pair !== undefined && arcs.some(({ one, other }) => one === pair[0] && other === pair[1]);

/** Arcs of equal colour and width in one path: thousands of single strokes would take longer than a frame. */
function drawArcs(context: CanvasRenderingContext2D, arcs: readonly DrawnArc[], look: SceneLook): void {
  const widthOf = ({ forth, back }: DrawnArc): number => Math.round(arcWidth(forth + back));
  const like = Map.groupBy(arcs, (arc) => `${arc.tone} ${String(widthOf(arc))}`);
  context.globalAlpha = 0.5;
  for (const same of like.values()) {
    const [first] = same;
    if (first === undefined) continue;
    context.strokeStyle = look.colourOf(first.tone);
    context.lineWidth = widthOf(first);
    stroke(context, same);
  }
  context.globalAlpha = 1;
  for (const arc of arcs) {
    if (arc.id !== look.hoveredId && !hasPair(arc, look.opened)) continue;
    context.strokeStyle = look.accent;
    context.lineWidth = widthOf(arc) + 2;
    stroke(context, [arc]);
  }
}

/** Straight dashed lines below the arcs. */
function drawLinks(context: CanvasRenderingContext2D, { links }: DrawnScene, look: SceneLook): void {
  context.save();
  context.setLineDash([6, 4]);
  context.lineWidth = 2.5;
  for (const { from, to, tone } of links) {
    context.strokeStyle = look.colourOf(tone);
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  context.restore();
}

/** A dot on the map, a frame where a group has no place on it. */
function drawGroup(
  context: CanvasRenderingContext2D,
  { nodes, at, isAside }: NodeGroup,
  look: SceneLook,
): void {
  const isChosen = nodes.some((node) => look.chosen.has(node));
  const strong = isChosen ? look.accent : look.text;
  context.beginPath();
  context.lineWidth = 2;
  if (isAside) context.roundRect(at.x - 9, at.y - 9, 18, 18, 5);
  else context.arc(at.x, at.y, nodes.length > 1 ? 10 : 6, 0, 2 * Math.PI);
  context.fillStyle = isAside ? look.halo : strong;
  context.strokeStyle = isAside ? strong : look.halo;
  context.fill();
  context.stroke();
  if (nodes.length === 1) return;
  context.fillStyle = isAside ? strong : look.halo;
  context.fillText(String(nodes.length), at.x, at.y + 4);
}

function drawGroups(context: CanvasRenderingContext2D, { groups, arcs }: DrawnScene, look: SceneLook): void {
  const weights = new Map<string, number>();
  for (const { from, to, forth, back } of arcs)
    for (const { id } of [from, to]) weights.set(id, (weights.get(id) ?? 0) + forth + back);
  const ordered = groups.toSorted((a, b) => (weights.get(b.id) ?? 0) - (weights.get(a.id) ?? 0));
  context.font = look.font;
  context.textAlign = 'center';
  context.lineJoin = 'round';
  for (const [index, group] of ordered.entries()) {
    const { nodes, at } = group;
    drawGroup(context, group, look);
    if (index >= NAMED) continue;
    context.lineWidth = 3;
    context.strokeStyle = look.halo;
    const name = look.nameOf(nodes);
    context.strokeText(name, at.x, at.y + 24);
    context.fillStyle = look.text;
    context.fillText(name, at.x, at.y + 24);
  }
}

/** Draws everything that does not move. */
export function drawScene(context: CanvasRenderingContext2D, scene: DrawnScene, look: SceneLook): void {
  drawLinks(context, scene, look);
  drawArcs(context, scene.arcs, look);
  drawGroups(context, scene, look);
}

/** The arc under a point, the nearest one. */
export function arcAt(arcs: readonly DrawnArc[], point: Point): DrawnArc | undefined {
  let found: DrawnArc | undefined;
  let least = HIT_PIXELS;
  for (const arc of arcs) {
    const distance = distanceFrom(arc.curve, point);
    if (distance >= least) continue;
    least = distance;
    found = arc;
  }
  return found;
}

/** The group under a point. */
export const groupAt = (scene: DrawnScene, { x, y }: Point): DrawnScene['groups'][number] | undefined =>
  scene.groups.find(({ at }) => Math.hypot(at.x - x, at.y - y) <= 12);
