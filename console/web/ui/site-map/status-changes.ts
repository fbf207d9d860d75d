import type { SitePoint } from './site-point.ts';

/** What a marker shows. */
export type DrawnSite = Pick<SitePoint, 'status' | 'silenced' | 'diameter'>;

/** Points whose status, silence or size differs from the drawn one: only these are updated on the map. */
export function statusChanges(
  drawn: ReadonlyMap<number, DrawnSite>,
  points: readonly SitePoint[],
): readonly SitePoint[] {
  return points.filter(({ id, status, silenced, diameter }) => {
    const before = drawn.get(id);
    return before?.status !== status || before.silenced !== silenced || before.diameter !== diameter;
  });
}

/** Whether points were added, removed or moved: only then the geometry is replaced. */
export function samePlaces(a: readonly SitePoint[], b: readonly SitePoint[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((point, index) => {
    const other = b[index];
    return (
      other !== undefined &&
      point.id === other.id &&
      point.longitude === other.longitude &&
      point.latitude === other.latitude
    );
  });
}
