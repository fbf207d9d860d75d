import { Map as MapLibre, setWorkerUrl, type GeoJSONSource, type MapMouseEvent } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { Language } from '#web/lib/text.ts';
import { mapColours } from './map-colours.ts';
import {
  clusterImage,
  clusterLayer,
  lastClusterZoom,
  markerOrder,
  markerRank,
  summaryOf,
  type ClusterSummary,
} from './map-clusters.ts';
import { featuresOf, mapStyle, siteLayer, siteSource, silenceImage } from './map-style.ts';
import { markerImage, markerScale, silenceMark } from './marker-image.ts';
import type { MapBounds, MapStart, MapView, SitePoint } from './site-point.ts';
import { samePlaces, statusChanges, type DrawnSite } from './status-changes.ts';

setWorkerUrl(workerUrl);

export interface MapEvents {
  /** The visible area. */
  readonly onArea: (bounds: MapBounds) => void;
  /** The user moved the map. */
  readonly onView: (view: MapView) => void;
  readonly onPick: (id: number) => void;
  /** A click where no site is. */
  readonly onGround?: ((at: ScreenPoint) => void) | undefined;
  /** What is under the pointer, or nothing. */
  readonly onHover: (hover: MapHover | undefined) => void;
  /** The worker has laid out the sites; called again after changes. */
  readonly onReady: () => void;
  /** The browser took the graphics context away: the map can only be started again. */
  readonly onLost: () => void;
}

/** Pixels from the top left corner of the map. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** A site, or sites drawn as one, with its screen position. */
export interface MapHover {
  readonly x: number;
  readonly y: number;
  readonly found: { readonly site: number } | { readonly cluster: ClusterSummary };
}

export interface MapDriver {
  show(points: readonly SitePoint[], chosen: ReadonlySet<number>): void;
  fit(bounds: MapBounds): void;
  flyTo(place: Pick<SitePoint, 'longitude' | 'latitude'>): void;
  zoomBy(steps: number): void;
  /** Where a place is on the screen. */
  project(place: Pick<SitePoint, 'longitude' | 'latitude'>): ScreenPoint;
  readonly zoom: number;
  /** Runs when the view changes or the map is resized, until the returned function is called. */
  onMove(moved: () => void): () => void;
  destroy(): void;
}

const fitPadding = 32;
const closeEnough = 7;
/** Marks moves started by our buttons. */
const requested = { requested: true };
const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

function boundsOf(map: MapLibre): MapBounds {
  const bounds = map.getBounds();
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
}

function viewOf(map: MapLibre): MapView {
  const { lng, lat } = map.getCenter();
  return { center: [round(lng, 4), round(lat, 4)], zoom: round(map.getZoom(), 2) };
}

type Found = MapHover['found'] | { readonly cluster: ClusterSummary; readonly id: number };

/** The worst site or cluster around a point of the screen. */
function findAt(map: MapLibre, { point }: MapMouseEvent): Found | undefined {
  const around: [[number, number], [number, number]] = [
    [point.x - 8, point.y - 8],
    [point.x + 8, point.y + 8],
  ];
  const all = map.queryRenderedFeatures(around, { layers: [siteLayer, clusterLayer] });
  const rank = ({ properties }: (typeof all)[number]): number =>
    Number(properties['worst'] ?? properties['rank'] ?? 0);
  const found = all.toSorted((a, b) => rank(b) - rank(a))[0];
  if (found === undefined) return undefined;
  const cluster: unknown = found.properties['cluster_id'];
  return cluster === undefined
    ? { site: Number(found.id) }
    : { cluster: summaryOf(found.properties), id: Number(cluster) };
}

function listen(map: MapLibre, events: MapEvents): void {
  events.onArea(boundsOf(map));
  map.on('moveend', (event) => {
    events.onArea(boundsOf(map));
    // Resizing the window moves the map too; only moves by the user are reported.
    if (event.originalEvent !== undefined || 'requested' in event) events.onView(viewOf(map));
  });
  map.on('click', (event) => {
    const found = findAt(map, event);
    if (found === undefined) events.onGround?.({ x: event.point.x, y: event.point.y });
    if (found !== undefined && 'site' in found) events.onPick(found.site);
    if (found !== undefined && 'id' in found) void openCluster(map, found.id, event);
  });
  map.on('mousemove', (event) => {
    const found = map.isStyleLoaded() === true ? findAt(map, event) : undefined;
    map.getCanvas().style.cursor = found === undefined ? '' : 'pointer';
    events.onHover(found === undefined ? undefined : { found, x: event.point.x, y: event.point.y });
  });
  map.on('mouseout', () => events.onHover(undefined));
  map.on('sourcedata', ({ sourceId, isSourceLoaded }) => {
    if (sourceId === siteSource && isSourceLoaded) events.onReady();
  });
  map.on('webglcontextlost', () => events.onLost());
}

const isCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Zooms in until a cluster falls apart. */
async function openCluster(map: MapLibre, cluster: number, { lngLat }: MapMouseEvent): Promise<void> {
  const source: GeoJSONSource | undefined = map.getSource(siteSource);
  const zoom = await source?.getClusterExpansionZoom(cluster);
  if (zoom !== undefined) map.easeTo({ center: lngLat, zoom, animate: !isCalm() }, requested);
}

interface Start {
  readonly container: HTMLElement;
  readonly label: string;
  readonly language: Language;
  readonly worldUrl: string;
  readonly view: MapStart;
  readonly points: readonly SitePoint[];
  readonly isWithinPage: boolean;
  readonly isSized: boolean;
}

const startAt = (view: MapStart) =>
  'bounds' in view
    ? {
        bounds: [...view.bounds] as [number, number, number, number],
        fitBoundsOptions: { padding: fitPadding, maxZoom: closeEnough },
      }
    : { center: [...view.center] as [number, number], zoom: view.zoom };

function createMap({ container, label, view, isWithinPage, ...look }: Start): MapLibre {
  const colours = mapColours();
  const map = new MapLibre({
    container,
    style: mapStyle({ colours, ...look }),
    ...startAt(view),
    // World-wide sites also fit a low map.
    minZoom: 0,
    maxZoom: 12,
    attributionControl: false,
    dragRotate: false,
    scrollZoom: !isWithinPage,
    // A picture and a print copy what is drawn.
    canvasContextAttributes: { preserveDrawingBuffer: isWithinPage },
    pitchWithRotate: false,
    renderWorldCopies: true,
    fadeDuration: 0,
    locale: { 'Map.Title': label },
  });
  map.touchZoomRotate.disableRotation();
  // A finger scrolls the page; two zoom.
  if (isWithinPage && matchMedia('(pointer: coarse)').matches) map.dragPan.disable();
  // Before the first tile is laid out: a tile that missed its images would stay empty.
  map.once('style.load', () => {
    map.addImage(silenceImage, silenceMark(colours), { pixelRatio: markerScale });
    for (const status of markerOrder) {
      const look = { status, colour: colours.status[status], halo: colours.halo };
      const options = { pixelRatio: markerScale };
      map.addImage(status, markerImage(look), options);
      map.addImage(clusterImage(status), markerImage({ ...look, bare: true }), options);
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
    if (event.originalEvent !== undefined || 'requested' in event) isMoved = true;
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

const statusUpdate = ({ id, status, silenced, diameter }: SitePoint) => ({
  id,
  addOrUpdateProperties: [
    { key: 'status', value: status },
    { key: 'silenced', value: silenced },
    { key: 'rank', value: markerRank(status) },
    ...(diameter === undefined ? [] : [{ key: 'diameter', value: diameter }]),
  ],
});

/** The map outside React. A change of status updates single sites and never replaces the geometry. Throws without WebGL2. */
export function startMap(start: Start, events: MapEvents): MapDriver {
  const map = createMap(start);
  const calm = isCalm();
  let places = start.points;
  const drawn = new Map<number, DrawnSite>(places.map((point) => [point.id, point]));
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
    const source: GeoJSONSource | undefined = map.getSource(siteSource);
    const changes = statusChanges(drawn, points);
    if (!samePlaces(places, points)) {
      void source?.setData(featuresOf(points));
      places = points;
    } else if (changes.length > 0) void source?.updateData({ update: changes.map(statusUpdate) });
    for (const point of changes) drawn.set(point.id, point);
    mark(chosen);
  };
  return {
    show(points, chosen) {
      if (map.getSource(siteSource) === undefined) map.once('styledata', () => draw(points, chosen));
      else draw(points, chosen);
    },
    fit: (bounds) =>
      map.fitBounds([...bounds], { padding: fitPadding, maxZoom: closeEnough, animate: !calm }, requested),
    flyTo: ({ longitude, latitude }) =>
      map.easeTo(
        {
          center: [longitude, latitude],
          zoom: Math.max(map.getZoom(), lastClusterZoom + 1),
          animate: !calm,
          duration: 500,
        },
        requested,
      ),
    zoomBy: (steps) => map.zoomTo(map.getZoom() + steps, { animate: !calm }, requested),
    project({ longitude, latitude }) {
      const { x, y } = map.project([longitude, latitude]);
      return { x, y };
    },
    get zoom() {
      return map.getZoom();
    },
    onMove(moved) {
      map.on('move', moved);
      map.on('resize', moved);
      return () => {
        map.off('move', moved);
        map.off('resize', moved);
      };
    },
    destroy: () => map.remove(),
  };
}
