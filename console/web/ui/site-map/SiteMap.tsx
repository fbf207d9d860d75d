import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { basePath } from '#web/lib/base-path.ts';
import { useTheme } from '#web/lib/theme.ts';
import { SeverityBadge } from '../severity/SeverityBadge.tsx';
import { startMap, type MapDriver, type MapEvents } from './map-driver.ts';
import type { MapStart, SitePoint } from './site-point.ts';
import './site-map.css';

export type SiteMapHandle = Pick<MapDriver, 'fit' | 'flyTo' | 'zoomBy'>;

interface Props {
  readonly label: string;
  readonly points: readonly SitePoint[];
  readonly chosen: ReadonlySet<number>;
  /** Initial view; `onView` reports moves by the user. */
  readonly view: MapStart;
  readonly onArea: MapEvents['onArea'];
  readonly onView: MapEvents['onView'];
  readonly onPick: (id: number) => void;
  readonly ref?: Ref<SiteMapHandle>;
}

const WORLD = '/base-map/world.json';

function ThemedMap({ label, points, chosen, view, onArea, onView, onPick, ref }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const driver = useRef<MapDriver>(undefined);
  const [hover, setHover] = useState<Parameters<MapEvents['onHover']>[0]>();
  const seen = useEffectEvent<MapEvents['onArea']>((bounds) => onArea(bounds));
  const moved = useEffectEvent<MapEvents['onView']>((next) => onView(next));
  const picked = useEffectEvent((id: number) => onPick(id));
  const start = useEffectEvent((place: HTMLElement) => {
    const began = startMap(
      { container: place, label, worldUrl: `${basePath()}${WORLD}`, view, points },
      { onArea: seen, onView: moved, onPick: picked, onHover: setHover },
    );
    began.show(points, chosen);
    return began;
  });
  useEffect(() => {
    if (container.current === null) return undefined;
    const began = start(container.current);
    driver.current = began;
    return () => {
      driver.current = undefined;
      began.destroy();
    };
  }, []);
  useEffect(() => driver.current?.show(points, chosen), [points, chosen]);
  useImperativeHandle(
    ref,
    () => ({
      fit: (bounds) => driver.current?.fit(bounds),
      flyTo: (point) => driver.current?.flyTo(point),
      zoomBy: (steps) => driver.current?.zoomBy(steps),
    }),
    [],
  );
  const under = hover === undefined ? undefined : points.find(({ id }) => id === hover.id);
  return (
    <div className="tt-map">
      <div ref={container} className="tt-map-canvas" />
      {hover !== undefined && under !== undefined && (
        <div
          className="tt-map-hover"
          style={{ transform: `translate(${String(hover.x + 14)}px, ${String(hover.y + 10)}px)` }}
        >
          <strong>{under.name}</strong>
          <SeverityBadge status={under.status} />
          <span>{under.note}</span>
        </div>
      )}
    </div>
  );
}

/** Sites on a map without external requests. The table beside it is the accessible equivalent. */
export function SiteMap(props: Props) {
  // The map reads its colours from the tokens at start: a change of theme remounts it with the same view.
  return <ThemedMap key={useTheme()} {...props} />;
}
