import { elementKinds } from '#schemas/element/kind.ts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { KpiSearch } from './kpi-search.ts';

const origins = ['library', 'defined'] as const;
const route = getRouteApi('/shell/mt/kpi');

type Part = { readonly [Key in keyof KpiSearch]?: KpiSearch[Key] | undefined };

/** The address of the KPI library, and the way to change it. */
export function useKpiSearch() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/mt/kpi' });
  const change = (part: Part) => void navigate({ search: (now) => ({ ...now, ...part }), replace: true });
  const element = elementKinds.find((kind) => kind === search.element);
  const origin = origins.find((one) => one === search.origin);
  return { search: { ...search, element, origin }, change };
}
