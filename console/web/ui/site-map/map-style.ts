import type {
  ExpressionSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { FeatureCollection } from 'geojson';
import type { MapColours } from './map-colours.ts';
import { clustering, clusters, isSite, markerRank } from './map-clusters.ts';
import { markerBox } from './marker-image.ts';
import type { SitePoint } from './site-point.ts';
import type { Language } from '#web/lib/text.ts';

export const siteSource = 'sites';
export const siteLayer = 'site-markers';
/** Image of the mark of a silence. */
export const silenceImage = 'silence-mark';

const state = (name: string): ExpressionSpecification => ['feature-state', name];

const ofSites = { id: siteLayer, type: 'symbol', source: siteSource, filter: isSite } as const;
const markerImages: SymbolLayerSpecification['layout'] = {
  'icon-image': ['get', 'status'],
  'icon-allow-overlap': true,
  // The name of the site is close to it.
  'icon-ignore-placement': true,
};

const markers: SymbolLayerSpecification = {
  ...ofSites,
  layout: {
    ...markerImages,
    'icon-size': [
      'interpolate',
      ['linear'],
      ['zoom'],
      2,
      ['case', ['==', ['get', 'status'], 'ok'], 0.5, 0.8],
      7,
      ['case', ['==', ['get', 'status'], 'ok'], 0.8, 1.15],
    ],
    'symbol-sort-key': ['get', 'rank'],
  },
};

/** More pixels than a marker has across. */
const RANK_STEP = 1_000;

/** Markers whose size stands for a value, the same at any zoom. The worst is above all; of one status the smaller, which the larger would cover. */
const sizedMarkers: SymbolLayerSpecification = {
  ...ofSites,
  layout: {
    ...markerImages,
    'icon-size': ['/', ['get', 'diameter'], markerBox],
    'symbol-sort-key': ['-', ['*', ['get', 'rank'], RANK_STEP], ['get', 'diameter']],
  },
  paint: { 'icon-opacity': 0.85 },
};

const base = (colours: MapColours): LayerSpecification[] => [
  { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
  {
    id: 'land',
    type: 'fill',
    source: 'world',
    filter: ['==', ['get', 'kind'], 'land'],
    paint: { 'fill-color': colours.land, 'fill-outline-color': colours.border },
  },
  {
    id: 'borders',
    type: 'line',
    source: 'world',
    filter: ['==', ['get', 'kind'], 'border'],
    paint: {
      'line-color': colours.border,
      'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.5, 8, 1.4],
    },
  },
];

const rings = (colours: MapColours): LayerSpecification[] => [
  {
    id: 'site-chosen',
    type: 'circle',
    source: siteSource,
    filter: isSite,
    paint: {
      'circle-radius': 15,
      'circle-color': colours.accent,
      'circle-opacity': ['case', ['boolean', state('chosen'), false], 0.22, 0],
      'circle-stroke-color': colours.accent,
      'circle-stroke-width': 2,
      'circle-stroke-opacity': ['case', ['boolean', state('chosen'), false], 1, 0],
    },
  },
];

const font = ['Inter Variable', 'sans-serif'];
const halo = (colours: MapColours) => ({ 'text-halo-color': colours.halo, 'text-halo-width': 1.4 });

const NAME_SIZE = 12;
/** Below a marker, in the letters of names; `text-radial-offset` is the only one that a value can decide. */
const belowMarker: SymbolLayerSpecification['layout'] = {
  'text-radial-offset': ['+', 0.2, ['/', ['get', 'diameter'], 2 * NAME_SIZE]],
};
const belowShape: SymbolLayerSpecification['layout'] = {
  'text-offset': ['case', ['has', 'point_count'], ['literal', [0, 2]], ['literal', [0, 0.9]]],
};

/** Names of sites; of joined sites the city, if they share one. */
const siteNames = (colours: MapColours, isSized: boolean): LayerSpecification => ({
  id: 'site-name',
  type: 'symbol',
  source: siteSource,
  minzoom: 4,
  layout: {
    'text-field': ['case', ['has', 'point_count'], ['get', 'city'], ['get', 'name']],
    'text-font': font,
    'text-size': NAME_SIZE,
    'text-anchor': 'top',
    ...(isSized ? belowMarker : belowShape),
    'text-max-width': 12,
    'text-optional': true,
    // Of two names that collide, the one of the site in alarm stays.
    'symbol-sort-key': ['-', 0, ['coalesce', ['get', 'worst'], ['get', 'rank']]],
  },
  paint: { 'text-color': colours.text, ...halo(colours) },
});

const countryNames = (colours: MapColours, language: Language): LayerSpecification => ({
  id: 'country-name',
  type: 'symbol',
  source: 'world',
  filter: [
    'all',
    ['==', ['get', 'kind'], 'country'],
    // Small countries only where there is room for their names.
    ['>=', ['get', 'area'], ['step', ['zoom'], 20, 3, 5, 4, 2, 5, 0.5, 6, 0.1, 7, 0]],
  ],
  minzoom: 2,
  maxzoom: 8,
  layout: {
    'text-field': ['get', language],
    'text-font': font,
    'text-size': ['interpolate', ['linear'], ['zoom'], 2, 10, 6, 14],
    'text-letter-spacing': 0.12,
    'text-transform': 'uppercase',
    'text-max-width': 8,
    'text-variable-anchor': ['center', 'bottom', 'top', 'left', 'right'],
    'text-radial-offset': 1.6,
    'symbol-sort-key': ['-', 0, ['get', 'area']],
  },
  paint: { 'text-color': colours.place, ...halo(colours) },
});

/** A small bell next to the marker of a site with a silence. */
const silenceMarks: SymbolLayerSpecification = {
  id: 'site-silence',
  type: 'symbol',
  source: siteSource,
  filter: ['all', ['!', ['has', 'point_count']], ['==', ['get', 'silenced'], true]],
  layout: {
    'icon-image': silenceImage,
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
    'icon-size': ['interpolate', ['linear'], ['zoom'], 2, 0.7, 7, 0.9],
    'icon-offset': [13, -11],
  },
};

export const propertiesOf = ({ name, city, status, silenced, diameter }: SitePoint) => ({
  name,
  city,
  status,
  silenced,
  rank: markerRank(status),
  ...(diameter !== undefined && { diameter }),
});

export const featuresOf = (points: readonly SitePoint[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: points.map((point) => ({
    type: 'Feature',
    id: point.id,
    properties: propertiesOf(point),
    geometry: { type: 'Point', coordinates: [point.longitude, point.latitude] },
  })),
});

interface Style {
  readonly colours: MapColours;
  readonly language: Language;
  readonly worldUrl: string;
  readonly points: readonly SitePoint[];
  /** Whether the size of a marker stands for a value. Then no sites are joined: their sizes are compared. */
  readonly isSized: boolean;
}

/** Without `glyphs`: labels use the fonts of the page, so the map makes no external requests. */
export const mapStyle = ({ colours, language, worldUrl, points, isSized }: Style): StyleSpecification => ({
  version: 8,
  sources: {
    world: { type: 'geojson', data: worldUrl, tolerance: 0.4, maxzoom: 8 },
    [siteSource]: { type: 'geojson', data: featuresOf(points), ...(!isSized && clustering) },
  },
  layers: [
    ...base(colours),
    countryNames(colours, language),
    ...rings(colours),
    siteNames(colours, isSized),
    clusters(colours, siteSource),
    isSized ? sizedMarkers : markers,
    silenceMarks,
  ],
});
