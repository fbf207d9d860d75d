import type { Status } from '../severity/severity.ts';
import type { SitePoint } from './site-point.ts';

/** Points whose status differs from the drawn one: only these are updated on the map. */
export function statusChanges(
  drawn: ReadonlyMap<number, Status>,
  points: readonly SitePoint[],
): readonly SitePoint[] {
  return points.filter((point) => drawn.get(point.id) !== point.status);
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
