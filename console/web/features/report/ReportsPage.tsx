import { useMemo } from 'react';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { SourceDocumentProvider } from '../dashboard/data/request-data.ts';
import { DocumentPlaceProvider } from '../dashboard/document-page.ts';
import { DocumentLibrary } from '../dashboard/library/DocumentLibrary.tsx';
import { useRowDownloads } from './download/use-row-downloads.tsx';
import { ImageSpaceProvider } from './images/image-space.ts';
import { OpenReport } from './OpenReport.tsx';
import { reportApi, reportLibraryApi } from './report-api.ts';
import { ReportPlaceProvider, type ReportPlace } from './report-place.ts';
import { useReportSearch, useReportTemplateSearch } from './report-search.ts';
import '#web/styles/series.css';
import '../dashboard/dashboard.css';
import './report.css';

interface Props extends Pick<ReportPlace, 'search' | 'change'> {
  /** Undefined in the multi-client space. */
  readonly customerId: number | undefined;
}

function Reports({ customerId, search, change }: Props) {
  const library = useMemo(() => reportLibraryApi(customerId), [customerId]);
  const rows = useRowDownloads(customerId);
  const place = { api: library, search, change, rows };
  const api = useMemo(() => reportApi(customerId), [customerId]);
  const reports = useMemo(() => ({ api, search, change }), [api, search, change]);
  const seesDashboards = usePermission('DASHBOARD.read');
  const { open } = search;
  const requested = useMemo(
    () =>
      seesDashboards || customerId === undefined || open === undefined
        ? undefined
        : ({ kind: 'report', id: open } as const),
    [seesDashboards, customerId, open],
  );
  return (
    <DocumentPlaceProvider value={place}>
      <ReportPlaceProvider value={reports}>
        <SourceDocumentProvider value={requested}>
          <ImageSpaceProvider value={customerId}>
            {open === undefined ? <DocumentLibrary /> : <OpenReport key={open} id={open} />}
          </ImageSpaceProvider>
        </SourceDocumentProvider>
      </ReportPlaceProvider>
    </DocumentPlaceProvider>
  );
}

/** Reports of a customer, with those that the provider shares. */
export function ReportsPage() {
  const address = useReportSearch();
  const { customer } = address.search;
  return customer === undefined ? null : <Reports key={customer} customerId={customer} {...address} />;
}

/** Reports of the multi-client space: templates of customers. */
export function ReportTemplatePage() {
  return <Reports customerId={undefined} {...useReportTemplateSearch()} />;
}
