import { curveLength, type Curve } from './arc-geometry.ts';

/** Pixels per second. */
export const SPEED = 90;

/** One direction of an arc. */
export interface Lane {
  readonly id: string;
  readonly curve: Curve;
  /** Against the curve. */
  readonly reversed: boolean;
  /** Bits per second. */
  readonly bps: number;
  /** 0xrrggbb. */
  readonly colour: number;
}

/** Seconds that a particle takes along a curve. */
export const travelSeconds = (curve: Curve): number => Math.max(0.4, curveLength(curve) / SPEED);

const steps = [1, 2, 5] as const;
const LEAST_SCALE = 1_000;

/**
 * Bits that a particle stands for: the least of 1, 2, 5, 10, 20 … kilobits with which at most `most` particles are on the way at once.
 */
export function particleScale(lanes: readonly Pick<Lane, 'bps' | 'curve'>[], most: number): number {
  const onWay = lanes.reduce((sum, { bps, curve }) => sum + bps * travelSeconds(curve), 0);
  for (let power = LEAST_SCALE; ; power *= 10)
    for (const step of steps) if (onWay / (step * power) <= most) return step * power;
}

/** Receives where particles are. */
export type PlaceParticle = (x: number, y: number, colour: number) => void;

interface Phase {
  /** Particles sent so far. */
  sent: number;
}

/**
 * The particles of lanes: each is sent when another `scale` bits have passed, so that their number per second is the rate of the lane.
 * They have no state of their own: where they are follows from how many were sent.
 */
export class ParticleStream {
  readonly #phases = new Map<string, Phase>();
  #lanes: readonly (Lane & { readonly seconds: number })[] = [];
  #scale = LEAST_SCALE;

  /** A lane that was shown before keeps its particles on the way. */
  show(lanes: readonly Lane[], scale: number): void {
    this.#lanes = lanes.map((lane) => ({ ...lane, seconds: travelSeconds(lane.curve) }));
    this.#scale = scale;
    const ids = new Set(lanes.map(({ id }) => id));
    for (const id of this.#phases.keys()) if (!ids.has(id)) this.#phases.delete(id);
    // Spread by the golden ratio, so that lanes do not send at the same time.
    for (const [index, id] of [...ids].entries())
      if (!this.#phases.has(id)) this.#phases.set(id, { sent: (index * 0.618_034) % 1 });
  }

  /** Moves on by some seconds and reports every particle on its way; returns their number. */
  advance(seconds: number, place: PlaceParticle): number {
    let count = 0;
    for (const { id, curve, reversed, bps, colour, seconds: travel } of this.#lanes) {
      const phase = this.#phases.get(id);
      if (phase === undefined || bps <= 0) continue;
      const perSecond = bps / this.#scale;
      phase.sent += perSecond * seconds;
      const first = Math.ceil(phase.sent - perSecond * travel);
      const { from, bend, to } = curve;
      for (let number = first; number <= phase.sent; number += 1) {
        const way = (phase.sent - number) / (perSecond * travel);
        const share = reversed ? 1 - way : way;
        const left = 1 - share;
        const [a, b, c] = [left * left, 2 * left * share, share * share];
        place(a * from.x + b * bend.x + c * to.x, a * from.y + b * bend.y + c * to.y, colour);
        count += 1;
      }
    }
    return count;
  }
}
