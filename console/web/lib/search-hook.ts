import { useCallback } from 'react';
import { getRouteApi, type RegisteredRouter, type RouteIds } from '@tanstack/react-router';

/** Any part of a search; `undefined` removes a parameter. */
export type SearchPart<Search> = { readonly [Key in keyof Search]?: Search[Key] | undefined };

/**
 * Returns the hook that reads and changes the address of a screen. `history`: whether a change adds an entry to the history of
 * the browser; a call can decide otherwise.
 */
export function searchHook<Search extends object>(
  routeId: RouteIds<RegisteredRouter['routeTree']>,
  history: 'replace' | 'push' = 'replace',
) {
  const route = getRouteApi(routeId);
  return () => {
    const search = route.useSearch() as Search & { readonly v: number };
    const navigate = route.useNavigate();
    const change = useCallback(
      (part: SearchPart<Search>, replace = history === 'replace'): void =>
        void navigate({ search: (now: object) => ({ ...now, ...part }), replace } as never),
      [navigate],
    );
    return { search, change, navigate };
  };
}
