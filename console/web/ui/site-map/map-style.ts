import type {
  ExpressionSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { FeatureCollection } from 'geojson';
import type { Status } from '../severity/severity.ts';
import type { SitePoint } from './site-point.ts';

export interface MapColours {
  readonly water: string;
  readonly land: string;
  readonly border: string;
  readonly halo: string;
  readonly text: string;
  readonly accent: string;
  readonly status: Readonly<Record<Status, string>>;
}

/** Drawing order: the worst status on top. */
export const markerOrder: readonly Status[] = ['unknown', 'ok', 'minor', 'major', 'critical'];
export const markerLayers = markerOrder.map((status) => `site-${status}`);
export const siteSource = 'sites';

const state = (name: string): ExpressionSpecification => ['feature-state', name];
const statusIs = (status: Status): ExpressionSpecification => [
  '==',
  ['coalesce', state('status'), 'unknown'],
  status,
];

/** Layout properties cannot use feature state, opacity can: each site is in every layer and visible in one. */
const marker = (status: Status): SymbolLayerSpecification => ({
  id: `site-${status}`,
  type: 'symbol',
  source: siteSource,
  layout: {
    'icon-image': status,
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
    'icon-size': [
      'interpolate',
      ['linear'],
      ['zoom'],
      2,
      status === 'ok' ? 0.5 : 0.8,
      7,
      status === 'ok' ? 0.8 : 1.15,
    ],
  },
  paint: {
    'icon-opacity': ['case', statusIs(status), ['case', ['boolean', state('dim'), false], 0.25, 1], 0],
  },
});

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

const labels = (colours: MapColours): LayerSpecification => ({
  id: 'site-name',
  type: 'symbol',
  source: siteSource,
  minzoom: 5.2,
  layout: {
    'text-field': ['get', 'name'],
    'text-font': ['Inter Variable', 'sans-serif'],
    'text-size': 12,
    'text-anchor': 'top',
    'text-offset': [0, 0.9],
    'text-optional': true,
  },
  paint: { 'text-color': colours.text, 'text-halo-color': colours.halo, 'text-halo-width': 1.4 },
});

export const featuresOf = (points: readonly SitePoint[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: points.map(({ id, name, longitude, latitude }) => ({
    type: 'Feature',
    id,
    properties: { name },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
});

/** Without `glyphs`: labels use the fonts of the page, so the map makes no external requests. */
export const mapStyle = (
  colours: MapColours,
  worldUrl: string,
  points: readonly SitePoint[],
): StyleSpecification => ({
  version: 8,
  sources: {
    world: { type: 'geojson', data: worldUrl, tolerance: 0.4, maxzoom: 8 },
    [siteSource]: { type: 'geojson', data: featuresOf(points) },
  },
  layers: [
    ...base(colours),
    ...rings(colours),
    ...markerOrder.map((status) => marker(status)),
    labels(colours),
  ],
});
