import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { basePath } from '#web/lib/base-path.ts';
import { markerRank } from '#web/ui/site-map/map-clusters.ts';
import type { SitePoint } from '#web/ui/site-map/site-point.ts';
import { pointBounds } from './map-points.ts';
import { landPath, projectionOf, type Ring, type Size } from './paper-map.ts';

interface BaseMap {
  readonly features: readonly {
    readonly properties: { readonly kind: string };
    readonly geometry: { readonly coordinates: readonly (readonly Ring[])[] };
  }[];
}

/** The rings of the land of the base map. */
async function readLand(signal: AbortSignal): Promise<readonly Ring[]> {
  const response = await fetch(`${basePath()}/base-map/world.json`, { signal });
  if (!response.ok) throw new Error(`the base map has status ${String(response.status)}`);
  const { features } = (await response.json()) as BaseMap;
  return features
    .filter(({ properties }) => properties.kind === 'land')
    .flatMap(({ geometry }) => geometry.coordinates.flat());
}

const RADIUS = { ok: 3.5, other: 5.5 };
const radiusOf = ({ status, diameter }: SitePoint): number =>
  diameter === undefined ? (status === 'ok' ? RADIUS.ok : RADIUS.other) : diameter / 2;
/** Between a site and its name. */
const NAME_GAP = 2.5;

/** As on the screen: the worst is above all, and of one status the smaller. */
const drawingOrder = (points: readonly SitePoint[]): readonly SitePoint[] =>
  points
    .toReversed()
    .toSorted(
      (one, other) =>
        markerRank(one.status) - markerRank(other.status) || (other.diameter ?? 0) - (one.diameter ?? 0),
    );
/** Names that do not cover the map. */
const MAX_NAMES = 12;

interface Props {
  readonly label: string;
  /** The worst first. */
  readonly points: readonly SitePoint[];
  readonly size: Size;
}

/** The map as a drawing: paper has no graphics context. Without the base map the sites are shown by themselves. */
export function PaperMap({ label, points, size }: Props) {
  const land = useQuery({
    queryKey: ['base-map-land'],
    queryFn: ({ signal }) => readLand(signal),
    staleTime: Infinity,
    retry: false,
  });
  const project = useMemo(() => projectionOf(pointBounds(points) ?? [-10, 35, 30, 60], size), [points, size]);
  const path = useMemo(() => landPath(land.data ?? [], project, size), [land.data, project, size]);
  const { width, height } = size;
  const named = new Set(
    points
      .filter(({ status }) => status !== 'ok')
      .slice(0, MAX_NAMES)
      .map(({ id }) => id),
  );
  return (
    <svg
      className="tt-paper-map"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      data-waiting={land.isPending || undefined}
    >
      <path className="tt-paper-map-land" d={path} />
      {drawingOrder(points).map((point) => {
        const { id, name, status, longitude, latitude, diameter } = point;
        const [x, y] = project(longitude, latitude);
        const radius = radiusOf(point);
        return (
          <g key={id} data-status={status}>
            <circle
              className="tt-paper-map-site"
              cx={x}
              cy={y}
              r={radius}
              data-sized={diameter !== undefined || undefined}
            />
            {named.has(id) && (
              <text x={x + radius + NAME_GAP} y={y + 4}>
                {name}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
