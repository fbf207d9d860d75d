import { useEffect, useMemo, useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import { requestsOf } from '#schemas/dashboard/document-requests.ts';
import { dashletTypes } from '#schemas/dashboard/dashlets.ts';
import { problems } from '#schemas/problem/catalogue.ts';
import { addProblemTexts } from '#web/kernel/api/problem-texts.ts';
import { now } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import '#web/styles/series.css';
import '../dashboard.css';
import { documentApi } from '../document-api.ts';
import { DocumentPlaceProvider } from '../document-page.ts';
import { documentSearchDefaults } from '../document-search.ts';
import { DashletFrame } from '../view/DashletFrame.tsx';
import {
  lostDocument,
  otherDocuments,
  galleryDocument,
  galleryTypes,
  wideTable,
} from './gallery-dashlets.ts';
import { galleryPage, galleryStates } from './gallery-page.ts';
import type { GalleryState } from './gallery-page.ts';
import { useDashletGalleryTexts } from './use-dashlet-gallery-texts.ts';
import './dashlet-gallery.css';

addProblemTexts(problems);

const DAY_S = 86_400;
const states = Object.keys(galleryStates) as GalleryState[];
const nothing = (): void => undefined;

interface CellProps {
  readonly document: DashboardDocument;
  readonly state: GalleryState;
  readonly customerId: number;
}

/** A dashlet in one state. */
function Cell({ document, state, customerId }: CellProps) {
  const [page] = useState(() => galleryPage(state));
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
    <div className="tt-dashlet-cell tt-gallery-dashlet">
      <DashletFrame
        dashlet={dashlet}
        page={page}
        context={context}
        selected={{ filters: [] }}
        customerId={customerId}
        filterTitle={String}
        items={[]}
        onZoom={nothing}
        onRows={nothing}
      />
    </div>
  );
}

/** Every type of dashlet in every state, with made-up values. */
export function DashletGallery({ customerId }: { readonly customerId: number }) {
  const text = useDashletGalleryTexts();
  const language = useLanguage();
  const place = useMemo(
    () => ({
      api: documentApi('dashboard', customerId),
      // Those that ask for an answer ask for that of their settings: nothing of them is stored.
      search: { ...documentSearchDefaults, edit: true },
      change: nothing,
    }),
    [customerId],
  );
  const others = useMemo(() => otherDocuments((type) => dashletTypes[type][language]), [language]);
  const wide = useMemo(() => wideTable(text('wide')), [text]);
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
              <Cell
                key={`${state} ${language}`}
                document={(state === 'kpiDeleted' ? lostDocument : galleryDocument)(
                  type,
                  `${dashletTypes[type][language]}: ${text(state)}`,
                )}
                state={state}
                customerId={customerId}
              />
            ))}
            {type === 'table' && <Cell document={wide} state="ready" customerId={customerId} />}
          </section>
        ))}
        <section aria-label={text('others')}>
          {others.map((document) => (
            <Cell
              key={document.dashlets[0]?.type}
              document={document}
              state="ready"
              customerId={customerId}
            />
          ))}
        </section>
      </div>
    </DocumentPlaceProvider>
  );
}
