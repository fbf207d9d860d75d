import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curveBetween, distanceFrom, curveLength, pointAt } from './arc-geometry.ts';
import { groupArcs, groupPlaces } from './group-places.ts';
import { ParticleStream, particleScale, travelSeconds } from './particles.ts';

const point = fc.record({ x: fc.integer({ min: 0, max: 2_000 }), y: fc.integer({ min: 0, max: 1_200 }) });
const curve = curveBetween({ x: 0, y: 0 }, { x: 900, y: 0 });

describe('curves', () => {
  it('begin and end at their places, and are hit on their way', () => {
    fc.assert(
      fc.property(point, point, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, share) => {
        const own = curveBetween(from, to);
        expect(pointAt(own, 0)).toEqual(from);
        expect(pointAt(own, 1).x).toBeCloseTo(to.x);
        expect(distanceFrom(own, pointAt(own, share))).toBeLessThan(4);
        expect(curveLength(own)).toBeGreaterThanOrEqual(Math.hypot(to.x - from.x, to.y - from.y) - 1e-6);
      }),
    );
  });

  it('back and forth between two places are two curves', () => {
    const back = curveBetween(curve.to, curve.from);
    expect(pointAt(curve, 0.5).y).toBeLessThan(0);
    expect(pointAt(back, 0.5).y).toBeGreaterThan(0);
  });
});

describe('groups', () => {
  const nodes = fc.array(point, { maxLength: 60 }).map((places) =>
    places.map((at, index) => ({
      id: index + 1,
      at,
      aside: index % 7 === 0 ? `aside ${String(index)}` : undefined,
    })),
  );
  const arcsOf = (count: number) =>
    Array.from({ length: count * 2 }, (_, index) => ({
      one: (index % count) + 1,
      other: ((index * 7) % count) + 1,
      forth: index + 1,
      back: index * 3,
    }));

  it('have every node once, and rates between groups add up to those of their arcs', () => {
    fc.assert(
      fc.property(nodes, (placed) => {
        const groups = groupPlaces(placed);
        expect(groups.flatMap((group) => group.nodes).sort((a, b) => a - b)).toEqual(
          placed.map(({ id }) => id),
        );
        const of = new Map(groups.flatMap((group) => group.nodes.map((id) => [id, group.id])));
        const arcs = arcsOf(Math.max(1, placed.length));
        const between = arcs.filter(({ one, other }) => of.get(one) !== of.get(other) && placed.length > 0);
        const drawn = groupArcs(groups, arcs);
        const sum = (each: readonly { readonly forth: number; readonly back: number }[]) =>
          each.reduce((all, { forth, back }) => all + forth + back, 0);
        expect(sum(drawn)).toBe(sum(between));
        expect(new Set(drawn.map(({ id }) => id)).size).toBe(drawn.length);
      }),
    );
  });

  it('of the same places are the same in any order', () => {
    const placed = [
      { id: 3, at: { x: 10, y: 10 } },
      { id: 1, at: { x: 30, y: 12 } },
      { id: 2, at: { x: 400, y: 10 } },
    ];
    const ids = (list: typeof placed) => groupPlaces(list).map(({ id }) => id);
    expect(ids(placed)).toEqual(['1,3', '2']);
    expect(ids(placed.toReversed())).toEqual(ids(placed));
  });
});

describe('particles', () => {
  const lane = { id: 'a', curve, reversed: false, bps: 1_000_000, colour: 1 };

  it('pass at the rate of the traffic, whatever the frames', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 5_000_000 }),
        fc.array(fc.integer({ min: 5, max: 120 }), { minLength: 200, maxLength: 400 }),
        (bps, frames) => {
          const stream = new ParticleStream();
          const scale = 50_000;
          stream.show([{ ...lane, bps }], scale);
          let seen = 0;
          let seconds = 0;
          for (const frame of frames) {
            stream.advance(frame / 1_000, () => undefined);
            seconds += frame / 1_000;
          }
          seen = stream.advance(0, () => undefined);
          const onWay = (bps / scale) * travelSeconds(curve);
          // Those on the way are the rate times the time that each takes, to one particle.
          expect(Math.abs(seen - onWay)).toBeLessThanOrEqual(1);
          expect(seconds).toBeGreaterThan(0);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('are at most as many as are drawn, at the finest scale that allows it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10_000_000_000 }), { maxLength: 200 }), (rates) => {
        const lanes = rates.map((bps, index) => ({ ...lane, id: String(index), bps }));
        const scale = particleScale(lanes, 2_000);
        const onWay = rates.reduce((sum, bps) => sum + (bps / scale) * travelSeconds(curve), 0);
        expect(onWay).toBeLessThanOrEqual(2_000);
        expect(scale === 1_000 || onWay > 2_000 / 2.6).toBe(true);
      }),
    );
  });

  it('run against the curve in the other direction, and keep their place when rates change', () => {
    const stream = new ParticleStream();
    const xs = (): number[] => {
      const found: number[] = [];
      stream.advance(0, (x) => found.push(x));
      return found;
    };
    stream.show([{ ...lane, reversed: true, bps: 60_000 }], 50_000);
    stream.advance(1, () => undefined);
    const before = Math.max(...xs());
    stream.advance(0.5, () => undefined);
    expect(Math.min(...xs())).toBeLessThan(before);
    stream.show([{ ...lane, reversed: true, bps: 60_000 }], 50_000);
    expect(xs()).toHaveLength(xs().length);
  });
});
