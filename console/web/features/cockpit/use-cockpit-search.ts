import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { CockpitSearchValue } from './cockpit-search.ts';

const route = getRouteApi('/shell/mt/cockpit');

/** The address of the cockpit library, and the ways to change it. */
export function useCockpitSearch() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/mt/cockpit' });
  const change = (part: Partial<CockpitSearchValue>, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace });
  /** Another cockpit, or the library: nothing of what was open before stays. */
  const open = (cockpit: number | undefined) => void navigate({ search: { cockpit } });
  /** The same alarm, in the cockpit that it was found in. */
  const place = (cockpit: number) => void navigate({ search: (now) => ({ ...now, cockpit }), replace: true });
  return { search, change, open, place };
}
