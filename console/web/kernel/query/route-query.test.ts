import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '#schemas/route.ts';
import { below, namedQuery, routeKey, routePages, routeQuery } from './route-query.ts';
import { refreshQueries } from './use-refresh.ts';

const base = { method: 'GET', scope: 'customer', needs: 'signed-in', summary: 'A test' } as const;
const params = z.strictObject({ customerId: z.int() });
const list = route({ ...base, path: '/thing', reply: z.strictObject({ things: z.array(z.int()) }) });
const read = route({ ...base, path: '/thing/:id', params: z.strictObject({ id: z.int() }), reply: z.int() });
const choices = route({ ...base, path: '/thing-choices', reply: z.int() });
const thin = route({ ...base, path: '/thin', reply: z.int() });
const paged = route({
  ...base,
  path: '/customer/:customerId/page',
  params,
  query: z.strictObject({ from: z.int(), size: z.int(), q: z.string().optional() }),
  reply: z.strictObject({ count: z.int() }),
});

const pagesOf = (customerId: number, q?: string) =>
  routePages(paged, {
    size: 10,
    argsFrom: (from, size) => ({ params: { customerId }, query: { from, size, q } }),
  });

const every = {
  list: routeQuery(list).queryKey,
  first: routeQuery(read, { params: { id: 1 } }).queryKey,
  second: routeQuery(read, { params: { id: 2 } }).queryKey,
  choices: routeQuery(choices).queryKey,
  thin: routeQuery(thin).queryKey,
  pages: pagesOf(7).queryKey,
  searched: pagesOf(7, 'a').queryKey,
  others: pagesOf(8).queryKey,
  named: namedQuery('thing', [1], () => Promise.resolve(1)).queryKey,
};

/** Names of the queries that are read again after a write that touches these. */
async function stale(...touched: Parameters<typeof refreshQueries>[1][number][]): Promise<readonly string[]> {
  const queries = new QueryClient();
  for (const queryKey of Object.values(every)) queries.setQueryData(queryKey as readonly unknown[], 1);
  await refreshQueries(queries, touched);
  return Object.entries(every)
    .filter(([, queryKey]) => queries.getQueryState(queryKey as readonly unknown[])?.isInvalidated === true)
    .map(([name]) => name);
}

describe('queries of routes', () => {
  it('a write that touches a route reads its queries again, with any arguments', async () => {
    expect(await stale(list)).toEqual(['list']);
    expect(await stale(read)).toEqual(['first', 'second']);
    expect(await stale(paged)).toEqual(['pages', 'searched', 'others']);
  });

  it('a write that touches arguments reads only queries with these again', async () => {
    expect(await stale(routeKey(read, { params: { id: 2 } }))).toEqual(['second']);
    expect(await stale(routeKey(paged, { params: { customerId: 7 } }))).toEqual(['pages', 'searched']);
    expect(await stale(routeKey(paged, { query: { q: 'a' } }))).toEqual(['searched']);
  });

  it('a write that touches what is below a path reads the routes of this path again, and of no other word', async () => {
    expect(await stale(below(list))).toEqual(['list', 'first', 'second', 'choices']);
    expect(await stale(below({ path: '/customer/:customerId' }))).toEqual(['pages', 'searched', 'others']);
  });

  it('a named query is touched by its name, which no route has', async () => {
    expect(await stale(['thing'])).toEqual(['named']);
  });

  it('reads pages until all entries are there', () => {
    const { getNextPageParam } = pagesOf(7);
    const next = (pages: number) => {
      const read = Array.from({ length: pages }, () => ({ count: 25 }));
      return getNextPageParam({ count: 25 }, read, 0, []);
    };
    expect([1, 2, 3].map(next)).toEqual([10, 20, undefined]);
  });
});
