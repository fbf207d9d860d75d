import { useQuery } from '@tanstack/react-query';
import { listKpiAlarms } from '#schemas/kpi/alarm-routes.ts';
import { listKpis } from '#schemas/kpi/definition-routes.ts';
import { listKpiDocuments } from '#schemas/kpi/document-routes.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';

/** The KPIs with their formulas, and the counters that formulas can use. */
export const useKpiLibrary = () => useQuery(routeQuery(listKpis));

/** The documents that show a KPI, read each time the query runs. */
export const useKpiDocuments = (key: string) =>
  useQuery({ ...routeQuery(listKpiDocuments, { params: { key } }), gcTime: 0 });

/** The alarms on a KPI, read each time they are shown. */
export const useKpiAlarms = (key: string) =>
  useQuery({ ...routeQuery(listKpiAlarms, { params: { key } }), gcTime: 0 });

/** Reads the KPIs again. */
export function useReadKpis() {
  const { fetch } = useQueryCache();
  return () => fetch({ ...routeQuery(listKpis), staleTime: 0 });
}
