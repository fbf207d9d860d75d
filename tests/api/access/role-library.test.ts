import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import type { Role } from '#schemas/role/role.ts';
import { PROPAGATION_TIMEOUT_MS } from '#tests/fixtures/propagation.ts';
import { lastEvent, post, someone, uniqueName } from '../../fixtures/server/administrator.ts';
import { join, liveUsersOf, nextEvent, type LiveUsers } from './live.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';

let server: ServerUnderTest;
let users: LiveUsers;
let admin: Browser;
beforeAll(async () => {
  server = await openServer();
  users = await liveUsersOf(server);
  admin = (await someone(server)).page;
});
afterAll(async () => {
  users.disconnect();
  await server.close();
});

const ROLES = '/api/v1/mt/role';
const roles = async (): Promise<Role[]> => ((await admin.get(ROLES)).json() as { roles: Role[] }).roles;
const aRole = (permissions: readonly string[] = []): Promise<Role> =>
  post(admin, '/mt/role', { label: uniqueName('Role'), permissions });
const save = (page: Browser, { id, label, permissions, version }: Role) =>
  page.send('PUT', `${ROLES}/${String(id)}`, { body: { label, permissions, version } });
const defaultRole = async (): Promise<Role> => (await roles()).find(({ isDefault }) => isDefault)!;

async function adminRole(): Promise<number> {
  const { id } = await server.stack.db
    .insertInto('role')
    .values({ label: uniqueName('Administrators'), is_admin: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

describe('a role', () => {
  it('grants with a permission everything it implies', async () => {
    const { permissions } = await aRole(['SETTINGS.SAML.write', 'SCHEDULING.read']);
    expect(permissions).toEqual(
      permissionKeys.filter((key) =>
        [
          'HOME.read',
          'REPORT.read',
          'SCHEDULING.read',
          'ROLE.read',
          'SETTINGS.SAML.read',
          'SETTINGS.SAML.write',
        ].includes(key),
      ),
    );
  });

  it('that cannot be saved for an unexpected reason returns a generic problem; the cause is only in the log', async () => {
    const { db } = server.stack;
    await sql`ALTER TABLE role ADD CONSTRAINT unforeseen CHECK (label <> 'unforeseen')`.execute(db);
    const response = await admin.send('POST', ROLES, { body: { label: 'unforeseen', permissions: [] } });
    await sql`ALTER TABLE role DROP CONSTRAINT unforeseen`.execute(db);
    expect(statusAndCode(response)).toEqual([500, 'ROLE_SAVE_FAILED']);
    expect(response.body).not.toContain('constraint');
  });

  it('has a label that no other role has', async () => {
    const { label } = await aRole();
    const response = await admin.send('POST', ROLES, { body: { label, permissions: [] } });
    expect(statusAndCode(response)).toEqual([409, 'NAME_TAKEN']);
  });

  it.each([
    ['no label', { label: ' ', permissions: [] }, 'body.label', 'This field is required'],
    ['an unknown permission', { label: 'x', permissions: ['ALERT.fly'] }, 'body.permissions.0', undefined],
    ['an unknown field', { label: 'x', permissions: [], isAdmin: true }, 'body', undefined],
  ])('with %s is rejected, with its path', async (_, body, path, message) => {
    const response = await admin.send('POST', ROLES, { body });
    expect(statusAndCode(response)).toEqual([400, 'VALIDATION']);
    const { errors } = response.json() as { errors: { path: string; message: string }[] };
    expect(errors[0]).toMatchObject({ path, ...(message === undefined ? {} : { message }) });
  });

  it('that another user changed is not overwritten', async () => {
    const role = await aRole(['ALERT.read']);
    expect((await save(admin, { ...role, label: uniqueName('Renamed') })).statusCode).toBe(200);
    expect(statusAndCode(await save(admin, role))).toEqual([409, 'CONFLICT']);
  });

  it('of the administrators cannot be modified, deleted or made the default', async () => {
    const id = await adminRole();
    const frozen = (await roles()).find((role) => role.id === id)!;
    expect(frozen.permissions).toEqual([...permissionKeys]);
    expect(statusAndCode(await save(admin, frozen))).toEqual([409, 'ROLE_ADMIN_FROZEN']);
    for (const [method, path] of [
      ['DELETE', `${ROLES}/${String(id)}`],
      ['POST', `${ROLES}/${String(id)}/default`],
    ] as const)
      expect(statusAndCode(await admin.send(method, path))).toEqual([409, 'ROLE_ADMIN_FROZEN']);
  });

  it('that is deleted leaves its users to the default role', async () => {
    const role = await aRole(['ALERT.read']);
    const who = await someone(server, ['ALERT.read']);
    await server.stack.db
      .updateTable('account')
      .set({ role_id: role.id })
      .where('id', '=', who.account)
      .execute();
    const response = await admin.send('DELETE', `${ROLES}/${String(role.id)}`);
    expect(response.json()).toEqual({ moved: 1 });
    const { role_id } = await server.stack.db
      .selectFrom('account')
      .select('role_id')
      .where('id', '=', who.account)
      .executeTakeFirstOrThrow();
    expect(role_id).toBe((await defaultRole()).id);
    expect(JSON.parse((await lastEvent(server, 'role.delete')).detail)).toMatchObject({
      note: { moved: [who.username], to: (await defaultRole()).label },
    });
  });

  it('counts only the users that the caller may see', async () => {
    const role = await aRole(['ALERT.read']);
    for (const customers of [['acme'], ['initech']]) {
      const { account } = await someone(server, ['ALERT.read'], customers);
      await server.stack.db
        .updateTable('account')
        .set({ role_id: role.id })
        .where('id', '=', account)
        .execute();
    }
    const { page } = await someone(server, permissionKeys, ['acme', 'globex']);
    const seenBy = async (reader: Browser): Promise<number | undefined> =>
      (await reader.get(ROLES)).json<{ roles: Role[] }>().roles.find(({ id }) => id === role.id)?.users;
    expect([await seenBy(admin), await seenBy(page)]).toEqual([2, 1]);
    const response = await page.send('DELETE', `${ROLES}/${String(role.id)}`);
    expect(statusAndCode(response)).toEqual([403, 'REACHES_OTHER_CUSTOMERS']);
    expect((await admin.send('DELETE', `${ROLES}/${String(role.id)}`)).json()).toEqual({ moved: 2 });
  });

  it('changes by its author while no one else has it, and never becomes the default by them', async () => {
    const { page } = await someone(server, permissionKeys, ['acme', 'globex']);
    const own = await post<Role>(page, '/mt/role', { label: uniqueName('Own'), permissions: [] });
    expect(own.reachesOthers).toBe(false);
    expect((await save(page, own)).statusCode).toBe(200);
    const path = `${ROLES}/${String(own.id)}`;
    expect(statusAndCode(await page.send('POST', `${path}/default`))).toEqual([
      403,
      'EVERY_CUSTOMER_REQUIRED',
    ]);
    const { account } = await someone(server, [], ['initech']);
    await server.stack.db.updateTable('account').set({ role_id: own.id }).where('id', '=', account).execute();
    expect(statusAndCode(await page.send('DELETE', path))).toEqual([403, 'REACHES_OTHER_CUSTOMERS']);
    expect(statusAndCode(await save(page, { ...own, version: 2 }))).toEqual([403, 'REACHES_OTHER_CUSTOMERS']);
  });

  it('that has users is deleted only by a caller with every permission of the default role', async () => {
    const before = await defaultRole();
    const wide = await aRole(['USER.write']);
    await post(admin, `/mt/role/${String(wide.id)}/default`);
    const { page, account } = await someone(server, ['ROLE.write', 'ALERT.read']);
    const own = await post<Role>(page, '/mt/role', { label: uniqueName('Own'), permissions: ['ALERT.read'] });
    const path = `${ROLES}/${String(own.id)}`;
    const { role_id } = await server.stack.db
      .selectFrom('account')
      .select('role_id')
      .where('id', '=', account)
      .executeTakeFirstOrThrow();
    const other = await someone(server, ['ALERT.read']);
    await server.stack.db
      .updateTable('account')
      .set({ role_id: own.id })
      .where('id', '=', other.account)
      .execute();
    expect(statusAndCode(await page.send('DELETE', path))).toEqual([403, 'RIGHTS_EXCEED_OWN']);
    expect((await roles()).find(({ id }) => id === own.id)).toMatchObject({ users: 1 });
    await server.stack.db.updateTable('account').set({ role_id }).where('id', '=', other.account).execute();
    // Without a moved user, no one gains a permission.
    expect((await page.send('DELETE', path)).json()).toEqual({ moved: 0 });
    await post(admin, `/mt/role/${String(before.id)}/default`);
  });

  it('that is the default cannot be deleted; another one can become the default', async () => {
    const before = await defaultRole();
    const path = `${ROLES}/${String(before.id)}`;
    expect(statusAndCode(await admin.send('DELETE', path))).toEqual([409, 'ROLE_DEFAULT_FROZEN']);
    const other = await aRole();
    await post(admin, `/mt/role/${String(other.id)}/default`);
    expect((await roles()).filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([other.id]);
    expect((await admin.send('DELETE', path)).statusCode).toBe(200);
  });

  it('grants no permissions that its author lacks', async () => {
    const { page } = await someone(server, ['ROLE.write', 'ALERT.read']);
    const body = { label: uniqueName('Wide'), permissions: ['USER.write'] };
    expect(statusAndCode(await page.send('POST', ROLES, { body }))).toEqual([403, 'RIGHTS_EXCEED_OWN']);
    const wide = await aRole(['USER.write']);
    expect(statusAndCode(await save(page, { ...wide, permissions: [] }))).toEqual([403, 'RIGHTS_EXCEED_OWN']);
    const narrow = { label: uniqueName('Narrow'), permissions: ['ALERT.read'] };
    expect((await page.send('POST', ROLES, { body: narrow })).statusCode).toBe(200);
  });

  it('that loses a permission closes it on open screens within two seconds', async () => {
    const who = await users.someone(['ALERT.read']);
    const customer = server.customers.get('acme')!;
    expect(await join(who.socket, 'alert', customer)).toMatchObject({ ok: true });
    const role = (await roles()).find(({ label }) => label === `of ${who.username}`)!;
    const rights = nextEvent(who.socket, 'rights');
    const start = performance.now();
    expect((await save(admin, { ...role, permissions: [] })).statusCode).toBe(200);
    await rights;
    expect(performance.now() - start).toBeLessThan(timeLimit(PROPAGATION_TIMEOUT_MS));
    expect(await join(who.socket, 'alert', customer)).toEqual({ ok: false, code: 'FORBIDDEN' });
    expect((await who.page.get(`/api/v1/customers/${String(customer)}/alert`)).statusCode).toBe(403);
  });
});
