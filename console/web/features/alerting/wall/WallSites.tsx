import { Suspense, useMemo } from 'react';
import { CatchBoundary } from '@tanstack/react-router';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import { severities } from '#schemas/alerting/severity.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { formatAge } from '#schemas/unit/duration.ts';
import { isoOf, useNow } from '#web/lib/clock.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { CountPill } from '#web/ui/severity/CountPill.tsx';
import { SeverityIcon } from '#web/ui/severity/SeverityIcon.tsx';
import { useRunningIncidents, type Incidents } from '../incident/use-running-incidents.ts';
import { WallLink } from './WallLink.tsx';
import { linePoints, siteTiles, type SiteTile } from './site-tiles.ts';
import { useWallTexts } from './texts/en.ts';

const WallMap = lazyPart(() => import('./WallMap.tsx'), 'WallMap');

/** As many as can be read from across a room. */
const MOST_TILES = 9;
const MOST_EVENTS = 5;
/** Narrower, the tiles need the room of map and events. */
const WIDE_PX = 1_000;

/** The values of the last windows, without a scale: whether it rises or falls. */
function Line({ values }: { readonly values: AlarmRow['recent'] }) {
  const points = linePoints(values);
  if (points === '') return null;
  return (
    <svg className="tt-wall-line" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function Since({ since }: Pick<AlarmRow, 'since'>) {
  const language = useLanguage();
  const now = useNow();
  return (
    <time className="tt-wall-since" dateTime={isoOf(since * SECOND_MS)}>
      {formatAge(now - since * SECOND_MS, language)}
    </time>
  );
}

interface TileProps {
  readonly customer: number;
  readonly tile: SiteTile;
  readonly incidents: Incidents;
}

function Tile({ customer, tile: { site, name, alarms, counts, worst }, incidents }: TileProps) {
  return (
    <li data-severity={worst.severity}>
      <span className="tt-wall-tile-head">
        <strong className="tt-ellipsis">
          <WallLink customer={customer} kind="site" id={site}>
            {name}
          </WallLink>
        </strong>
        {severities
          .filter((severity) => counts[severity] > 0)
          .map((severity) => (
            <CountPill key={severity} status={severity} count={counts[severity]} />
          ))}
      </span>
      <span className="tt-wall-tile-alarm">{incidents.sentenceHere(alarms)}</span>
      <span className="tt-wall-tile-foot">
        <Line values={worst.recent} />
      </span>
    </li>
  );
}

/** The alarms raised last. */
function Events({ alarms }: { readonly alarms: readonly AlarmRow[] }) {
  const text = useWallTexts();
  const last = alarms.toSorted((one, other) => other.since - one.since).slice(0, MOST_EVENTS);
  return (
    <div className="tt-wall-events">
      <h2>{text('lastRaised')}</h2>
      <ol>
        {last.map((alarm) => (
          <li key={alarm.id}>
            <SeverityIcon status={alarm.severity} size={16} />
            <span className="tt-ellipsis">
              {alarm.siteName} · {alarm.name}
            </span>
            <Since since={alarm.since} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A browser without WebGL has more room for the events. */
const noMap = () => null;

/** Each site with alarms: what is wrong there and since when; the others as one sentence, and the map in what is left. */
export function WallSites({ customer, data }: { readonly customer: number; readonly data: AlertSnapshot }) {
  const text = useWallTexts();
  const language = useLanguage();
  const isWide = useWide(WIDE_PX);
  const { alarms, sites } = data;
  const tiles = useMemo(() => siteTiles(alarms), [alarms]);
  const incidents = useRunningIncidents({ customerId: customer, alarms, all: true });
  const shown = tiles.slice(0, MOST_TILES);
  const quiet = Math.max(0, sites.length - tiles.length);
  return (
    <div className="tt-wall-split">
      <div className="tt-wall-main">
        <p className="tt-wall-quiet">
          {text('quietSites', {
            count: sites.length,
            quiet: formatNumber(quiet, language),
            sites: formatNumber(sites.length, language),
          })}
        </p>
        {shown.length === 0 ? (
          <p className="tt-wall-calm">{text('noAlarms')}</p>
        ) : (
          <ul className="tt-wall-sites">
            {shown.map((tile) => (
              <Tile key={tile.site} customer={customer} tile={tile} incidents={incidents} />
            ))}
          </ul>
        )}
        {tiles.length > shown.length && (
          <p className="tt-wall-more">{text('more', { count: tiles.length - shown.length })}</p>
        )}
      </div>
      {isWide && (
        <div className="tt-wall-side">
          <CatchBoundary getResetKey={() => 'map'} errorComponent={noMap}>
            <Suspense fallback={<div className="tt-wall-map" />}>
              <WallMap data={data} />
            </Suspense>
          </CatchBoundary>
          {alarms.length > 0 && <Events alarms={alarms} />}
        </div>
      )}
    </div>
  );
}
