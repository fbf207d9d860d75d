import { useMemo, useRef, useState, type PointerEvent } from 'react';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { useTheme } from '#web/lib/theme.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { SiteMap, type MapUnderlay, type SiteMapHandle } from '#web/ui/site-map/SiteMap.tsx';
import { defaultView, type MapBounds, type MapStart } from '#web/ui/site-map/site-point.ts';
import { useFlowMapSearch } from '../flowmap-search.ts';
import { useNodeNames } from '../node-names.ts';
import { useFlowMapTexts } from '../texts/en.ts';
import { toneColours, type SceneLook } from './draw-scene.ts';
import type { Hit, FlowLayer } from './flow-layer.ts';
import { FlowLayerView } from './FlowLayerView.tsx';
import { MapLegend } from './MapLegend.tsx';
import type { DrawnArc, ScenePart } from './flow-scene.ts';
import type { NodeGroup } from './group-places.ts';

interface Props {
  readonly scene: ScenePart;
  readonly opened: readonly [number, number] | undefined;
  readonly onOpen: (one: number, other: number) => void;
}

/** West, south, east and north of the places; undefined without any. */
function boundsOf(nodes: ScenePart['nodes']): MapBounds | undefined {
  const placed = nodes.flatMap(({ longitude, latitude }) =>
    longitude === null || latitude === null ? [] : [{ longitude, latitude }],
  );
  if (placed.length === 0) return undefined;
  const [longitudes, latitudes] = [
    placed.map(({ longitude }) => longitude),
    placed.map(({ latitude }) => latitude),
  ];
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

/** What the layer draws with, in the theme of the page. */
function useLook(
  { scene, opened }: Pick<Props, 'scene' | 'opened'>,
  hoveredId: string | undefined,
): SceneLook {
  const { search } = useFlowMapSearch();
  const nameOf = useNodeNames(scene.nodes);
  const theme = useTheme();
  const { site } = search;
  return useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    const token = (name: string): string => style.getPropertyValue(`--tt-${name}`).trim();
    const text = (nodes: readonly number[]): string => {
      const [first = 0, ...others] = nodes;
      return others.length === 0 ? nameOf(first) : `${nameOf(first)} +${String(others.length)}`;
    };
    return {
      theme,
      colourOf: toneColours(),
      text: token('text'),
      halo: token('map-halo'),
      accent: token('accent'),
      font: `11px ${token('font')}`,
      nameOf: text,
      opened,
      hoveredId,
      chosen: new Set(site),
    };
  }, [theme, nameOf, opened, hoveredId, site]);
}

const startOf = (view: readonly number[] | undefined, bounds: MapBounds | undefined): MapStart => {
  const [longitude, latitude, zoom] = view ?? [];
  if (longitude !== undefined && latitude !== undefined && zoom !== undefined)
    return { center: [longitude, latitude], zoom };
  return bounds === undefined ? defaultView : { bounds };
};

const noPoints: readonly never[] = [];
const nothing: ReadonlySet<number> = new Set();

/** Traffic on a map. Loaded on demand, with the map library. */
export function FlowMapView({ scene, opened, onOpen }: Props) {
  const text = useFlowMapTexts();
  const { search, change } = useFlowMapSearch();
  const [map, setMap] = useState<SiteMapHandle | null>(null);
  const layerRef = useRef<FlowLayer>(undefined);
  const [hovered, setHovered] = useState<string>();
  const [scale, setScale] = useState<number>();
  const look = useLook({ scene, opened }, hovered);
  const bounds = useMemo(() => boundsOf(scene.nodes), [scene.nodes]);
  // Where the map opens: later states of the traffic do not move it.
  const [start] = useState(() => startOf(search.view, bounds));
  const zoomInto = (ids: readonly number[]) => {
    const all = new Set(ids);
    const within = boundsOf(scene.nodes.filter(({ id }) => all.has(id)));
    if (within !== undefined) map?.fit(within);
  };
  const chooseSite = (id: number) => {
    const isSite = scene.nodes.some((node) => node.id === id && node.longitude !== null);
    if (!isSite) return;
    const { site } = search;
    change({ site: site.includes(id) ? site.filter((each) => each !== id) : [...site, id] });
  };
  const takeArc = ({ arcs, from, to }: DrawnArc) => {
    const [only, ...others] = arcs;
    if (only !== undefined && others.length === 0) onOpen(only.one, only.other);
    else zoomInto([...from.nodes, ...to.nodes]);
  };
  const takeGroup = ({ nodes }: NodeGroup) => {
    const [only = 0, ...others] = nodes;
    if (others.length > 0) zoomInto(nodes);
    else chooseSite(only);
  };
  const take = (hit: Hit | undefined) => {
    if (hit?.arc !== undefined) takeArc(hit.arc);
    else if (hit?.group !== undefined) takeGroup(hit.group);
  };
  const hover = ({ clientX, clientY, currentTarget, target }: PointerEvent<HTMLDivElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const isOnMap = target instanceof HTMLCanvasElement;
    const hit = isOnMap ? layerRef.current?.hit({ x: clientX - box.left, y: clientY - box.top }) : undefined;
    setHovered(hit?.arc?.id);
    if (isOnMap) target.style.cursor = hit === undefined ? '' : 'pointer';
  };
  const layer = (underlay: MapUnderlay) => (
    <FlowLayerView underlay={underlay} layerRef={layerRef} scene={scene} look={look} onScale={setScale} />
  );
  return (
    <div className="tt-flowmap-map" onPointerMove={hover}>
      <SiteMap
        ref={setMap}
        label={text('map')}
        points={noPoints}
        chosen={nothing}
        view={start}
        onArea={() => undefined}
        onView={({ center, zoom }) => change({ view: [...center, zoom] }, true)}
        onPick={() => undefined}
        onGround={(at) => take(layerRef.current?.hit(at))}
        onHide={() => change({ map: false })}
        layer={layer}
      />
      <div className="tt-map-tools">
        <IconButton
          label={text('fit')}
          icon={<IconFocusCentered size={16} />}
          onClick={() => bounds !== undefined && map?.fit(bounds)}
        />
        <IconButton label={text('zoomIn')} icon={<IconPlus size={16} />} onClick={() => map?.zoomBy(1)} />
        <IconButton label={text('zoomOut')} icon={<IconMinus size={16} />} onClick={() => map?.zoomBy(-1)} />
      </div>
      <MapLegend scene={scene} scale={scale} />
    </div>
  );
}
