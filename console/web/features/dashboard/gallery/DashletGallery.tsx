import { useEffect, useMemo, useState } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import { requestsOf, type DocumentSelection } from '#schemas/dashboard/document-requests.ts';
import { dashletTypes, type DashletType } from '#schemas/dashboard/dashlets.ts';
import { problems } from '#schemas/problem/catalogue.ts';
import { addProblemTexts } from '#web/kernel/api/problem-texts.ts';
import { sessionQuery, useSession } from '#web/kernel/session/session.ts';
import { now } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import '#web/styles/series.css';
import '../dashboard.css';
import type { DataPage } from '../data/data-page.ts';
import { documentApi } from '../document-api.ts';
import { DocumentPlaceProvider } from '../document-page.ts';
import { documentSearchDefaults } from '../document-search.ts';
import { DashletFrame } from '../view/DashletFrame.tsx';
import { galleryQueries, ownStates, type OwnState } from './gallery-responses.ts';
import {
  galleryDocument,
  galleryTypes,
  lostDocument,
  ownDocument,
  uprightBars,
  wideTable,
  type OwnType,
} from './gallery-dashlets.ts';
import { galleryPage, galleryStates, type GalleryState } from './gallery-page.ts';
import { useDashletGalleryTexts } from './texts/en.ts';
import './dashlet-gallery.css';
import { DAY_S } from '#schemas/time/duration.ts';

addProblemTexts(problems);

const states = Object.keys(galleryStates) as GalleryState[];
const ownTypes = Object.keys(ownStates) as OwnType[];
/** Where names below upright bars have much room, little, and none. */
const uprightStates: readonly GalleryState[] = ['ready', 'longNames', 'narrow', 'thousand'];
const nothing = (): void => undefined;

interface CellProps {
  readonly document: DashboardDocument;
  readonly state: GalleryState | OwnState;
  readonly page: DataPage;
  readonly customerId: number;
}

const everything: DocumentSelection = { filters: [] };
const missing: DocumentSelection = { filters: undefined, missing: 'site' };

/** A dashlet in one state. */
function Cell({ document, state, page, customerId }: CellProps) {
  const [to] = useState(() => Math.floor(now() / 1_000));
  const context = useMemo(() => ({ period: { from: to - DAY_S, to }, timeZone: 'UTC' }), [to]);
  useEffect(() => {
    page.open();
    page.update(requestsOf(document, context));
    return () => page.close();
  }, [page, document, context]);
  const [dashlet] = document.dashlets;
  if (dashlet === undefined) return null;
  return (
    <div className="tt-dashlet-cell tt-gallery-dashlet" data-narrow={state === 'narrow'}>
      <DashletFrame
        dashlet={dashlet}
        page={page}
        context={context}
        selected={state === 'noContext' ? missing : everything}
        customerId={customerId}
        filterTitle={String}
        items={[]}
        onZoom={nothing}
        onRows={nothing}
      />
    </div>
  );
}

type ValuesProps = Omit<CellProps, 'page'> & { readonly state: GalleryState };

/** One that shows values of KPIs. */
function Values(props: ValuesProps) {
  const [page] = useState(() => galleryPage(props.state));
  return <Cell {...props} page={page} />;
}

interface OwnProps {
  readonly type: OwnType;
  readonly state: OwnState;
  readonly title: string;
  readonly customerId: number;
}

/** Settings of a type in a state. */
const moreOf = (type: OwnType, state: OwnState): object => {
  if (type === 'sdwan') return { view: state === 'tree' ? 'tree' : 'table' };
  return state === 'sized' ? { size: 'value', series: [{ kpi: 'itf_in_bps' }] } : {};
};

/** One that requests its own data. */
function Own({ type, state, title, customerId }: OwnProps) {
  // The size of sites is a value of a KPI.
  const [page] = useState(() => galleryPage(state === 'sized' ? 'thousand' : 'waiting'));
  const session = useSession();
  const [queries] = useState(() => {
    const states: Readonly<Partial<Record<OwnState, Parameters<typeof galleryQueries>[0]>>> = ownStates[type];
    const opened = galleryQueries(states[state] ?? { is: 'nothing' });
    opened.setQueryData(sessionQuery.queryKey, session);
    return opened;
  });
  const document = useMemo(() => ownDocument(type, title, moreOf(type, state)), [type, title, state]);
  return (
    <QueryClientProvider client={queries}>
      <Cell document={document} state={state} page={page} customerId={customerId} />
    </QueryClientProvider>
  );
}

/** Dashlets of a type with other settings. */
function More({ type, customerId }: { readonly type: DashletType; readonly customerId: number }) {
  const text = useDashletGalleryTexts();
  const wide = useMemo(() => wideTable(text('wide')), [text]);
  const upright = useMemo(() => uprightBars(text('upright')), [text]);
  if (type === 'table') return <Values document={wide} state="ready" customerId={customerId} />;
  if (type !== 'bar') return null;
  return uprightStates.map((state) => (
    <Values key={state} document={upright} state={state} customerId={customerId} />
  ));
}

/** Every type of dashlet in every state, with made-up values. */
export function DashletGallery({ customerId }: { readonly customerId: number }) {
  const text = useDashletGalleryTexts();
  const language = useLanguage();
  const place = useMemo(
    () => ({
      api: documentApi('dashboard', customerId),
      // Those that read a response read the one for the settings of the draft: nothing of them is stored.
      search: { ...documentSearchDefaults, edit: true },
      change: nothing,
    }),
    [customerId],
  );
  const titleOf = (type: keyof typeof dashletTypes, state: GalleryState | OwnState): string =>
    text('titled', { type: dashletTypes[type][language], state: text(state) });
  return (
    <DocumentPlaceProvider value={place}>
      <div className="tt-page tt-gallery-dashlets">
        <PageHeader
          title={text('title')}
          actions={
            <Link to="/test" search={{ customer: customerId }}>
              {text('components')}
            </Link>
          }
        />
        {galleryTypes.map((type) => (
          <section key={type} aria-label={dashletTypes[type][language]}>
            {states.map((state) => (
              <Values
                key={`${state} ${language}`}
                document={(state === 'kpiDeleted' ? lostDocument : galleryDocument)(
                  type,
                  titleOf(type, state),
                )}
                state={state}
                customerId={customerId}
              />
            ))}
            <More type={type} customerId={customerId} />
          </section>
        ))}
        {ownTypes.map((type) => (
          <section key={type} aria-label={dashletTypes[type][language]}>
            {(Object.keys(ownStates[type]) as OwnState[]).map((state) => (
              <Own
                key={state}
                type={type}
                state={state}
                title={titleOf(type, state)}
                customerId={customerId}
              />
            ))}
          </section>
        ))}
      </div>
    </DocumentPlaceProvider>
  );
}
