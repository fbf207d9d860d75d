import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MIN_QUERY_LENGTH, search, type SearchHit } from '#schemas/search/routes.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { routeQuery } from '../query/route-query.ts';

/** Pause in typing before the server is queried. */
const PAUSE_MS = 120;
const none: readonly SearchHit[] = [];

interface Searched {
  readonly hits: readonly SearchHit[];
  /** Whether the hits of the query are still on their way. */
  readonly searching: boolean;
}

/** What the server finds for a typed text: the last hits stay until the next arrive. */
export function useSearch(text: string): Searched {
  const typed = text.trim();
  const [q] = useDebouncedValue(typed, PAUSE_MS);
  const enabled = q.length >= MIN_QUERY_LENGTH;
  const { data, isFetching } = useQuery({
    ...routeQuery(search, { query: { q } }),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  return {
    hits: enabled && data !== undefined ? data.hits : none,
    searching: typed.length >= MIN_QUERY_LENGTH && (isFetching || q !== typed),
  };
}
