import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Severity } from '#schemas/alerting/severity.ts';
import type { AlertSearch } from './alert-search.ts';

const route = getRouteApi('/shell/alert');

/** The address of the screen, and the ways to change it. Typing and moving replace the entry, choices add one. */
export function useAlertSearch() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/alert' });
  const change = (part: Partial<AlertSearch>, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace });
  const toggleSeverity = (severity: Severity) => {
    const chosen = search.severity.includes(severity)
      ? search.severity.filter((each) => each !== severity)
      : [...search.severity, severity];
    change({ severity: chosen });
  };
  return { search, change, toggleSeverity };
}
