/** Pixels of the screen. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A quadratic curve from one end to the other, with its control point. */
export interface Curve {
  readonly from: Point;
  readonly bend: Point;
  readonly to: Point;
}

/** How far a curve bends to its left, as a share of its length. */
const BEND = 0.18;

/** The curve between two places: it bends to the left, seen from the first. */
export function curveBetween(from: Point, to: Point): Curve {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const bend = { x: (from.x + to.x) / 2 + dy * BEND, y: (from.y + to.y) / 2 - dx * BEND };
  return { from, bend, to };
}

/** The point of a curve at a share of its way, 0 to 1. */
export function pointAt({ from, bend, to }: Curve, share: number): Point {
  const left = 1 - share;
  const [a, b, c] = [left * left, 2 * left * share, share * share];
  return { x: a * from.x + b * bend.x + c * to.x, y: a * from.y + b * bend.y + c * to.y };
}

/** Mean of chord and control polygon: within a few percent of the length of a flat curve. */
export function curveLength({ from, bend, to }: Curve): number {
  const chord = Math.hypot(to.x - from.x, to.y - from.y);
  const around = Math.hypot(bend.x - from.x, bend.y - from.y) + Math.hypot(to.x - bend.x, to.y - bend.y);
  return (chord + around) / 2;
}

const SAMPLES = 16;

/** Least distance of a point from a curve, in pixels; from its sampled points. */
export function distanceFrom(curve: Curve, { x, y }: Point): number {
  let least = Infinity;
  let last = curve.from;
  for (let index = 1; index <= SAMPLES; index += 1) {
    const next = pointAt(curve, index / SAMPLES);
    least = Math.min(least, distanceFromLine({ x, y }, last, next));
    last = next;
  }
  return least;
}

function distanceFromLine({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / square));
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy);
}
