import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listKpiAlarms } from '#schemas/kpi/alarm-routes.ts';
import { listKpis } from '#schemas/kpi/definition-routes.ts';
import { listKpiDocuments } from '#schemas/kpi/document-routes.ts';
import { call } from '#web/kernel/api/call.ts';

/** The KPIs with their formulas, and the counters that formulas can use. */
export const useKpiLibrary = () =>
  useQuery({ queryKey: ['kpi', 'library'], queryFn: ({ signal }) => call(listKpis, { signal }) });

/** The documents that show a KPI, read each time the question is asked. */
export const useKpiDocuments = (key: string) =>
  useQuery({
    queryKey: ['kpi', 'documents', key],
    queryFn: ({ signal }) => call(listKpiDocuments, { params: { key }, signal }),
    gcTime: 0,
  });

/** The alarms on a KPI, read each time they are shown. */
export const useKpiAlarms = (key: string) =>
  useQuery({
    queryKey: ['kpi', 'alarms', key],
    queryFn: ({ signal }) => call(listKpiAlarms, { params: { key }, signal }),
    gcTime: 0,
  });

/** Reads the KPIs again. */
export function useReadKpis() {
  const queries = useQueryClient();
  return () =>
    queries.fetchQuery({ queryKey: ['kpi', 'library'], queryFn: () => call(listKpis, {}), staleTime: 0 });
}

/** Invalidates every query of KPIs. */
export function useRefreshKpis(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['kpi'] });
}
