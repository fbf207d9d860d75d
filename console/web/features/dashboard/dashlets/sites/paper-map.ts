import type { MapBounds } from '#web/ui/site-map/site-point.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

type Place = readonly [x: number, y: number];
/** Longitude and latitude to units of the paper. */
export type Projection = (longitude: number, latitude: number) => Place;

/** Web Mercator ends there (https://epsg.io/3857). */
const MAX_LATITUDE = 85.0511;
const EDGE = 24;

const mercator = (latitude: number): number => {
  const within = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude));
  return (Math.log(Math.tan(Math.PI / 4 + (within * Math.PI) / 360)) * 180) / Math.PI;
};

/** The projection of the map on the screen (Web Mercator) that fits bounds into a box. */
export function projectionOf([west, south, east, north]: MapBounds, { width, height }: Size): Projection {
  const [low, high] = [mercator(south), mercator(north)];
  const scale = Math.min(
    Math.max(1, width - 2 * EDGE) / Math.max(1e-6, east - west),
    Math.max(1, height - 2 * EDGE) / Math.max(1e-6, high - low),
  );
  const [x, y] = [(west + east) / 2, (low + high) / 2];
  return (longitude, latitude) => [
    width / 2 + (longitude - x) * scale,
    height / 2 - (mercator(latitude) - y) * scale,
  ];
}

/** Of the base map: rings of its land, as longitude and latitude. */
export type Ring = readonly (readonly [longitude: number, latitude: number])[];

/** The path of the rings that are in the box. */
export function landPath(rings: readonly Ring[], project: Projection, { width, height }: Size): string {
  const isSeen = (places: readonly Place[]): boolean =>
    places.some(([x]) => x >= 0) &&
    places.some(([x]) => x <= width) &&
    places.some(([, y]) => y >= 0) &&
    places.some(([, y]) => y <= height);
  return rings
    .map((ring) => ring.map(([longitude, latitude]) => project(longitude, latitude)))
    .filter(isSeen)
    .map((places) => `M${places.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`)
    .join('');
}
