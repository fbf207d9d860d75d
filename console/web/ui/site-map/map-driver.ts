import { Map as MapLibre, setWorkerUrl, type GeoJSONSource, type MapMouseEvent } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { Status } from '../severity/severity.ts';
import { mapColours } from './map-colours.ts';
import { featuresOf, mapStyle, markerLayers, markerOrder, siteSource } from './map-style.ts';
import { markerImage, markerScale } from './marker-image.ts';
import type { MapBounds, MapStart, MapView, SitePoint } from './site-point.ts';
import { samePlaces, statusChanges } from './status-changes.ts';

setWorkerUrl(workerUrl);

export interface MapEvents {
  /** The visible area. */
  readonly onArea: (bounds: MapBounds) => void;
  /** The user moved the map. */
  readonly onView: (view: MapView) => void;
  readonly onPick: (id: number) => void;
  /** The site under the pointer with its screen position, or none. */
  readonly onHover: (
    hover: { readonly id: number; readonly x: number; readonly y: number } | undefined,
  ) => void;
}

export interface MapDriver {
  show(points: readonly SitePoint[], chosen: ReadonlySet<number>): void;
  fit(bounds: MapBounds): void;
  flyTo(place: Pick<SitePoint, 'longitude' | 'latitude'>): void;
  zoomBy(steps: number): void;
  destroy(): void;
}

const fitPadding = 32;
const closeEnough = 7;
/** Marks moves started by our buttons. */
const asked = { asked: true };
const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

function boundsOf(map: MapLibre): MapBounds {
  const bounds = map.getBounds();
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
}

function viewOf(map: MapLibre): MapView {
  const { lng, lat } = map.getCenter();
  return { center: [round(lng, 4), round(lat, 4)], zoom: round(map.getZoom(), 2) };
}

function listen(map: MapLibre, events: MapEvents): void {
  const siteAt = ({ point }: MapMouseEvent): number | undefined => {
    const around: [[number, number], [number, number]] = [
      [point.x - 8, point.y - 8],
      [point.x + 8, point.y + 8],
    ];
    const found = map.queryRenderedFeatures(around, { layers: markerLayers });
    const worst = found.toSorted(
      (a, b) =>
        markerOrder.indexOf(b.state['status'] as Status) - markerOrder.indexOf(a.state['status'] as Status),
    )[0];
    return worst === undefined ? undefined : Number(worst.id);
  };
  events.onArea(boundsOf(map));
  map.on('moveend', (event) => {
    events.onArea(boundsOf(map));
    // Resizing the window moves the map too; only moves by the user are reported.
    if (event.originalEvent !== undefined || 'asked' in event) events.onView(viewOf(map));
  });
  map.on('click', (event) => {
    const id = siteAt(event);
    if (id !== undefined) events.onPick(id);
  });
  map.on('mousemove', (event) => {
    const id = map.isStyleLoaded() === true ? siteAt(event) : undefined;
    map.getCanvas().style.cursor = id === undefined ? '' : 'pointer';
    events.onHover(id === undefined ? undefined : { id, x: event.point.x, y: event.point.y });
  });
  map.on('mouseout', () => events.onHover(undefined));
}

interface Start {
  readonly container: HTMLElement;
  readonly label: string;
  readonly worldUrl: string;
  readonly view: MapStart;
  readonly points: readonly SitePoint[];
}

const startAt = (view: MapStart) =>
  'bounds' in view
    ? {
        bounds: [...view.bounds] as [number, number, number, number],
        fitBoundsOptions: { padding: fitPadding, maxZoom: closeEnough },
      }
    : { center: [...view.center] as [number, number], zoom: view.zoom };

function createMap({ container, label, worldUrl, view, points }: Start): MapLibre {
  const colours = mapColours();
  const map = new MapLibre({
    container,
    style: mapStyle(colours, worldUrl, points),
    ...startAt(view),
    // World-wide sites also fit a low map.
    minZoom: 0,
    maxZoom: 12,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    renderWorldCopies: true,
    fadeDuration: 0,
    locale: { 'Map.Title': label },
  });
  map.touchZoomRotate.disableRotation();
  // Before the first tile is laid out: a tile that missed its images would stay empty.
  map.once('style.load', () => {
    for (const status of markerOrder) {
      map.addImage(status, markerImage(status, colours.status[status], colours.halo), {
        pixelRatio: markerScale,
      });
    }
  });
  return map;
}

/**
 * Keeps the relevant sites in sight when the map is resized, such as by a drawer: all sites until the user moves the map, then
 * the last selected site.
 */
function keepInSight(map: MapLibre, view: MapStart) {
  let last: Pick<SitePoint, 'longitude' | 'latitude'> | undefined;
  let isMoved = !('bounds' in view);
  const reveal = (): void => {
    if (last === undefined || map.getBounds().contains([last.longitude, last.latitude])) return;
    map.jumpTo({ center: [last.longitude, last.latitude] });
  };
  map.on('movestart', (event) => {
    if (event.originalEvent !== undefined || 'asked' in event) isMoved = true;
  });
  map.on('resize', () => {
    if (isMoved || !('bounds' in view)) return reveal();
    map.fitBounds([...view.bounds], { padding: fitPadding, maxZoom: closeEnough, animate: false });
  });
  return {
    choose(point: Pick<SitePoint, 'longitude' | 'latitude'> | undefined): void {
      last = point;
      reveal();
    },
  };
}

/** The map outside React. A change of status sets feature state and never replaces the geometry. */
export function startMap(start: Start, events: MapEvents): MapDriver {
  const map = createMap(start);
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let places = start.points;
  const drawn = new Map<number, Status>();
  let marked: ReadonlySet<number> = new Set();
  listen(map, events);
  const sight = keepInSight(map, start.view);

  const setState = (id: number, state: Record<string, unknown>) =>
    map.setFeatureState({ source: siteSource, id }, state);
  const mark = (chosen: ReadonlySet<number>) => {
    for (const id of new Set([...marked, ...chosen])) setState(id, { chosen: chosen.has(id) });
    const added = [...chosen].findLast((id) => !marked.has(id));
    marked = chosen;
    if (added !== undefined) sight.choose(places.find(({ id }) => id === added));
  };
  const draw = (points: readonly SitePoint[], chosen: ReadonlySet<number>) => {
    if (!samePlaces(places, points)) {
      const source: GeoJSONSource | undefined = map.getSource(siteSource);
      void source?.setData(featuresOf(points));
      places = points;
    }
    for (const { id, status } of statusChanges(drawn, points)) {
      setState(id, { status });
      drawn.set(id, status);
    }
    mark(chosen);
  };
  return {
    show(points, chosen) {
      if (map.getSource(siteSource) === undefined) map.once('styledata', () => draw(points, chosen));
      else draw(points, chosen);
    },
    fit: (bounds) =>
      map.fitBounds([...bounds], { padding: fitPadding, maxZoom: closeEnough, animate: !calm }, asked),
    flyTo: ({ longitude, latitude }) =>
      map.easeTo(
        {
          center: [longitude, latitude],
          zoom: Math.max(map.getZoom(), closeEnough),
          animate: !calm,
          duration: 500,
        },
        asked,
      ),
    zoomBy: (steps) => map.zoomTo(map.getZoom() + steps, { animate: !calm }, asked),
    destroy: () => map.remove(),
  };
}
