import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { ImportStore } from '#server/features/provisioning/run/import-store.ts';
import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import { done, planned, readImportOf, upload } from '#tests/fixtures/provisioning/importing.ts';
import { someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';

const MAPPINGS = '/api/v1/mt/provisioning-mapping';

/** Queues an import without waking what works on the queue. */
async function queue(db: Db, owner: string, name: string): Promise<void> {
  await db
    .insertInto('import_run')
    .values({
      name,
      owner,
      byte_count: 1,
      sha256: '',
      created_at: new Date(),
      created_by: 'x',
      actor: {
        actorId: null,
        actor: 'x',
        via: 'session',
        address: '',
        requestId: '',
        language: 'en',
        mayChangeCustomers: false,
        mayNameCredentials: false,
        allCustomers: false,
        customers: [],
        sites: [],
      },
      progress: { step: 'reading', done: 0, total: 1 },
      counts: { added: 0, changed: 0, removed: 0, unchanged: 0, rejected: 0 },
    })
    .execute();
}

describe('columns of imports', () => {
  let server: ServerUnderTest;
  let admin: Browser;
  let acme: Browser;
  let globex: Browser;
  beforeAll(async () => {
    server = await openServer();
    admin = (await someone(server)).page;
    const permissions = ['NETWORK.PROVISIONING.read', 'NETWORK.PROVISIONING.write'] as const;
    for (const name of ['acme', 'globex'])
      await server.account({ username: `of-${name}`, permissions: [...permissions], customers: [name] });
    [acme, globex] = [await server.signedIn('of-acme'), await server.signedIn('of-globex')];
  });
  afterAll(() => server.close());

  const save = async (page: Browser, name: string) => {
    const saved = await page.send('POST', MAPPINGS, { body: { name, columns: { customer: name } } });
    expect([saved.statusCode, saved.body]).toEqual([200, saved.body]);
    return saved.json<{ id: number; customers: number[] }>();
  };
  const namesOf = async (page: Browser) =>
    (await page.get(MAPPINGS)).json<{ mappings: { name: string }[] }>().mappings.map(({ name }) => name);

  it('belong to the customers of the user: others neither read, change, delete nor use them', async () => {
    const own = await save(acme, 'Secret ERP');
    expect(own.customers).toEqual([server.customers.get('acme')]);
    expect([await namesOf(acme), await namesOf(globex)]).toEqual([['Secret ERP'], []]);
    const path = `${MAPPINGS}/${String(own.id)}`;
    const body = { name: 'Taken', columns: { customer: 'x' } };
    expect(statusAndCode(await globex.send('PUT', path, { body }))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await globex.send('DELETE', path))).toEqual([404, 'NOT_FOUND']);
    const used = await upload(globex, 'customer\nglobex', `name=a.csv&mapping=${String(own.id)}`);
    expect(statusAndCode(used)[1]).toBe('OBJECT_UNKNOWN');
    // A name says nothing about what others have.
    expect((await save(globex, 'secret erp')).customers).toEqual([server.customers.get('globex')]);
    expect((await namesOf(admin)).toSorted()).toEqual(['Secret ERP', 'secret erp']);
  });

  it('of the provider are used by everyone and changed by those who see every customer', async () => {
    const shared = await save(admin, 'Standard');
    expect(shared.customers).toEqual([]);
    expect(await namesOf(globex)).toContain('Standard');
    const path = `${MAPPINGS}/${String(shared.id)}`;
    const body = { name: 'Taken', columns: { customer: 'x' } };
    for (const call of [() => globex.send('PUT', path, { body }), () => globex.send('DELETE', path)])
      expect(statusAndCode(await call())).toEqual([403, 'REACHES_OTHER_CUSTOMERS']);
    expect((await admin.send('DELETE', path)).statusCode).toBe(200);
  });

  it('are no part of what a downloaded file may say: its name is that of the upload, encoded', async () => {
    const name = `a"\\b’s 1';\r\nSet-Cookie: sid=1;é.csv`;
    const run = await planned(acme, 'customer\nacme', `name=${encodeURIComponent(name)}`);
    const { headers } = await acme.get(`/api/v1/mt/provisioning/${String(run.import.id)}/source`);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
    const disposition = String(headers['content-disposition']);
    expect(disposition).toMatch(/^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''[\w.%~!*()-]+$/);
    const [, encoded = ''] = disposition.split("UTF-8''");
    expect(decodeURIComponent(encoded)).toBe(name);
  });

  it('and imports that wait are limited by customer', async () => {
    const owner = String(server.customers.get('acme'));
    for (let at = 0; at < provisioningLimits.maxQueued; at += 1) await queue(server.stack.db, owner, 'waits');
    expect(statusAndCode(await upload(acme, 'customer\nacme'))).toEqual([409, 'IMPORT_QUEUE_FULL']);
    expect((await upload(globex, 'customer\nglobex')).statusCode).toBe(200);
    await server.stack.db.deleteFrom('import_run').where('name', '=', 'waits').execute();
  });

  it('do not depend on imports of others: the last one of each customer can be undone', async () => {
    const file = (client: string, site: string) => `customer;site;latitude;longitude\n${client};${site};1;1`;
    const first = await planned(acme, file('acme', 'Undone'));
    await done(acme, first.import.id, 'apply');
    const second = await planned(globex, file('globex', 'Later'));
    await done(globex, second.import.id, 'apply');
    expect((await readImportOf(acme, first.import.id)).import.isLast).toBe(true);
    expect((await done(acme, first.import.id, 'undo')).import.state).toBe('undone');
    expect((await readImportOf(globex, second.import.id)).import.isLast).toBe(true);
  });
});

describe('waiting imports', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await openStack();
  });
  afterAll(() => stack.close());

  it('take turns by customer: one with many keeps another waiting for at most one of them', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a4']) await queue(stack.db, '1', name);
    await queue(stack.db, '2', 'b1');
    await queue(stack.db, '', 'provider');
    const store = new ImportStore(stack.db, systemClock, 'worker');
    const order: string[] = [];
    for (let run = await store.claim(); run !== undefined; run = await store.claim()) {
      order.push(run.name);
      await store.end(run, { state: 'ready' });
      // Compared again: it does not pass those that wait.
      if (run.name === 'a1')
        await stack.db
          .updateTable('import_run')
          .set({ state: 'queued', attempts: 0, started_at: null, name: 'a1 again' })
          .where('id', '=', run.id)
          .execute();
    }
    expect(order).toEqual(['a1', 'b1', 'provider', 'a1 again', 'a2', 'a3', 'a4']);
  });
});
