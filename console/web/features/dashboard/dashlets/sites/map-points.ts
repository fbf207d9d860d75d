import type { MapBounds, SitePoint } from '#web/ui/site-map/site-point.ts';
import { diameterOf, type MarkerSizes } from './marker-size.ts';
import type { SiteState } from './site-states.ts';

/** A single site, or sites of one town, in their surroundings. */
const LEAST_DEGREES = 0.5;

interface PointOptions {
  readonly valueOf: (site: SiteState) => string;
  /** Undefined: size stands for nothing. */
  readonly sizes: MarkerSizes | undefined;
}

/** Sites as points of a map; those without a position are none. */
export const mapPoints = (
  sites: readonly SiteState[],
  { valueOf, sizes }: PointOptions,
): readonly SitePoint[] =>
  sites.flatMap((site) => {
    const { id, name, city, position, status, sized } = site;
    const note = [city, valueOf(site)].filter((part) => part !== '').join(' · ');
    if (position === undefined) return [];
    const diameter = sizes && { diameter: diameterOf(sized, sizes) };
    return [{ id, name, city, ...position, status, silenced: false, note, ...diameter }];
  });

/** What contains all points; undefined: there are none. */
export function pointBounds(
  points: readonly Pick<SitePoint, 'longitude' | 'latitude'>[],
): MapBounds | undefined {
  if (points.length === 0) return undefined;
  const around = (values: readonly number[]): readonly [number, number] => {
    const [least, greatest] = values.reduce(
      ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
      [Infinity, -Infinity] as [number, number],
    );
    const edge = Math.max(0, (LEAST_DEGREES - (greatest - least)) / 2);
    return [least - edge, greatest + edge];
  };
  const [west, east] = around(points.map(({ longitude }) => longitude));
  const [south, north] = around(points.map(({ latitude }) => latitude));
  return [west, south, east, north];
}
