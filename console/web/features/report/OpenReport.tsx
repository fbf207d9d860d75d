import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { KpiDirectoryProvider } from '#web/kernel/kpi/kpi-directory.tsx';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { panelStateOf, type QueryState } from '#web/kernel/api/panel-state-of.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { documentsQuery } from '../dashboard/document-queries.ts';
import { useDocumentPlace } from '../dashboard/document-page.ts';
import { reportQuery, reportSettingsQuery } from './report-queries.ts';
import { useReportPlace } from './report-place.ts';
import { useReportTexts } from './texts/en.ts';
import { ReportWorkbench } from './ReportWorkbench.tsx';

/** Adds the report to the recently opened ones. A failure, as on a read-only server, is ignored. */
function useRecordOpening(id: number | undefined): void {
  const { api } = useDocumentPlace();
  const cache = useQueryCache();
  useEffect(() => {
    if (id === undefined) return;
    api
      .markOpened(id)
      .then(() => cache.refresh(documentsQuery(api).queryKey))
      .catch(() => undefined);
  }, [api, id, cache]);
}

/** A report that is missing is not a failure that trying again would end: the library has those that exist. */
function useReportState(query: QueryState): PanelState {
  const { change } = useReportPlace();
  const text = useReportTexts();
  const state = panelStateOf(query, useLanguage());
  const { error } = query;
  if (!(error instanceof ApiProblem) || error.status !== 404) return state;
  return {
    is: 'empty',
    title: text('unavailable'),
    hint: text('unavailableHint'),
    requestId: error.requestId,
    add: { label: text('toLibrary'), run: () => change({ open: undefined, edit: false, slides: false }) },
  };
}

/** A report, read, shown or edited. */
export function OpenReport({ id }: { readonly id: number }) {
  const { api, search } = useReportPlace();
  const text = useReportTexts();
  const report = useQuery(reportQuery(api, id));
  const settings = useQuery(reportSettingsQuery);
  const language = useLanguage();
  useRecordOpening(report.data?.id);
  const state = useReportState(report.data === undefined ? report : settings);
  if (report.data === undefined || settings.data === undefined)
    return (
      <div className="tt-page">
        <Panel label={text('report')} state={state}>
          {null}
        </Panel>
      </div>
    );
  return (
    <KpiDirectoryProvider>
      <ReportWorkbench // A draft stays in the language that it was opened in.
        key={search.edit ? 'edited' : language}
        entry={report.data}
        settings={settings.data}
      />
    </KpiDirectoryProvider>
  );
}
