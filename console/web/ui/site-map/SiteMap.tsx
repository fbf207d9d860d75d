import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import { basePath } from '#web/lib/base-path.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useTheme } from '#web/lib/theme.ts';
import { useDelayed } from '#web/lib/use-delayed.ts';
import { useTimer } from '#web/lib/use-timer.ts';
import { PanelSkeleton } from '../panel/PanelSkeleton.tsx';
import { SeverityBadge } from '../severity/SeverityBadge.tsx';
import { useUiTexts } from '../texts/en.ts';
import { startMap, type MapDriver, type MapEvents, type MapHover } from './map-driver.ts';
import { hasWebGl, MapProblem, type MapFailure } from './MapProblem.tsx';
import type { MapStart, SitePoint } from './site-point.ts';
import './site-map.css';

export type SiteMapHandle = Pick<MapDriver, 'fit' | 'flyTo' | 'zoomBy'>;
/** The map below a layer that is drawn over it. */
export type MapUnderlay = Pick<MapDriver, 'project' | 'zoom' | 'onMove'>;

interface Props {
  readonly label: string;
  readonly points: readonly SitePoint[];
  readonly chosen: ReadonlySet<number>;
  /** Initial view; `onView` reports moves by the user. */
  readonly view: MapStart;
  readonly onArea: MapEvents['onArea'];
  readonly onView: MapEvents['onView'];
  readonly onPick: (id: number) => void;
  readonly onHide: () => void;
  /** A click where no site is. */
  readonly onGround?: MapEvents['onGround'];
  /** A layer over the map, which lets the pointer through; `underlay` is stable while the map lives. */
  readonly layer?: ((underlay: MapUnderlay) => ReactNode) | undefined;
  /** Whether it is part of a page that scrolls and is drawn as a picture: the wheel scrolls that page. */
  readonly isWithinPage?: boolean;
  /** Whether the size of a marker stands for a value: points have their `diameter`. It is read at start. */
  readonly isSized?: boolean;
  readonly ref?: Ref<SiteMapHandle>;
}

const WORLD = '/base-map/world.json';
/** After this time without a response of the worker the map is reported as stuck; it may still appear. */
const STUCK_AFTER_MS = 10_000;
const RETRY_LOST_AFTER_MS = 2_000;

function Hover({ hover, points }: { readonly hover: MapHover; readonly points: readonly SitePoint[] }) {
  const text = useUiTexts();
  const { found, x, y } = hover;
  const style = { transform: `translate(${String(x + 14)}px, ${String(y + 10)}px)` };
  if ('cluster' in found) {
    const { sites, inAlarm, worst, city } = found.cluster;
    return (
      <div className="tt-map-hover" style={style}>
        <strong>{city === '' ? text('mapSites', { count: sites }) : city}</strong>
        <SeverityBadge status={worst} />
        <span>
          {text('mapSites', { count: sites })} · {text('mapInAlarm', { count: inAlarm })}
        </span>
      </div>
    );
  }
  const site = points.find(({ id }) => id === found.site);
  if (site === undefined) return null;
  return (
    <div className="tt-map-hover" style={style}>
      <strong>{site.name}</strong>
      <SeverityBadge status={site.status} />
      <span>{site.note}</span>
    </div>
  );
}

interface CanvasProps extends Props {
  readonly onRetry: () => void;
  readonly onFailure: (failure: MapFailure) => void;
}

/** A map in a container, from the mount of the component to its end. */
function useMap({
  label,
  points,
  chosen,
  view,
  onArea,
  onView,
  onPick,
  onGround,
  isWithinPage = false,
  isSized = false,
  onFailure,
  ref,
}: CanvasProps) {
  const language = useLanguage();
  const container = useRef<HTMLDivElement>(null);
  const driver = useRef<MapDriver>(undefined);
  const [hover, setHover] = useState<MapHover>();
  const [drawn, setDrawn] = useState(false);
  const [underlay, setUnderlay] = useState<MapUnderlay>();
  const seen = useEffectEvent<MapEvents['onArea']>((bounds) => onArea(bounds));
  const moved = useEffectEvent<MapEvents['onView']>((next) => onView(next));
  const picked = useEffectEvent((id: number) => onPick(id));
  const clicked = useEffectEvent<NonNullable<MapEvents['onGround']>>((at) => onGround?.(at));
  const failed = useEffectEvent((failure: MapFailure) => onFailure(failure));
  const start = useEffectEvent((place: HTMLElement) => {
    const began = startMap(
      {
        container: place,
        label,
        language,
        worldUrl: `${basePath()}${WORLD}`,
        view,
        points,
        isWithinPage,
        isSized,
      },
      {
        onArea: seen,
        onView: moved,
        onPick: picked,
        onGround: clicked,
        onHover: setHover,
        onReady: () => setDrawn(true),
        onLost: () => failed('lost'),
      },
    );
    began.show(points, chosen);
    return began;
  });
  useEffect(() => {
    if (container.current === null) return undefined;
    try {
      const began = start(container.current);
      driver.current = began;
      setUnderlay(began);
      return () => {
        driver.current = undefined;
        setUnderlay(undefined);
        began.destroy();
      };
    } catch {
      container.current.replaceChildren();
      failed(hasWebGl() ? 'stuck' : 'webgl');
      return undefined;
    }
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
  return { container, hover, drawn, underlay };
}

function MapCanvas(props: CanvasProps) {
  const { points } = props;
  const { container, hover, drawn, underlay } = useMap(props);
  const stuck = useDelayed(!drawn, STUCK_AFTER_MS);
  return (
    <div className="tt-map" aria-busy={!drawn}>
      <div ref={container} className="tt-map-canvas" />
      {underlay !== undefined && props.layer?.(underlay)}
      {!drawn && (
        <div className="tt-map-cover">
          {stuck ? (
            <MapProblem failure="stuck" onRetry={props.onRetry} onHide={props.onHide} />
          ) : (
            <PanelSkeleton kind="block" />
          )}
        </div>
      )}
      {hover !== undefined && <Hover hover={hover} points={points} />}
    </div>
  );
}

/**
 * Sites on a map without external requests. The table next to it is the accessible equivalent: a map that cannot be drawn says why
 * and never takes down the page.
 */
export function SiteMap(props: Props) {
  // The map reads colours and language at start: a change of either remounts it with the same view.
  const look = `${useTheme()} ${useLanguage()}`;
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<MapFailure>();
  const timer = useTimer();
  const retry = () => {
    setFailure(undefined);
    setAttempt((count) => count + 1);
  };
  const report = (next: MapFailure) => {
    setFailure(next);
    // Once by itself: a graphics processor that fails again needs a decision.
    if (next === 'lost' && attempt === 0) timer.start(RETRY_LOST_AFTER_MS, retry);
  };
  if (failure !== undefined) return <MapProblem failure={failure} onRetry={retry} onHide={props.onHide} />;
  return <MapCanvas key={`${look} ${String(attempt)}`} {...props} onRetry={retry} onFailure={report} />;
}
