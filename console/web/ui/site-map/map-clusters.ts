import type {
  ExpressionSpecification,
  FilterSpecification,
  GeoJSONSourceSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { Status } from '../severity/severity.ts';
import type { MapColours } from './map-colours.ts';

/** Drawing order: the worst status on top. */
export const markerOrder: readonly Status[] = ['unknown', 'ok', 'minor', 'major', 'critical'];
export const markerRank = (status: Status): number => Math.max(0, markerOrder.indexOf(status));
const firstInAlarm = markerRank('minor');

/** Sites drawn as one. */
export interface ClusterSummary {
  readonly sites: number;
  readonly inAlarm: number;
  readonly worst: Status;
  /** The city they share, empty if they share none. */
  readonly city: string;
}

/** Above this zoom every site is drawn alone. */
export const lastClusterZoom = 8;
export const clusterLayer = 'site-clusters';

const get = (name: string): ExpressionSpecification => ['get', name];
const isInAlarm = (rank: string): ExpressionSpecification => ['>=', get(rank), firstInAlarm];
export const isCluster: FilterSpecification = ['has', 'point_count'];
export const isSite: FilterSpecification = ['!', ['has', 'point_count']];

/** Settings of the source that join sites which are close to each other on the screen. */
export const clustering: Pick<
  GeoJSONSourceSpecification,
  'cluster' | 'clusterRadius' | 'clusterMaxZoom' | 'clusterProperties'
> = {
  cluster: true,
  clusterRadius: 34,
  clusterMaxZoom: lastClusterZoom,
  clusterProperties: {
    worst: ['max', get('rank')],
    inAlarm: ['+', ['case', isInAlarm('rank'), 1, 0]],
    city: [['case', ['==', ['accumulated'], get('city')], ['accumulated'], ''], get('city')],
  },
};

export const summaryOf = (properties: Readonly<Record<string, unknown>>): ClusterSummary => ({
  sites: Number(properties['point_count']),
  inAlarm: Number(properties['inAlarm']),
  worst: markerOrder[Number(properties['worst'])] ?? 'unknown',
  city: typeof properties['city'] === 'string' ? properties['city'] : '',
});

export const clusterImage = (status: Status): string => `cluster-${status}`;

/** Shape and colour of the worst status, with the number of sites; below it the city that they share. */
export const clusters = (colours: MapColours, source: string): SymbolLayerSpecification => ({
  id: clusterLayer,
  type: 'symbol',
  source,
  filter: isCluster,
  layout: {
    'icon-image': ['concat', 'cluster-', ['at', get('worst'), ['literal', markerOrder]]],
    // Sites without an alarm stay in the background; names make room for all of them.
    'icon-size': [
      'case',
      isInAlarm('worst'),
      ['step', get('point_count'), 1.75, 10, 2, 100, 2.4],
      ['step', get('point_count'), 1.25, 10, 1.45, 100, 1.8],
    ],
    'icon-allow-overlap': true,
    'text-field': ['to-string', get('point_count_abbreviated')],
    'text-font': ['Inter Variable', 'sans-serif'],
    'text-size': ['case', isInAlarm('worst'), 12, 10],
    // The middle of a triangle is below its box.
    'text-offset': [
      'case',
      ['==', get('worst'), markerRank('major')],
      ['literal', [0, 0.28]],
      ['literal', [0, 0]],
    ],
    'text-allow-overlap': true,
    'symbol-sort-key': get('worst'),
  },
  paint: { 'text-color': colours.halo },
});
