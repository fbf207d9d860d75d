import type { MapBounds, SitePoint } from '#web/ui/site-map/site-point.ts';
import type { SiteState } from './site-states.ts';

/** A single site, or sites of one town, in their surroundings. */
const LEAST_DEGREES = 0.5;

/** Sites as points of a map; those without a position are none. */
export const mapPoints = (
  sites: readonly SiteState[],
  valueOf: (site: SiteState) => string,
): readonly SitePoint[] =>
  sites.flatMap((site) => {
    const { id, name, city, position, status } = site;
    const note = [city, valueOf(site)].filter((part) => part !== '').join(' · ');
    return position === undefined ? [] : [{ id, name, city, ...position, status, silenced: false, note }];
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
