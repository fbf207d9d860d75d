import { infiniteQueryOptions, queryOptions, type QueryFilters, type QueryKey } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Route } from '#schemas/route.ts';
import { call, type CallOptions } from '../api/call.ts';

/** Parameters, query and body of a call. */
export type CallArguments<R extends Route> = Omit<CallOptions<R>, 'signal' | 'bypassLogout'>;

/** Arguments of a call as the last argument of a function: optional for a route without any. */
export type ArgumentList<R extends Route> =
  object extends CallArguments<R> ? [args?: CallArguments<R>] : [args: CallArguments<R>];

type PartOf<S> = S extends z.ZodType ? Partial<z.input<S>> : never;

/** Some arguments of a route: those that name what changed. */
interface PartialArguments<R extends Route> {
  readonly params?: PartOf<R['params']>;
  readonly query?: PartOf<R['query']>;
}

/** Every query of a route and of the routes below its path. */
interface PathBelow {
  readonly below: string;
}

/** Queries that a write changes: those of a route, of a route with these arguments (`routeKey`), or of all routes below a path. */
export type QueryTarget = Route | QueryKey | PathBelow;

/**
 * The key of a route's queries: path, method and arguments. As a filter it matches every query whose arguments include these, and
 * without arguments every query of the route.
 */
export const routeKey = <R extends Route>(route: R, args?: PartialArguments<R>): QueryKey =>
  args === undefined ? [route.path, route.method] : [route.path, route.method, args];

/** The queries of this route and of every route below its path: of `/mt/user` also `/mt/user/:id` and `/mt/user-choices`. */
export const below = ({ path }: Pick<Route, 'path'>): PathBelow => ({ below: path });

const isBelow = (path: unknown, above: string): boolean =>
  typeof path === 'string' && path.startsWith(above) && !/^\w/.test(path.slice(above.length));

/** What TanStack Query selects these queries by. */
export function filterOf(touched: QueryTarget): QueryFilters {
  if ('below' in touched) return { predicate: ({ queryKey: [path] }) => isBelow(path, touched.below) };
  return { queryKey: 'path' in touched ? routeKey(touched) : touched };
}

/**
 * The query that reads a route. Parts of its reply are selected where it is used, so that all users of the route share one copy:
 * `useQuery({ ...routeQuery(listRoles), select: ({ roles }) => roles })`.
 */
export const routeQuery = <R extends Route>(route: R, ...[args]: ArgumentList<R>) =>
  queryOptions({
    queryKey: [route.path, route.method, args ?? {}],
    queryFn: ({ signal }): Promise<z.output<R['reply']>> =>
      call(route, { ...args, signal } as unknown as CallOptions<R>),
  });

/** A reply with a part of a list and the number of all its entries. */
interface CountedReply {
  readonly count: number;
}

interface PageOptions<R extends Route> {
  readonly size: number;
  /** Arguments of the page that starts at this entry. */
  readonly argsFrom: (from: number, size: number) => CallArguments<R>;
}

/** The query that reads a list in pages, as far as it is scrolled. Its key has the arguments of the first page. */
export const routePages = <R extends Route & { readonly reply: z.ZodType<CountedReply> }>(
  route: R,
  { size, argsFrom }: PageOptions<R>,
) =>
  infiniteQueryOptions({
    queryKey: [route.path, route.method, argsFrom(0, size), 'pages'],
    queryFn: ({ pageParam, signal }): Promise<z.output<R['reply']>> =>
      call(route, { ...argsFrom(pageParam, size), signal } as unknown as CallOptions<R>),
    initialPageParam: 0,
    getNextPageParam: ({ count }: CountedReply, pages: readonly unknown[]) =>
      pages.length * size < count ? pages.length * size : undefined,
  });

/** A query of several calls, or of none: its key is a name that no path has. */
export const namedQuery = <Result>(
  name: string,
  args: readonly unknown[],
  read: (signal: AbortSignal) => Promise<Result>,
) => queryOptions({ queryKey: [name, ...args], queryFn: ({ signal }) => read(signal) });
