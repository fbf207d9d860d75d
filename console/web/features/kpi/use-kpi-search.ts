import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { KpiSearch } from './kpi-search.ts';

const route = getRouteApi('/shell/mt/kpi');

type Part = { readonly [Key in keyof KpiSearch]?: KpiSearch[Key] | undefined };

/** The address of the KPI library, and the way to change it. */
export function useKpiSearch() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/mt/kpi' });
  const change = (part: Part) => void navigate({ search: (now) => ({ ...now, ...part }), replace: true });
  return { search, change };
}
