import { readReportSettings } from '#schemas/report/routes.ts';
import type { ReportEntry } from '#schemas/report/entry.ts';
import { namedQuery, routeQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { documentsQuery } from '../dashboard/document-queries.ts';
import { reportLibraryApi, type ReportApi } from './report-api.ts';

/** An open report changes only when it is read again: its reader may be editing it. */
export const reportQuery = (api: ReportApi, id: number) => ({
  ...namedQuery('report', [api.customerId ?? 'provider', 'one', id], (signal) => api.read(id, signal)),
  staleTime: Infinity,
});

export const reportSettingsQuery = { ...routeQuery(readReportSettings, {}), staleTime: Infinity };

/** Returns the function that caches a report which the server returned, and refreshes the library. */
export function useReportCache(api: ReportApi): (entry: ReportEntry) => void {
  const cache = useQueryCache();
  return (entry) => {
    cache.write(reportQuery(api, entry.id), entry);
    void cache.refresh(documentsQuery(reportLibraryApi(api.customerId)).queryKey);
  };
}
