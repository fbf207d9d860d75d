import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemIds } from '#platform/id/id.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { listHealthChanges, readHealth, readHealthFigures } from '#schemas/health/routes.ts';
import { publishAccessChange } from '#server/kernel/access/access-change.ts';
import { SessionStore } from '#server/kernel/session/session-store.ts';
import { everyRoute } from '#tests/fixtures/every-route.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';

const FIGURES = `${readHealthFigures.path}?component=stores.postgres`;

let isDown = false;
/** PostgreSQL that fails: no query of the server reaches it. */
const outage: KyselyPlugin = {
  transformQuery({ node }) {
    if (isDown) throw new Error('connection terminated unexpectedly');
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

let server: ServerUnderTest;
let accounts = 0;
beforeAll(async () => {
  server = await openServer({ between: outage });
});
afterAll(async () => {
  await server.close();
});
beforeEach(() => {
  isDown = false;
});

/** A user of health monitoring whose session was checked just now. */
async function checked(): Promise<{ readonly account: number; readonly page: Browser }> {
  accounts += 1;
  const account = await server.account({
    username: `support${String(accounts)}`,
    permissions: ['SUPPORT.MONITORING.read', 'SUPPORT.COLLECT.read'],
  });
  const page = await server.withSession(account);
  expect((await page.get(readHealth.path)).statusCode).toBe(200);
  return { account, page };
}

const statusOf = async (page: Browser, url: string = readHealth.path): Promise<number> =>
  (await page.get(url)).statusCode;

/** Sends a change as another server does, and waits until this one has it. */
async function announce(change: Parameters<typeof publishAccessChange>[1]): Promise<void> {
  const received = Promise.withResolvers<void>();
  const ending = new AbortController();
  server.stack.bus.subscribe(
    subjects.config('access'),
    () => {
      received.resolve();
    },
    { signal: ending.signal },
  );
  await server.stack.bus.flush();
  publishAccessChange(server.stack.bus, change);
  await received.promise;
  await server.stack.bus.flush();
  ending.abort();
}

const hashOf = async (account: number): Promise<string> =>
  (
    await server.stack.db
      .selectFrom('session')
      .select('token_hash')
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow()
  ).token_hash;

describe('while PostgreSQL does not respond', () => {
  it('only two contracts accept a session from memory: both only read, with the permission for monitoring', () => {
    const flagged = everyRoute.filter(({ whileStoreIsDown }) => whileStoreIsDown === true);
    expect(flagged).toEqual([readHealth, readHealthFigures]);
    for (const { method, needs } of flagged)
      expect([method, needs]).toEqual(['GET', 'SUPPORT.MONITORING.read']);
  });

  it('a session that was checked within 15 minutes reads the health, and nothing else', async () => {
    const { page } = await checked();
    isDown = true;
    expect(await statusOf(page)).toBe(200);
    const figures = await page.get(FIGURES);
    expect([figures.statusCode, figures.json()]).toMatchObject([200, { month: null }]);
    await server.clock.leap(10_000);
    for (const path of [listHealthChanges.path, '/api/v1/session', '/api/v1/mt/monitoring-collect/stream'])
      expect(await statusOf(page, path)).toBeGreaterThanOrEqual(500);
    await server.clock.leap(15 * MINUTE_MS - 10_001);
    expect(await statusOf(page)).toBe(200);
    await server.clock.leap(1);
    expect(await statusOf(page)).toBeGreaterThanOrEqual(500);
  });

  it('a query that hangs counts as a failed one after two seconds', async () => {
    const { page } = await checked();
    await server.clock.leap(10_000);
    await server.stack.db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE session IN ACCESS EXCLUSIVE MODE`.execute(tx);
      const start = performance.now();
      expect(await statusOf(page)).toBe(200);
      expect(performance.now() - start).toBeGreaterThan(1_900);
    });
  });

  it('a session that was not checked, or by a user without the permission, reads nothing', async () => {
    const account = await server.account({ username: 'other', permissions: ['SUPPORT.COLLECT.read'] });
    const other = await server.withSession(account);
    expect(await statusOf(other)).toBe(403);
    const { account: known } = await checked();
    const fresh = await server.withSession(known);
    isDown = true;
    expect(await statusOf(other)).toBe(403);
    expect(await statusOf(fresh)).toBeGreaterThanOrEqual(500);
    expect(await statusOf(server.browser())).toBe(401);
  });

  it('a session that expires in the meantime reads nothing', async () => {
    const { account, page } = await checked();
    const endsAt = new Date(server.clock.now().getTime() + 5 * MINUTE_MS);
    await server.stack.db
      .updateTable('session')
      .set({ ends_at: endsAt })
      .where('account_id', '=', account)
      .execute();
    await server.clock.leap(10_000);
    expect(await statusOf(page)).toBe(200);
    isDown = true;
    await server.clock.leap(4 * MINUTE_MS);
    expect(await statusOf(page)).toBe(200);
    await server.clock.leap(MINUTE_MS);
    expect(await statusOf(page)).toBeGreaterThanOrEqual(500);
  });

  it('a session that another server ended, and a user that it locked, read nothing', async () => {
    const [one, other] = [await checked(), await checked()];
    const session = await hashOf(one.account);
    isDown = true;
    await announce({ session });
    expect(await statusOf(one.page)).toBeGreaterThanOrEqual(500);
    expect(await statusOf(other.page)).toBe(200);
    await announce({ account: other.account });
    expect(await statusOf(other.page)).toBeGreaterThanOrEqual(500);
  });

  it('a sign-out is effective although it cannot be stored', async () => {
    const { page } = await checked();
    isDown = true;
    expect((await page.send('DELETE', '/api/v1/session')).statusCode).toBeGreaterThanOrEqual(500);
    expect(await statusOf(page)).toBeGreaterThanOrEqual(500);
  });
});

describe('the cache of sessions', () => {
  const storeOf = () => new SessionStore({ db: server.stack.db, clock: server.clock, ids: systemIds });
  const client = { address: '10.1.0.1', agent: 'test' };

  it('does not take what was read before a session ended', async () => {
    const store = storeOf();
    const { token, state } = await store.open(null, client);
    const found = await server.stack.db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE session IN ACCESS EXCLUSIVE MODE`.execute(tx);
      const reading = store.find(token);
      store.forget(state.tokenHash);
      return { reading };
    });
    expect(await found.reading).toBeDefined();
    expect(store.lately(token)).toBeUndefined();
  });

  it('does not extend a session that another server has ended, and drops it at a review', async () => {
    const store = storeOf();
    const { token, state } = await store.open(null, client);
    await store.find(token);
    expect(store.lately(token)).toBeDefined();
    await storeOf().end(state.tokenHash);
    expect(store.lately(token)).toBeDefined();
    await store.listActive();
    expect(store.lately(token)).toBeUndefined();
  });
});
