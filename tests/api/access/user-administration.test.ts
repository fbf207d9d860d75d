import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '#schemas/permission/catalogue.ts';
import type { ExplainedRights } from '#schemas/user/explained-rights.ts';
import { defaultSignInPolicy, SIGN_IN_SETTING } from '#schemas/settings/sign-in/sign-in-policy.ts';
import type { User, UserDraft } from '#schemas/user/user.ts';
import { mailTo } from '../account/mail.ts';
import {
  aUser,
  lastEvent,
  post,
  someone,
  auditEntriesOf,
  uniqueName,
} from '../../fixtures/server/administrator.ts';
import { attempt, statusAndCode, visitorOf } from '../../fixtures/server/visitor.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const USERS = '/api/v1/mt/user';
const TO_BE_CHANGED = [403, 'PASSWORD_UPDATE_REQUIRED'];
let server: ServerUnderTest;
let admin: Browser;
beforeAll(async () => {
  server = await openServer();
  admin = (await someone(server)).page;
});
afterAll(() => server.close());

const customer = (clientId: string): number => server.customers.get(clientId)!;
const aRole = async (permissions: readonly Permission[] = []): Promise<number> =>
  (await post<{ id: number }>(admin, '/mt/role', { label: uniqueName('Role'), permissions })).id;

async function made(changed: Partial<UserDraft> = {}): Promise<{ user: User; password: string }> {
  return post(admin, '/mt/user', aUser({ role: await aRole(), customers: [customer('acme')], ...changed }));
}
const draftOf = (user: User): UserDraft & { version: number } => {
  const { username, firstName, lastName, email, language, role, allCustomers } = user;
  const { customers, profiles, restrictions, version } = user;
  return {
    username,
    firstName,
    lastName,
    email,
    language,
    role,
    allCustomers,
    customers,
    profiles,
    restrictions,
    version,
  };
};
const save = (page: Browser, user: User, changed: object = {}) =>
  page.send('PUT', `${USERS}/${String(user.id)}`, { body: { ...draftOf(user), ...changed } });
const read = async (id: number): Promise<User> => (await admin.get(`${USERS}/${String(id)}`)).json();
const act = (page: Browser, { id }: { id: number }, what: string, body?: unknown) =>
  page.send('POST', `${USERS}/${String(id)}/${what}`, body === undefined ? {} : { body });

describe('a user', () => {
  const choose = (page: Browser, password: string) =>
    page.send('POST', '/api/v1/internalLogin/password', { body: { password, confirmation: password } });

  it('with a new password chooses another one at the first sign-in', async () => {
    const { user, password } = await made({ firstName: 'Zoé' });
    expect(user).toMatchObject({ firstName: 'Zoé', clientCount: 1, lock: null, lastAccessAt: null });
    const page = await visitorOf(server);
    expect(statusAndCode(await attempt(page, user.username, password))).toEqual(TO_BE_CHANGED);
    expect((await page.get('/api/v1/session')).statusCode).toBe(401);
    expect((await page.get('/api/v1/internalLogin/step')).json()).toMatchObject({
      step: { step: 'PASSWORD_UPDATE_REQUIRED', username: user.username, expiresAt: null },
    });
    expect(statusAndCode(await choose(page, password))).toEqual([400, 'VALIDATION']);
    expect((await choose(page, 'one horse of my own')).statusCode).toBe(200);
    expect((await attempt(await visitorOf(server), user.username, 'one horse of my own')).statusCode).toBe(
      200,
    );
    const renewed = (await act(admin, user, 'password')).json() as { password: string };
    expect(statusAndCode(await attempt(await visitorOf(server), user.username, renewed.password))).toEqual(
      TO_BE_CHANGED,
    );
    expect((await read(user.id)).lastAccessAt).toBe(server.clock.now().getTime());
    expect(JSON.stringify(await lastEvent(server, 'user.create'))).not.toContain(password);
  });

  it('has a unique username, case-insensitively', async () => {
    const { user } = await made();
    const draft = aUser({ role: await aRole(), username: user.username.toUpperCase() });
    expect(statusAndCode(await admin.send('POST', USERS, { body: draft }))).toEqual([409, 'USERNAME_TAKEN']);
  });

  it.each([
    ['wholly Cyrillic', '\u0430\u0441\u0435', 'ace'],
    ['with a one for an l', 'bi11', 'bill'],
    ['that a new one looks like', 'ovo', '\u03BF\u03BD\u03BF'],
  ])('has no username that looks like another one: %s', async (_, looks, taken) => {
    const { user } = await made({ username: taken });
    const draft = aUser({ role: await aRole(), username: looks });
    const refused = await admin.send('POST', USERS, { body: draft });
    expect(statusAndCode(refused)).toEqual([409, 'USERNAME_LOOKS_TAKEN']);
    expect(refused.json()).toMatchObject({ errors: [{ path: 'body.username' }] });
    const { user: other } = await made();
    expect(statusAndCode(await save(admin, other, { username: looks }))).toEqual([
      409,
      'USERNAME_LOOKS_TAKEN',
    ]);
    expect((await save(admin, user, { username: looks })).statusCode).toBe(200);
  });

  it('may have a name of another alphabet', async () => {
    await made({ username: 'ivan' });
    expect((await made({ username: 'иван' })).user.username).toBe('иван');
  });

  it.each([
    [{ username: '' }, 'body.username', 'REQUIRED'],
    [{ username: 'two words' }, 'body.username', 'WHITESPACE_REFUSED'],
    [{ email: 'no-address' }, 'body.email', 'EMAIL_INVALID'],
    [{ firstName: 'x'.repeat(101) }, 'body.firstName', 'TOO_LONG'],
    [{ profiles: Array.from({ length: 101 }, (_, at) => at + 1) }, 'body.profiles', 'PROFILE_SELECTION_FULL'],
    [{ passwordHash: 'x' }, 'body', undefined],
    [{ lock_reason: null }, 'body', undefined],
    [{ is_admin: true }, 'body', undefined],
  ])('with %j is rejected, with path and reason', async (changed, path, code) => {
    const body = { ...aUser({ role: await aRole() }), ...changed };
    const response = await admin.send('POST', USERS, { body });
    expect(statusAndCode(response)).toEqual([400, 'VALIDATION']);
    const { errors } = response.json() as { errors: object[] };
    expect(errors[0]).toMatchObject({ path, ...(code === undefined ? {} : { code }) });
  });

  it('sees clients directly and through profiles, each counted once', async () => {
    const { profile_id } = await server.stack.db
      .selectFrom('customer')
      .select('profile_id')
      .where('id', '=', customer('acme'))
      .executeTakeFirstOrThrow();
    const { user } = await made({ profiles: [profile_id] });
    expect(user.clientCount).toBe(3);
    expect((await made({ customers: [] })).user.clientCount).toBe(0);
    expect((await made({ allCustomers: true })).user.clientCount).toBe(server.customers.size);
  });

  it('has a password that expires by the rules in force, and none with another sign-in method', async () => {
    const { user } = await made();
    const endOf = async () => (await read(user.id)).passwordExpiresAt;
    expect(await endOf()).toBeNull();
    const value = JSON.stringify({ ...defaultSignInPolicy, expiryDays: 60 });
    await server.stack.db.insertInto('setting').values({ name: SIGN_IN_SETTING, value }).execute();
    expect(await endOf()).toBe(server.clock.now().getTime() + 60 * 86_400_000);
    const accounts = server.stack.db.updateTable('account').where('id', '=', user.id);
    await accounts.set({ password_updated_at: new Date(1_000) }).execute();
    expect(await endOf()).toBe(1_000 + 60 * 86_400_000);
    await accounts.set({ password_hash: null }).execute();
    expect(await endOf()).toBeNull();
    await server.stack.db.deleteFrom('setting').where('name', '=', SIGN_IN_SETTING).execute();
  });

  it('that another user changed is not overwritten', async () => {
    const { user } = await made();
    expect((await save(admin, user, { firstName: 'Anne' })).statusCode).toBe(200);
    expect(statusAndCode(await save(admin, user, { firstName: 'Léa' }))).toEqual([409, 'CONFLICT']);
    expect(JSON.parse((await lastEvent(server, 'user.update')).detail)).toEqual({
      changes: [{ field: 'firstName', before: 'Nadia', after: 'Anne' }],
    });
  });

  it('that is deleted can sign in no longer', async () => {
    const { user, password } = await made();
    expect((await admin.send('DELETE', `${USERS}/${String(user.id)}`)).statusCode).toBe(200);
    const response = await attempt(await visitorOf(server), user.username, password);
    expect(statusAndCode(response)).toEqual([401, 'LOGIN_REFUSED']);
  });

  it('is rejected with an unknown role, client, profile or site', async () => {
    for (const missing of [
      { role: 999_999 },
      { customers: [999_999] },
      { profiles: [999_999] },
      { restrictions: [{ customer: customer('acme'), sites: [999_999] }] },
    ]) {
      const body = { ...aUser({ role: await aRole() }), ...missing };
      expect(statusAndCode(await admin.send('POST', USERS, { body }))).toEqual([404, 'RESOURCE_MISSING']);
    }
  });
});

describe('locking', () => {
  it('ends the sessions of the user and records who did it; unlocking allows sign-in again', async () => {
    const { user, password } = await made();
    await server.stack.db
      .updateTable('account')
      .set({ password_issued_at: null })
      .where('id', '=', user.id)
      .execute();
    const page = await visitorOf(server);
    await attempt(page, user.username, password);
    const locked = (await act(admin, user, 'lock')).json() as User;
    expect(locked.lock).toEqual({ reason: 'admin', at: server.clock.now().getTime(), until: null });
    expect((await page.get('/api/v1/session')).statusCode).toBe(401);
    const rejected = await attempt(await visitorOf(server), user.username, password);
    expect(statusAndCode(rejected)).toEqual([403, 'ACCOUNT_LOCKED_BY_ADMINISTRATOR']);
    expect((await act(admin, user, 'unlock', { confirmed: false })).json()).toMatchObject({ is: 'unlocked' });
    expect((await attempt(await visitorOf(server), user.username, password)).statusCode).toBe(200);
  });

  const expired = async (): Promise<User> => {
    const { user } = await made();
    await server.stack.db
      .updateTable('account')
      .set({
        lock_reason: 'expired',
        locked_at: server.clock.now(),
        password_updated_at: new Date(server.clock.now().getTime() - 1_000),
      })
      .where('id', '=', user.id)
      .execute();
    return user;
  };

  it('by an expired password is removed only after the warning is confirmed', async () => {
    const user = await expired();
    const unconfirmed = await act(admin, user, 'unlock', { confirmed: false });
    expect(unconfirmed.json()).toEqual({ is: 'unconfirmed', warning: 'UNLOCKED_WITHOUT_PASSWORD' });
    expect((await read(user.id)).lock?.reason).toBe('expired');
    expect((await act(admin, user, 'unlock', { confirmed: true })).json()).toMatchObject({ is: 'unlocked' });
    expect((await read(user.id)).lock).toBeNull();
  });

  it('by an expired password ends with another password, without a warning', async () => {
    const user = await expired();
    const { password } = (await act(admin, user, 'password')).json() as { password: string };
    expect((await read(user.id)).lock).toBeNull();
    const response = await attempt(await visitorOf(server), user.username, password);
    expect(statusAndCode(response)).toEqual(TO_BE_CHANGED);
    const reported = await auditEntriesOf(server, user.username, 'user.password');
    expect(reported.map(({ detail }) => detail)).toEqual([
      {
        changes: [
          { field: 'password', before: '•••', after: '•••' },
          { field: 'lock', before: 'expired', after: null },
        ],
        note: { ended: 0 },
      },
    ]);
  });

  it('gets a mail about an issued password: sessions end, and tokens stay', async () => {
    const email = `${uniqueName('mail')}@example.net`;
    const who = await someone(server, ['ALERT.read', 'API.read']);
    const { db } = server.stack;
    await db.updateTable('account').set({ email }).where('id', '=', who.account).execute();
    const { token } = await post<{ token: string }>(who.page, '/token', {
      name: 'scripts',
      permissions: ['ALERT.read'],
      customers: [customer('acme')],
      days: 1,
    });
    const { password } = (await act(admin, { id: who.account }, 'password')).json() as { password: string };
    const mail = await mailTo(server, email);
    expect(mail.subject).toBe('Telltale: a new password was issued to you');
    expect(mail.text).not.toContain(password);
    expect((await who.page.get('/api/v1/session')).statusCode).toBe(401);
    const headers = { authorization: `Bearer ${token}`, host: '127.0.0.1:8080' };
    const url = `/api/v1/customers/${String(customer('acme'))}/alert`;
    expect((await server.app.inject({ method: 'GET', url, headers })).statusCode).toBe(200);
    expect((await auditEntriesOf(server, who.username, 'user.password'))[0]?.detail.note).toEqual({
      ended: 1,
    });
  });

  it('and another sign-in method send a mail, and are rejected for one’s own account and for users with more permissions', async () => {
    const email = `${uniqueName('mail')}@example.net`;
    const { user, password } = await made({ email, language: 'fr' });
    const wayTo = (page: Browser, id: number, elsewhere: boolean) =>
      page.send('PUT', `${USERS}/${String(id)}/sign-in-method`, { body: { elsewhere } });
    expect((await wayTo(admin, user.id, true)).json()).toMatchObject({
      user: { signsInElsewhere: true },
      password: null,
    });
    expect((await mailTo(server, email)).subject).toBe(
      'Telltale\u00A0: vous vous connectez désormais par votre fournisseur d’identité',
    );
    const elsewhere = [401, 'LOGIN_REFUSED'];
    expect(statusAndCode(await attempt(await visitorOf(server), user.username, password))).toEqual(elsewhere);
    const back = (await wayTo(admin, user.id, false)).json<{ password: string }>();
    const mail = await mailTo(server, email, ({ subject }) => subject.endsWith('avec un mot de passe'));
    expect(mail.text).not.toContain(back.password);
    const page = await visitorOf(server);
    expect(statusAndCode(await attempt(page, user.username, back.password))).toEqual(TO_BE_CHANGED);
    const lesser = await someone(server, ['USER.write'], ['acme']);
    const stronger = await someone(server, ['USER.write', 'ALERT.write'], ['acme']);
    const foreign = await someone(server, [], ['globex']);
    expect(statusAndCode(await wayTo(lesser.page, lesser.account, true))).toEqual([409, 'OWN_ACCOUNT']);
    expect(statusAndCode(await wayTo(lesser.page, stronger.account, true))).toEqual([
      403,
      'RIGHTS_EXCEED_OWN',
    ]);
    expect(statusAndCode(await wayTo(lesser.page, foreign.account, true))).toEqual([404, 'NOT_FOUND']);
  });

  it('by expiry does not come over a password that was just handed over, however old the account is', async () => {
    const { user } = await made();
    const { db } = server.stack;
    const value = JSON.stringify({ ...defaultSignInPolicy, expiryDays: 60 });
    await db.insertInto('setting').values({ name: SIGN_IN_SETTING, value }).execute();
    const made_at = new Date(server.clock.now().getTime() - 400 * 86_400_000);
    await db.updateTable('account').set({ created_at: made_at }).where('id', '=', user.id).execute();
    const { password } = (await act(admin, user, 'password')).json() as { password: string };
    const response = await attempt(await visitorOf(server), user.username, password);
    await db.deleteFrom('setting').where('name', '=', SIGN_IN_SETTING).execute();
    expect(statusAndCode(response)).toEqual(TO_BE_CHANGED);
  });

  it('and renewing a password is not for one’s own account, nor locking for the last administrator', async () => {
    const { id: role } = await server.stack.db
      .insertInto('role')
      .values({ label: uniqueName('Administrators'), is_admin: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    const who = await someone(server);
    await server.stack.db
      .updateTable('account')
      .set({ role_id: role })
      .where('id', '=', who.account)
      .execute();
    await server.clock.leap(10_000);
    const self = { id: who.account };
    expect(statusAndCode(await act(who.page, self, 'lock'))).toEqual([409, 'OWN_ACCOUNT']);
    expect(statusAndCode(await who.page.send('DELETE', `${USERS}/${String(self.id)}`))).toEqual([
      409,
      'OWN_ACCOUNT',
    ]);
    expect(statusAndCode(await act(who.page, self, 'password'))).toEqual([409, 'OWN_ACCOUNT']);
    expect(statusAndCode(await act(admin, self, 'lock'))).toEqual([409, 'LAST_ADMINISTRATOR']);
    const last = await read(who.account);
    expect(statusAndCode(await save(admin, last, { role: await aRole() }))).toEqual([
      409,
      'LAST_ADMINISTRATOR',
    ]);
    expect((await read(who.account)).lock).toBeNull();
  });
});

describe('an administrator of some customers', () => {
  const rights = ['USER.write', 'ALERT.read'] as const;
  const local = () => someone(server, rights, ['acme', 'globex']);

  it('sees the users whose clients they all see, and no trace of others', async () => {
    const { page } = await local();
    const inside = (await made()).user;
    const partly = (await made({ customers: [customer('acme'), customer('initech')] })).user;
    const everywhere = (await made({ allCustomers: true })).user;
    const { users } = (await page.get(USERS)).json() as { users: User[] };
    const seen = new Set(users.map(({ id }) => id));
    expect([inside, partly, everywhere].map(({ id }) => seen.has(id))).toEqual([true, false, false]);
    for (const { id } of [partly, everywhere]) {
      expect(statusAndCode(await page.get(`${USERS}/${String(id)}`))).toEqual([404, 'NOT_FOUND']);
      expect(statusAndCode(await page.get(`${USERS}/${String(id)}/rights`))).toEqual([404, 'NOT_FOUND']);
      expect(statusAndCode(await act(page, { id }, 'lock'))).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('grants only their own permissions and clients', async () => {
    const { page } = await local();
    const role = await aRole(['ALERT.read']);
    const customers = [customer('acme')];
    const tried = async (changed: Partial<UserDraft>) =>
      statusAndCode(await page.send('POST', USERS, { body: aUser({ role, customers, ...changed }) }));
    expect(await tried({})).toEqual([200, undefined]);
    expect(await tried({ role: await aRole(['ROLE.write']) })).toEqual([403, 'RIGHTS_EXCEED_OWN']);
    expect(await tried({ allCustomers: true })).toEqual([403, 'RIGHTS_EXCEED_OWN']);
    expect(await tried({ customers: [customer('initech')] })).toEqual([404, 'RESOURCE_MISSING']);
    expect(await tried({ profiles: [1] })).toEqual([403, 'RIGHTS_EXCEED_OWN']);
    expect(await tried({ customers: [] })).toEqual([400, 'CLIENT_REQUIRED']);
  });

  const mayNotChange = async (page: Browser, { id }: { id: number }) => {
    const seen = (await page.get(`${USERS}/${String(id)}`)).json() as User;
    expect(seen.exceedsOwn).toBe(true);
    for (const what of ['lock', 'password'])
      expect(statusAndCode(await act(page, seen, what))).toEqual([403, 'RIGHTS_EXCEED_OWN']);
    expect(statusAndCode(await act(page, seen, 'unlock', { confirmed: true }))).toEqual([
      403,
      'RIGHTS_EXCEED_OWN',
    ]);
    expect(statusAndCode(await save(page, seen))).toEqual([403, 'RIGHTS_EXCEED_OWN']);
    const deleted = await page.send('DELETE', `${USERS}/${String(id)}`);
    expect(statusAndCode(deleted)).toEqual([403, 'RIGHTS_EXCEED_OWN']);
  };

  it('cannot change a user who sees a site, a region or a profile that they do not see', async () => {
    const { db } = server.stack;
    const acme = customer('acme');
    const named = (name: string): number =>
      [...server.inventory().sites.values()].find((site) => site.name === `acme ${name}`)!.id;
    const who = await someone(server, rights, ['acme']);
    const place = { account_id: who.account, customer_id: acme };
    await db.insertInto('account_restriction').values(place).execute();
    await db
      .insertInto('account_site')
      .values({ account_id: who.account, site_id: named('one') })
      .execute();
    await db
      .insertInto('account_region')
      .values({ ...place, region: 'North' })
      .execute();
    await server.clock.leap(10_000);
    const part = (sites: readonly number[], regions: readonly string[] = []) => [
      { customer: acme, sites: [...sites], regions: [...regions] },
    ];
    const same = await made({ restrictions: part([named('one')], ['North']) });
    expect((await act(who.page, same.user, 'lock')).statusCode).toBe(200);
    const { id: profile } = await post<{ id: number }>(admin, '/cc/profile', { name: uniqueName('Profile') });
    for (const more of [
      { restrictions: [] },
      { restrictions: part([named('one')], ['South']) },
      { restrictions: part([named('one')]), profiles: [profile] },
    ])
      await mayNotChange(who.page, (await made(more)).user);
    // Both of their sites; one belongs to them under another name.
    const named2 = await made({ restrictions: part([named('two')]) });
    expect((await act(who.page, named2.user, 'password')).statusCode).toBe(200);
  });

  it('cannot change a user with more permissions', async () => {
    const { page } = await local();
    const strong = (await made({ role: await aRole(['ROLE.write']) })).user;
    await mayNotChange(page, strong);
    expect((await read(strong.id)).lock).toBeNull();
    const seen = await page.get(`${USERS}/${String(strong.id)}`);
    expect(seen.json()).toMatchObject({ exceedsOwn: true });
  });
});

describe('effective rights', () => {
  it('name the origin of each permission and client', async () => {
    const { id: profile, name } = await post<{ id: number; name: string }>(admin, '/cc/profile', {
      name: uniqueName('Profile'),
    });
    await server.stack.db
      .updateTable('customer')
      .set({ profile_id: profile })
      .where('id', '=', customer('globex'))
      .execute();
    const role = await aRole(['USER.read']);
    const { user } = await made({
      role,
      customers: [customer('acme'), customer('globex')],
      profiles: [profile],
    });
    const explained = (await admin.get(`${USERS}/${String(user.id)}/rights`)).json() as ExplainedRights;
    expect(explained.permissions).toEqual([
      { permission: 'HOME.read', from: 'everyone', carriedBy: [] },
      { permission: 'ROLE.read', from: 'role', carriedBy: ['USER.read'] },
      { permission: 'USER.read', from: 'role', carriedBy: [] },
    ]);
    expect(explained.customers.map(({ clientId, through }) => [clientId, through])).toEqual([
      ['acme', [{ kind: 'grant' }]],
      ['globex', [{ kind: 'grant' }, { kind: 'profile', id: profile, name }]],
    ]);
  });
});
