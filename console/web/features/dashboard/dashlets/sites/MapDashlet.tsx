import { lazy, Suspense, use, useMemo, useRef, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { hasWebGl } from '#web/ui/site-map/MapProblem.tsx';
import type { SiteMapHandle } from '#web/ui/site-map/SiteMap.tsx';
import { defaultView } from '#web/ui/site-map/site-point.ts';
import { OnPaper } from '#web/ui/table/print/paper.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import { pointBounds, mapPoints } from './map-points.ts';
import { markerSizes } from './marker-size.ts';
import { PaperMap } from './PaperMap.tsx';
import { SiteCells, siteTarget, type CellLink } from './SiteCells.tsx';
import type { SiteState } from './site-states.ts';
import { SizeLegend, sizeLegendHeight } from './SizeLegend.tsx';
import { useSiteTexts } from './texts/en.ts';
import { useCellLink, useSiteStates } from './use-site-states.ts';
import './sites.css';

/** The library of the map is loaded only where a map is shown. */
const SiteMap = lazy(() =>
  import('#web/ui/site-map/SiteMap.tsx').then(({ SiteMap: view }) => ({ default: view })),
);

const nothing = (): void => undefined;
const noChoice: ReadonlySet<number> = new Set();

interface MapProps {
  readonly label: string;
  readonly sites: readonly SiteState[];
  readonly points: ReturnType<typeof mapPoints>;
  readonly isSized: boolean;
  readonly link: CellLink;
  readonly onHide: () => void;
}

/** Opens what a site leads to. */
function useOpenSite(sites: readonly SiteState[], link: CellLink): (id: number) => void {
  const navigate = useNavigate();
  return (id) => {
    const site = sites.find((each) => each.id === id);
    if (site === undefined || link === undefined) return;
    if (link.to === 'choice') link.onDrill(siteTarget(site));
    else
      void navigate({
        to: '/inventory/$kind/$element',
        params: { kind: 'site', element: String(id) },
        search: { customer: link.customer },
      });
  };
}

function OpenMap({ label, sites, points, isSized, link, onHide }: MapProps) {
  const text = useSiteTexts();
  const map = useRef<SiteMapHandle>(null);
  const open = useOpenSite(sites, link);
  // Where it opens: values that change do not move it.
  const [bounds] = useState(() => pointBounds(points));
  return (
    <div className="tt-site-map">
      <Suspense>
        <SiteMap
          ref={map}
          label={label}
          points={points}
          chosen={noChoice}
          view={bounds === undefined ? defaultView : { bounds }}
          isWithinPage
          isSized={isSized}
          onArea={nothing}
          onView={nothing}
          onPick={open}
          onHide={onHide}
        />
      </Suspense>
      {link !== undefined && (
        <div className="tt-site-map-zoom">
          <IconButton
            small
            label={text('zoomIn')}
            icon={<IconPlus size={14} />}
            onClick={() => map.current?.zoomBy(1)}
          />
          <IconButton
            small
            label={text('zoomOut')}
            icon={<IconMinus size={14} />}
            onClick={() => map.current?.zoomBy(-1)}
          />
        </div>
      )}
    </div>
  );
}

const NOTE_PX = 20;

/** Sites on a map in the colour of their state; as cells where the browser draws no map, as a drawing on paper. */
export function MapDashlet(props: DashletProps<'map'>) {
  const { title, size } = props;
  const text = useSiteTexts();
  const isOnPaper = use(OnPaper) !== undefined;
  const [isHidden, setIsHidden] = useState(() => !hasWebGl());
  const { state, sites, notes, valueOf, formatSize, sizeName } = useSiteStates(props);
  const link = useCellLink(props);
  const isSized = sizeName !== undefined;
  const { width, height } = size;
  const sizes = useMemo(
    () =>
      isSized
        ? markerSizes(
            sites.map(({ sized }) => sized),
            { width, height },
          )
        : undefined,
    [isSized, sites, width, height],
  );
  // oxlint-disable-next-line react/exhaustive-deps -- what a site says follows from its state and the settings, with which the dashlet is mounted again
  const points = useMemo(() => mapPoints(sites, { valueOf, sizes }), [sites, sizes]);
  const unplaced = sites.length - points.length;
  const shownNotes = [...notes, ...(unplaced > 0 ? [text('noPosition', { count: unplaced })] : [])];
  const isCells = isHidden && !isOnPaper;
  const legend = isCells ? undefined : sizes;
  const below = shownNotes.length * NOTE_PX + (legend === undefined ? 0 : sizeLegendHeight(legend));
  const room = { width, height: Math.max(0, height - below) };
  const label = text('mapOf', { title });
  return (
    <Panel nested label={text('listOf', { title })} state={state}>
      <div className="tt-sites">
        {isOnPaper ? (
          <PaperMap label={label} points={points} size={room} />
        ) : isCells ? (
          <SiteCells sites={sites} valueOf={valueOf} link={link} label={title} size={room} />
        ) : (
          <OpenMap
            label={label}
            sites={sites}
            points={points}
            isSized={isSized}
            link={link}
            onHide={() => setIsHidden(true)}
          />
        )}
        {legend !== undefined && sizeName !== undefined && (
          <SizeLegend name={sizeName} sizes={legend} format={formatSize} />
        )}
        {shownNotes.map((note) => (
          <p key={note} className="tt-muted tt-dashlet-more">
            {note}
          </p>
        ))}
      </div>
    </Panel>
  );
}
