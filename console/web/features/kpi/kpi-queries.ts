import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listKpis } from '#schemas/kpi/definition-routes.ts';
import { call } from '#web/kernel/api/call.ts';

/** Every KPI with its formulas, and the counters that formulas may name. */
export const useKpiLibrary = () =>
  useQuery({ queryKey: ['kpi', 'library'], queryFn: ({ signal }) => call(listKpis, { signal }) });

/** Reads the KPIs again, wherever they are named. */
export function useRefreshKpis(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['kpi'] });
}
