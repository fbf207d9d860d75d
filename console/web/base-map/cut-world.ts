import type { Feature, FeatureCollection, LineString, MultiPolygon, Position } from 'geojson';

type Ring = Position[];
const half = 180;
const fullTurn = 360;

/** Longitudes made continuous: a ring that leaves at 180° continues at 181° instead of jumping to -179°. */
export function unroll(ring: readonly Position[]): Ring {
  const out: Ring = [];
  let shift = 0;
  let before: number | undefined;
  for (const [longitude = 0, latitude = 0] of ring) {
    if (before !== undefined) {
      const step = longitude - before;
      if (step > half) shift -= fullTurn;
      else if (step < -half) shift += fullTurn;
    }
    before = longitude;
    out.push([longitude + shift, latitude]);
  }
  return closeOverPole(out);
}

/** A ring around a pole ends one turn away from its beginning: it is closed along the edge of the map. */
function closeOverPole(ring: Ring): Ring {
  const first = ring[0];
  const last = ring.at(-1);
  if (first === undefined || last === undefined) return ring;
  const [from = 0, latitude = 0] = first;
  const [to = 0] = last;
  if (Math.abs(to - from) < half) return ring;
  const pole = latitude < 0 ? -90 : 90;
  return [...ring, [to, pole], [from, pole], first];
}

interface Edge {
  readonly x: number;
  readonly keeps: (longitude: number) => boolean;
}

/** Cuts a ring along a meridian (Sutherland and Hodgman). */
function clip(ring: Ring, { x, keeps }: Edge): Ring {
  const out: Ring = [];
  ring.forEach((point, index) => {
    const previous = ring[(index + ring.length - 1) % ring.length] ?? point;
    const [ax = 0, ay = 0] = previous;
    const [bx = 0, by = 0] = point;
    if (keeps(ax) !== keeps(bx)) out.push([x, ay + ((x - ax) / (bx - ax)) * (by - ay)]);
    if (keeps(bx)) out.push(point);
  });
  return out;
}

/** The part of a ring inside one turn of the world, moved to -180…180. */
function inTurn(ring: Ring, turn: number): Ring {
  const west = turn * fullTurn - half;
  const east = west + fullTurn;
  const cut = clip(clip(ring, { x: west, keeps: (x) => x >= west }), { x: east, keeps: (x) => x <= east });
  return cut.map(([x = 0, y = 0]) => [x - turn * fullTurn, y]);
}

const close = (ring: Ring): Ring => {
  const first = ring[0];
  return first === undefined ? ring : [...ring, first];
};

const leastPoints = 3;

/** Cuts a polygon at ±180°, so that no filled area smears across the map. */
export function cutPolygon(polygon: readonly (readonly Position[])[]): Position[][][] {
  const rings = polygon.map(unroll);
  return [-1, 0, 1].flatMap((turn) => {
    const [outer, ...holes] = rings.map((ring) => inTurn(ring, turn));
    if (outer === undefined || outer.length < leastPoints) return [];
    return [[close(outer), ...holes.filter((hole) => hole.length >= leastPoints).map(close)]];
  });
}

/** Parts of a line that do not jump over the date line. */
export function cutLine(line: readonly Position[]): Position[][] {
  const parts: Position[][] = [[]];
  let before: number | undefined;
  for (const point of line) {
    const [longitude = 0] = point;
    if (before !== undefined && Math.abs(longitude - before) > half) parts.push([]);
    parts.at(-1)?.push(point);
    before = longitude;
  }
  return parts.filter(({ length }) => length > 1);
}

const decimals = 100;

/** Two decimals (about a kilometre) are finer than the data; points that fall together are dropped. */
export function thin(points: readonly Position[]): Position[] {
  const rounded = points.map(([x = 0, y = 0]): Position => [
    Math.round(x * decimals) / decimals,
    Math.round(y * decimals) / decimals,
  ]);
  return rounded.filter(
    ([x, y], index) => index === 0 || x !== rounded[index - 1]?.[0] || y !== rounded[index - 1]?.[1],
  );
}

type WorldFeature = Feature<MultiPolygon | LineString, { readonly kind: 'land' | 'border' }>;

/** The base map: land, the borders inside it and names on it, ready to draw. */
export function baseMap(
  land: MultiPolygon,
  borders: readonly (readonly Position[])[],
  names: readonly Feature[],
): FeatureCollection {
  const coordinates = land.coordinates
    .flatMap((polygon) => cutPolygon(polygon))
    .map((polygon) => polygon.map(thin));
  const lines = borders
    .flatMap((line) => cutLine(line))
    .map((line): WorldFeature => ({
      type: 'Feature',
      properties: { kind: 'border' },
      geometry: { type: 'LineString', coordinates: thin(line) },
    }));
  const area: WorldFeature = {
    type: 'Feature',
    properties: { kind: 'land' },
    geometry: { type: 'MultiPolygon', coordinates },
  };
  return { type: 'FeatureCollection', features: [area, ...lines, ...names] };
}
