import { everyRoute as routes } from '#tests/fixtures/every-route.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import type { Route } from '#schemas/route.ts';
import { sampleOf, textsIn } from '../../fixtures/sample-of.ts';
import { someone } from '../../fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { casesOfGate } from '#tests/gate/at-night.ts';

const named = (list: readonly Route[]) =>
  list.map((route) => [`${route.method} ${route.path}`, route] as const);

/** Texts that would end a statement, a literal or a pattern where they came into one. */
const ATTACKS = [
  `'; DROP TABLE account; --`,
  `") OR 1=1; DELETE FROM role; --\\`,
  `$$||pg_sleep(9)||$$ %_{x:Int32}`,
  'nul \u0000 and \ud800 alone',
];

let server: ServerUnderTest;
let tables: number;
const spare: Browser[] = [];
let page: Browser;
const countTables = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM information_schema.tables WHERE table_schema = current_schema()
  `.execute(server.stack.db);
  return rows[0]!.count;
};

beforeAll(async () => {
  const many = 1_000_000;
  server = await openServer({
    rates: { perAddress: many, perVisitor: many, perSession: many, signInsPerAddress: many },
  });
  // Before the first of them is called: some routes change how one signs in, and some end the session or its user.
  while (spare.length < 15) spare.push((await someone(server)).page);
  page = spare.pop()!;
  tables = await countTables();
});
/** Continues as another user when a call ended the session that made it. */
beforeEach(async () => {
  while ((await page.get('/api/v1/session')).statusCode !== 200) page = spare.pop()!;
});
afterAll(() => server.close());

const urlOf = ({ path }: Route, text = '1'): string =>
  path
    .replace(':customerId', String(server.customers.get('acme')!))
    .replace('/kpi/:key', '/kpi/itf_in_bps')
    .replace('/formulas/:scope', '/formulas/snmp')
    .replace('/inventory/:kind', '/inventory/site')
    .replaceAll(/:[a-z]\w*/gi, encodeURIComponent(text));

/** Calls that ended in an unexpected error. */
let failed: string[] = [];

async function send(route: Route, url: string, body?: unknown) {
  const response = await (route.method === 'GET' ? page.get(url) : page.send(route.method, url, { body }));
  // Routes served by another process respond that it is missing.
  if (response.statusCode >= 500 && response.statusCode !== 503)
    failed.push(`${url} ${JSON.stringify(body)} responses ${String(response.statusCode)}`);
}

const withTexts = routes.filter(
  ({ body, query, path }) => body !== undefined || query !== undefined || path.includes(':'),
);

describe('every route that is served', () => {
  it('is one of the contracts that these tests and the access matrix go through', async () => {
    const { paths } = (await page.get('/api/v1/openapi.json')).json() as { paths: Record<string, object> };
    const served = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const known = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(served.filter((one) => !known.includes(one))).toEqual([]);
    expect(served.length).toBeGreaterThan(80);
  });
});

const changing = routes.filter(({ method }) => method !== 'GET');

describe('a call that changes something', () => {
  const problemCodeOf = async (route: Route, by: Browser, headers: Record<string, string> = {}) => {
    const body = route.body && sampleOf(route.body);
    const response = await by.send(route.method as 'POST', urlOf(route), { body, headers });
    return [response.statusCode, (response.json() as { code: string }).code];
  };

  it.each(named(changing))(
    'as %s is rejected without the token of the session, and from the page of another site',
    async (_, route) => {
      expect(await problemCodeOf(route, page, { 'x-csrf-token': '' })).toEqual([403, 'CSRF_INVALID']);
      const stranger = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
      expect(await problemCodeOf(route, page, stranger)).toEqual([403, 'ORIGIN_REFUSED']);
    },
  );

  it('is rejected by a read-only server on every route that is not exempt', async () => {
    const rates = { perAddress: 1e6, perVisitor: 1e6, perSession: 1e6, signInsPerAddress: 1e6 };
    const readOnly = await openServer({ adjacent: server, readOnly: true, engine: 'none', rates });
    await server.account({ username: 'reads-only', permissions: permissionKeys });
    const reader = await readOnly.signedIn('reads-only');
    const rejected = changing.filter(({ whileReadOnly }) => whileReadOnly !== true);
    const others: string[] = [];
    for (const route of rejected) {
      const [status, code] = await problemCodeOf(route, reader);
      if (status !== 403 || code !== 'READ_ONLY')
        others.push(`${route.method} ${route.path}: ${String(code)}`);
    }
    expect(others).toEqual([]);
    expect(rejected.length).toBeGreaterThan(60);
    await readOnly.close();
  });
});

const withFields = routes.filter(({ body }) => {
  const sample = body && sampleOf(body);
  return typeof sample === 'object' && sample !== null && !Array.isArray(sample);
});

/** Neither a text nor a number, an object or a list of any of them. */
const WRONG = [[[]]];

/** Fields that a contract rejects when they are wrong alone. */
function wrongFields({ body }: Route): readonly string[] {
  const sample = sampleOf(body!) as Record<string, unknown>;
  return Object.keys(sample).filter((field) => {
    const parsed = parseInput(body!, { ...sample, [field]: WRONG });
    return !parsed.ok && parsed.faults.some(({ path }) => path.split('.')[0] === field);
  });
}

describe('a body', () => {
  it.each(named(withFields))('of %s with an unknown field is rejected', async (_, route) => {
    const body = { ...(sampleOf(route.body!) as object), isAdmin: true, customer_id: 1, role_id: 1 };
    const response = await page.send(route.method as 'POST', urlOf(route), { body });
    expect(response.statusCode).toBe(400);
    const { code, errors } = response.json() as {
      code: string;
      errors: { path: string; message: string }[];
    };
    expect(code).toBe('VALIDATION');
    expect(JSON.stringify(errors)).toContain('isAdmin');
  });

  it.each(named(withFields.filter((route) => wrongFields(route).length > 1)))(
    'of %s with several wrong fields is rejected for all of them at once',
    async (_, route) => {
      const body = Object.fromEntries(
        Object.keys(sampleOf(route.body!) as object).map((field) => [field, WRONG]),
      );
      const response = await page.send(route.method as 'POST', urlOf(route), { body });
      const { errors } = response.json() as { errors: { path: string }[] };
      expect(response.statusCode).toBe(400);
      expect(errors.map(({ path }) => path.split('.')[1])).toEqual(
        expect.arrayContaining([...wrongFields(route)]),
      );
    },
  );

  it.each(named(routes.filter(({ body }) => body !== undefined)))(
    'of %s above the limit of the route is rejected before it is read',
    async (_, route) => {
      const response = await page.send(route.method as 'POST', urlOf(route), {
        body: '{}',
        headers: {
          'content-type': 'application/json',
          'content-length': String((route.bodyLimit ?? 1_048_576) + 1),
        },
      });
      expect(response.statusCode).toBe(413);
    },
  );
});

describe('an SQL injection', () => {
  it.each(named(withTexts))('is only a text in every field of %s', async (_, route) => {
    failed = [];
    const body = route.body && sampleOf(route.body);
    for (const attack of casesOfGate(ATTACKS)) {
      for (const place of textsIn(body)) await send(route, urlOf(route), place.with(attack));
      if (route.path.includes(':') && !attack.includes('\ud800'))
        await send(route, urlOf(route, attack), body);
      const query = route.query === undefined ? {} : (sampleOf(route.query) as Record<string, unknown>);
      for (const name of Object.keys(query)) {
        const requested = new URLSearchParams({ [name]: attack });
        await send(route, `${urlOf(route)}?${requested.toString()}`, body);
      }
    }
    expect(failed).toEqual([]);
  });

  it('has changed no table', async () => {
    expect(await countTables()).toBe(tables);
    const { db } = server.stack;
    expect((await db.selectFrom('account').select('id').execute()).length).toBeGreaterThan(10);
    expect((await db.selectFrom('role').select('id').execute()).length).toBeGreaterThan(10);
  });
});
