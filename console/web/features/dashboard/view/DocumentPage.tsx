import { lazy, Suspense, useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KpiDirectoryProvider } from '#web/kernel/kpi/kpi-directory.tsx';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { DocumentApi } from '../document-api.ts';
import { documentQuery, documentsQuery } from '../document-queries.ts';
import { useDocumentPlace } from '../document-page.ts';
import { useDashboardTexts } from '../use-dashboard-texts.ts';
import { DocumentView } from './DocumentView.tsx';

const DocumentEditor = lazy(() =>
  import('../edit/DocumentEditor.tsx').then(({ DocumentEditor: editor }) => ({ default: editor })),
);

/** Adds the document to the recently opened ones. A failure, as on a read-only server, is ignored. */
function useRecordOpening(api: DocumentApi, id: number | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (id === undefined) return;
    api
      .markOpened(id)
      .then(() => queries.invalidateQueries({ queryKey: documentsQuery(api).queryKey, exact: true }))
      .catch(() => undefined);
  }, [api, id, queries]);
}

function Shown({ id }: { readonly id: number }) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const { api, search } = useDocumentPlace();
  const query = useQuery(documentQuery(api, id));
  const state = panelStateOf(query, language);
  const entry = query.data;
  useRecordOpening(api, entry?.id);
  if (entry === undefined)
    return (
      <div className="tt-page">
        <Panel label={text('dashboards')} state={state}>
          {null}
        </Panel>
      </div>
    );
  return search.edit ? (
    <Suspense>
      <DocumentEditor key={entry.resource} entry={entry} />
    </Suspense>
  ) : (
    <DocumentView entry={entry} />
  );
}

/** A dashboard or home page, shown or edited. The KPIs are read beside it. */
export function DocumentPage({ id }: { readonly id: number }) {
  return (
    <KpiDirectoryProvider>
      <Shown id={id} />
    </KpiDirectoryProvider>
  );
}
