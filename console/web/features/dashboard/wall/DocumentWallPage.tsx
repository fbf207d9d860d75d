import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { documentIn } from '#schemas/dashboard/translated.ts';
import { readWall, type WallScope } from '#schemas/token/routes.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { displayToken } from '#web/kernel/api/display-token.ts';
import { KpiDirectoryProvider } from '#web/kernel/kpi/kpi-directory.tsx';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { WaitingDocument, WaitingPage } from '#web/kernel/shell/WaitingPage.tsx';
import { liveState } from '#web/kernel/socket/connection.ts';
import { sessionQuery } from '#web/kernel/session/session.ts';
import { useWakeLock } from '#web/kernel/wall/use-wake-lock.ts';
import { useWallConnection } from '#web/kernel/wall/use-wall-connection.ts';
import { viewAt } from '#web/kernel/wall/view-at.ts';
import { isoOf, useNow } from '#web/lib/clock.ts';
import { usePageTitle } from '#web/lib/document-title.ts';
import { formatDate, formatShortTime } from '#web/lib/format.ts';
import type { SearchPart } from '#web/lib/search-hook.ts';
import { useStore } from '#web/lib/store.ts';
import { useLanguage } from '#web/lib/text.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { SourceDocumentProvider } from '../data/request-data.ts';
import { documentApi } from '../document-api.ts';
import type { DocumentAddress } from '../document-address.ts';
import { DocumentPlaceProvider } from '../document-page.ts';
import { documentQuery } from '../document-queries.ts';
import { documentSearchDefaults, type DocumentSearch } from '../document-search.ts';
import { shownIn } from '../shown-document.ts';
import { useWallDocumentTexts } from './texts/en.ts';
import { documentsOfWall, useDocumentWallSearch } from './wall-search.ts';
import { sessionOfDisplay } from './session-of-display.ts';
import { WallDocument } from './WallDocument.tsx';
import '#web/styles/series.css';
import '../dashboard.css';
import './document-wall.css';

/** A wall recovers by itself, also at night. */
const TRY_AGAIN_MS = 30_000;

/** The session of the wall stays while it is watched, and is renewed over it. */
const SessionBanners = lazyPart(() => import('#web/kernel/session/SessionBanners.tsx'), 'SessionBanners');

interface ShownProps {
  readonly kind: Parameters<typeof documentApi>[0];
  readonly customerId: number;
  readonly id: number;
  readonly position: string;
}

/** The reader's choices of one document: what its filters select first is not part of the address. */
function usePlace({ kind, customerId, id }: ShownProps) {
  const { search: address } = useDocumentWallSearch();
  const { period, selection } = address;
  const [chosen, setChosen] = useState<SearchPart<DocumentSearch>>({});
  const change = useCallback<DocumentAddress['change']>(
    (part) => setChosen((now) => ({ ...now, ...part })),
    [],
  );
  const api = useMemo(() => documentApi(kind, customerId), [kind, customerId]);
  return useMemo(
    () => ({
      api,
      change,
      search: {
        ...documentSearchDefaults,
        customer: customerId,
        open: id,
        period,
        selection,
        ...chosen,
      } as DocumentSearch,
    }),
    [api, change, customerId, id, period, selection, chosen],
  );
}

function Clock() {
  const now = useNow();
  const language = useLanguage();
  return (
    <time className="tt-document-wall-clock" dateTime={isoOf(now)}>
      {formatShortTime(now, now, language)}
    </time>
  );
}

/** In place of a document that is not there yet, or cannot be read. */
function NoDocument({ error }: { readonly error: unknown }) {
  const text = useWallDocumentTexts();
  return error === null ? <WaitingPage /> : <p role="alert">{text('unreadable')}</p>;
}

function Shown(props: ShownProps) {
  const { kind, customerId, id, position } = props;
  const text = useWallDocumentTexts();
  const language = useLanguage();
  const place = usePlace(props);
  const requested = useMemo(() => ({ kind, id }), [kind, id]);
  const isLost = useStore(liveState) === 'offline';
  const { data, error } = useQuery({
    ...documentQuery(place.api, id),
    refetchInterval: ({ state }) => (state.status === 'error' ? TRY_AGAIN_MS : false),
  });
  // Until it is back: deleted, or no longer for this wall.
  const isDeleted = error instanceof ApiProblem && error.status === 404;
  const entry = isDeleted ? undefined : data;
  const shown = useMemo(() => entry && documentIn(entry.document, language), [entry, language]);
  return (
    <main className="tt-document-wall" data-link={isLost ? 'lost' : 'live'}>
      <header className="tt-document-wall-header">
        <h1 className="tt-ellipsis">{entry && shownIn(entry, language).name}</h1>
        <span className="tt-muted">{position}</span>
        <Clock />
      </header>
      {isLost && (
        <p className="tt-document-wall-lost" role="alert">
          {text('linkLost')}
        </p>
      )}
      {entry === undefined && <NoDocument error={error} />}
      {shown !== undefined && (
        <DocumentPlaceProvider value={place}>
          <SourceDocumentProvider value={requested}>
            <WallDocument document={shown} customerId={customerId} />
          </SourceDocumentProvider>
        </DocumentPlaceProvider>
      )}
    </main>
  );
}

type Display = NonNullable<WallScope['display']> | undefined;

/** Only the wall of a user has a page to return to. */
function useLeaveOnEscape(): void {
  const navigate = useNavigate();
  const { search } = useDocumentWallSearch();
  const { kind, customer } = search;
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && displayToken() === undefined)
        void navigate({ to: `/${kind}`, search: { customer } });
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [navigate, kind, customer]);
}

/** Until when the token is valid, and whether the screen stays on. */
function Footer({ display, isAwake }: { readonly display: Display; readonly isAwake: boolean }) {
  const text = useWallDocumentTexts();
  const language = useLanguage();
  if (display === undefined && isAwake) return null;
  return (
    <footer className="tt-document-wall-footer">
      {display !== undefined && (
        <span>{text('until', { name: display.name, date: formatDate(display.expiresAt, language) })}</span>
      )}
      {!isAwake && <span>{text('mayTurnOff')}</span>}
    </footer>
  );
}

/** The wall of a display token, once its scope is known; else why it shows nothing. */
function DisplayOfToken() {
  const text = useWallDocumentTexts();
  const cache = useQueryCache();
  const { data, error } = useQuery({
    ...namedQuery('wall', [], async (signal) => {
      const scope = await call(readWall, { signal });
      // What dashboards show depends on the customers and rights of their reader.
      cache.write(sessionQuery, sessionOfDisplay(scope));
      return scope;
    }),
    refetchInterval: ({ state }) => (state.status === 'error' ? TRY_AGAIN_MS : false),
  });
  const isOver = error instanceof ApiProblem && (error.status === 401 || error.status === 403);
  if (error !== null && (isOver || data === undefined))
    return (
      <main className="tt-document-wall" data-link="lost" role="alert">
        <h1>{text(isOver ? 'tokenOver' : 'unreadable')}</h1>
        {isOver && <p>{text('tokenHint')}</p>}
      </main>
    );
  return data === undefined ? <WaitingDocument /> : <Wall display={data.display ?? undefined} />;
}

/** In turn, in large type, without menus. */
function Wall({ display }: { readonly display: Display }) {
  const text = useWallDocumentTexts();
  useLeaveOnEscape();
  const isAwake = useWakeLock();
  const { search } = useDocumentWallSearch();
  const now = useNow();
  const { customer, kind, every } = search;
  const [first, ...others] = documentsOfWall(search.open);
  if (customer === undefined || first === undefined)
    return (
      <main className="tt-document-wall">
        <h1>{text('nothing')}</h1>
      </main>
    );
  const id = viewAt([first, ...others], { every, now });
  const all = [first, ...others];
  const position = all.length > 1 ? text('position', { number: all.indexOf(id) + 1, count: all.length }) : '';
  return (
    <KpiDirectoryProvider>
      {displayToken() === undefined && (
        <Suspense fallback={null}>
          <SessionBanners />
        </Suspense>
      )}
      <Shown key={id} kind={kind} customerId={customer} id={id} position={position} />
      <Footer display={display} isAwake={isAwake} />
    </KpiDirectoryProvider>
  );
}

/** Dashboards for a screen on a wall. */
export function DocumentWallPage() {
  const text = useWallDocumentTexts();
  usePageTitle(text('title'));
  useWallConnection();
  return displayToken() === undefined ? <Wall display={undefined} /> : <DisplayOfToken />;
}
