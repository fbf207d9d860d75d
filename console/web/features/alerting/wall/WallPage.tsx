import { Suspense, useEffect, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { readWall, type WallScope } from '#schemas/token/routes.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { WaitingDocument } from '#web/kernel/shell/WaitingPage.tsx';
import { displayToken } from '#web/kernel/api/display-token.ts';
import { useAlertDeltas, useAlerts } from '#web/kernel/alert/alert-feed.ts';
import { useNamedAlarms } from '#web/kernel/text/use-built-in-name.ts';
import { useCountDeltas, useCounts } from '#web/kernel/alert/count-feed.ts';
import { byHarm } from '#web/kernel/alert/worst-customer.ts';
import { useNow } from '#web/lib/clock.ts';
import { usePageTitle } from '#web/lib/document-title.ts';
import { formatDate } from '#web/lib/format.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useWakeLock } from '#web/kernel/wall/use-wake-lock.ts';
import { useWallConnection } from '#web/kernel/wall/use-wall-connection.ts';
import { viewAt } from '#web/kernel/wall/view-at.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { viewsOf, type WallView } from './wall-rotation.ts';
import { useWallSearch } from './wall-search.ts';
import { WallFrame } from './WallFrame.tsx';
import { WallSites } from './WallSites.tsx';
import { WallAlarms, WallCustomers } from './WallViews.tsx';
import { useWallTexts } from './texts/en.ts';
import './wall.css';

/** A wall recovers by itself, also at night. */
const TRY_AGAIN_MS = 30_000;

/** The session of a wall without a display token: stays while it is watched, and is renewed over it. */
const SessionBanners = lazyPart(() => import('#web/kernel/session/SessionBanners.tsx'), 'SessionBanners');

function Customer({ id, view }: { readonly id: number; readonly view: WallView }) {
  useAlertDeltas(id);
  const { data } = useAlerts(id, useNamedAlarms());
  if (data === undefined) return null;
  return view === 'sites' ? (
    <WallSites customer={id} data={data} />
  ) : (
    <WallAlarms customer={id} alarms={data.alarms} />
  );
}

function useWall({ customers, cross }: WallScope) {
  const { search } = useWallSearch();
  const now = useNow();
  const ids = useMemo(() => (cross ? customers.map(({ id }) => id) : []), [cross, customers]);
  useCountDeltas(ids);
  const counts = useCounts(cross).data;
  const chosen = customers.find(({ id }) => id === search.customer);
  const [worst] = counts?.customers.toSorted(byHarm) ?? [];
  const shown =
    chosen ??
    (worst === undefined ? undefined : { id: worst.customer, name: worst.name }) ??
    (cross ? undefined : customers[0]);
  const isCross = cross && chosen === undefined;
  const view = viewAt(viewsOf({ show: search.show, cross: isCross }), { every: search.every, now });
  return { view, shown, counts, isCross };
}

function useTitle({ view, shown, isCross }: ReturnType<typeof useWall>): string {
  const text = useWallTexts();
  if (view === 'customers' || shown === undefined) return text('allCustomers');
  return isCross ? text('worst', { name: shown.name }) : shown.name;
}

/** What the wall counts: every customer, or the one that is shown. */
function useCounted({ counts, shown, isCross }: ReturnType<typeof useWall>) {
  const alerts = useAlerts(shown?.id, useNamedAlarms()).data;
  if (isCross) {
    const customers = counts?.customers;
    return { customers, alarms: undefined, times: customers?.map(({ position }) => position) ?? [] };
  }
  return {
    customers: undefined,
    alarms: alerts?.alarms,
    times: alerts === undefined ? [] : [alerts.position],
  };
}

function Wall({ scope }: { readonly scope: WallScope }) {
  const text = useWallTexts();
  const wall = useWall(scope);
  const { view, shown } = wall;
  const counted = useCounted(wall);
  const { customers } = counted;
  return (
    <WallFrame title={useTitle(wall)} view={view} {...counted}>
      {view === 'customers' && customers !== undefined && <WallCustomers customers={customers} />}
      {view !== 'customers' && shown !== undefined && <Customer key={shown.id} id={shown.id} view={view} />}
      {scope.customers.length === 0 && <p className="tt-wall-calm">{text('noCustomers')}</p>}
    </WallFrame>
  );
}

/** Why the wall shows nothing. */
function Dark({ problem }: { readonly problem: unknown }) {
  const text = useWallTexts();
  const isOver = problem instanceof ApiProblem && (problem.status === 401 || problem.status === 403);
  return (
    <main className="tt-wall" data-link="lost" role="alert">
      <h1>{text(isOver ? 'tokenOver' : 'unavailable')}</h1>
      {isOver && <p>{text('tokenHint')}</p>}
    </main>
  );
}

function useLeaveOnEscape(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') void navigate({ to: '/' });
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [navigate]);
}

function SessionPart() {
  useLeaveOnEscape();
  return (
    <Suspense fallback={null}>
      <SessionBanners />
    </Suspense>
  );
}

function Footer({ scope }: { readonly scope: WallScope | undefined }) {
  const text = useWallTexts();
  const language = useLanguage();
  const isAwake = useWakeLock();
  const display = scope?.display ?? undefined;
  return (
    <footer className="tt-wall-footer">
      {display !== undefined && (
        <span>{text('until', { name: display.name, date: formatDate(display.expiresAt, language) })}</span>
      )}
      {!isAwake && <span>{text('mayTurnOff')}</span>}
    </footer>
  );
}

/** Alarms for a screen on a wall: large, in turn, without menus. For a display token or a session. */
export function WallPage() {
  const text = useWallTexts();
  usePageTitle(text('title'));
  useWallConnection();
  const wall = useQuery({
    ...routeQuery(readWall),
    refetchInterval: ({ state }) => (state.status === 'error' ? TRY_AGAIN_MS : false),
  });
  return (
    <div className="tt-wall-page">
      {displayToken() === undefined && <SessionPart />}
      {wall.error !== null && <Dark problem={wall.error} />}
      {wall.isPending && <WaitingDocument />}
      {wall.error === null && wall.data !== undefined && <Wall scope={wall.data} />}
      <Footer scope={wall.data} />
    </div>
  );
}
