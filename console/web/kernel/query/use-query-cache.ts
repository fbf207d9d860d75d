import { useMemo } from 'react';
import {
  QueryObserver,
  useQueryClient,
  type DataTag,
  type FetchQueryOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { filterOf, type QueryTarget } from './route-query.ts';
import { refreshQueries } from './use-refresh.ts';

/** A query whose key has the type of its result. */
interface TypedQuery<Result> {
  readonly queryKey: DataTag<QueryKey, Result, Error>;
}

const cacheOf = (queries: QueryClient) => ({
  /** The cached result; undefined until it is read. */
  read: <Result>({ queryKey }: TypedQuery<Result>): Result | undefined =>
    queries.getQueryData<Result>(queryKey),
  /** Replaces the cached result; a function that returns undefined leaves it. */
  write: <Result>(
    { queryKey }: TypedQuery<Result>,
    next: Result | ((last: Result | undefined) => Result | undefined),
  ): void => void queries.setQueryData<Result>(queryKey, next),
  /** Reads a query unless it is fresh. */
  fetch: <Result, Key extends QueryKey>(query: FetchQueryOptions<Result, Error, Result, Key>) =>
    queries.fetchQuery(query),
  /** Refetches what is shown of these queries, and the others when they are shown again. */
  refresh: (...touched: readonly QueryTarget[]) => refreshQueries(queries, touched),
  /** Calls the listener each time the query has a new result, as it was read; it is not read for this. */
  watch: <Result>(
    { queryKey }: TypedQuery<Result>,
    listener: (result: Result | undefined) => void,
  ): (() => void) =>
    new QueryObserver<Result>(queries, { queryKey, enabled: false }).subscribe(({ data }) => listener(data)),
  /** Ends requests of these queries that no component waits for. */
  cancelUnused: (touched: QueryTarget): void =>
    void queries.cancelQueries({ ...filterOf(touched), type: 'inactive' }),
});

/** Reads and writes results of queries apart from showing them. The same object on every render. */
export function useQueryCache(): ReturnType<typeof cacheOf> {
  const queries = useQueryClient();
  return useMemo(() => cacheOf(queries), [queries]);
}
