import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listKpis } from '#schemas/kpi/definition-routes.ts';
import { call } from '#web/kernel/api/call.ts';

/** The KPIs with their formulas, and the counters that formulas can use. */
export const useKpiLibrary = () =>
  useQuery({ queryKey: ['kpi', 'library'], queryFn: ({ signal }) => call(listKpis, { signal }) });

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
