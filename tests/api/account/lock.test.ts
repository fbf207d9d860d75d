import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultSignInPolicy, type SignInPolicy } from '#schemas/settings/sign-in/sign-in-policy.ts';
import { sessionLimits } from '#schemas/limit/account.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { attempt, statusAndCode, visitorOf } from '../../fixtures/server/visitor.ts';
import { auditEntriesOf } from '../../fixtures/server/administrator.ts';
import {
  openServer,
  PASSWORD,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';

const RULES = '/api/v1/mt/sign-in';
let server: ServerUnderTest;
let admin: string;
let made = 0;

beforeAll(async () => {
  server = await openServer();
  admin = await someone({ permissions: ['USER.write', 'ROLE.write'] });
});
afterAll(() => server.close());

async function someone({
  permissions = ['ALERT.read'],
  ...columns
}: { permissions?: Parameters<ServerUnderTest['account']>[0]['permissions'] } & Record<
  string,
  unknown
> = {}) {
  made += 1;
  const username = `person-${String(made)}`;
  const id = await server.account({ username, permissions });
  const now = server.clock.now();
  await server.stack.db
    .updateTable('account')
    .set({ created_at: now, password_updated_at: now, ...columns })
    .where('id', '=', id)
    .execute();
  return username;
}
const ago = (days: number): Date => new Date(server.clock.now().getTime() - days * DAY_MS);
const visitor = (): Promise<Browser> => visitorOf(server);
const accountOf = (username: string) =>
  server.stack.db
    .selectFrom('account')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirstOrThrow();

async function rule(changed: Partial<SignInPolicy>): Promise<void> {
  const page = await server.signedIn(admin);
  const response = await page.send('PUT', RULES, { body: { ...defaultSignInPolicy, ...changed } });
  expect(response.statusCode).toBe(200);
}

describe('the rules for passwords and locks', () => {
  it('are the defaults until a user with the permission changes them', async () => {
    const page = await server.signedIn(admin);
    expect((await page.get(RULES)).json()).toEqual(defaultSignInPolicy);
    await rule({ maxFailures: 7 });
    expect((await page.get(RULES)).json()).toMatchObject({ maxFailures: 7 });
    await rule({});
  });

  it('are rejected if they contradict each other, with the field', async () => {
    const page = await server.signedIn(admin);
    const bad = { ...defaultSignInPolicy, expiryDays: 10, updateDays: 10 };
    const response = await page.send('PUT', RULES, { body: bad });
    expect(statusAndCode(response)).toEqual([400, 'VALIDATION']);
    expect(response.json()).toMatchObject({ errors: [{ path: 'body.updateDays' }] });
  });

  it('apply to the number of attempts that lock an account', async () => {
    await rule({ maxFailures: 2 });
    const username = await someone();
    const page = await visitor();
    for (let failure = 0; failure < 2; failure += 1) await attempt(page, username, 'wrong');
    expect(await auditEntriesOf(server, username, 'user.lock')).toMatchObject([
      {
        kind: 'change',
        actor: '',
        via: 'none',
        address: expect.stringMatching(/^10\.1\./) as string,
        detail: { changes: [{ field: 'lock', before: null, after: 'retries' }], note: { tries: 2 } },
      },
    ]);
    expect(statusAndCode(await attempt(await visitor(), username, PASSWORD))).toEqual([
      403,
      'ACCOUNT_LOCKED_BY_RETRIES',
    ]);
    await rule({});
  });
});

describe('an account that was not used', () => {
  it('for 90 days is locked at the next sign-in, which reports it only after the correct password', async () => {
    const username = await someone({
      created_at: ago(400),
      password_updated_at: ago(400),
      last_access_at: ago(90),
    });
    expect(statusAndCode(await attempt(await visitor(), username, 'wrong'))).toEqual([401, 'LOGIN_REFUSED']);
    expect(statusAndCode(await attempt(await visitor(), username))).toEqual([
      403,
      'ACCOUNT_LOCKED_BY_INACTIVITY',
    ]);
    expect(await accountOf(username)).toMatchObject({
      lock_reason: 'inactivity',
      locked_at: server.clock.now(),
    });
    expect(await auditEntriesOf(server, username, 'user.lock')).toMatchObject([
      { via: 'none', detail: { changes: [{ after: 'inactivity' }], note: { inactivityDays: 90 } } },
    ]);
    const { id } = await accountOf(username);
    expect(await auditEntriesOf(server, username, 'POST /internalLogin')).toMatchObject([
      { kind: 'rejection', code: 'LOGIN_REFUSED', subject_id: String(id) },
      { kind: 'rejection', code: 'ACCOUNT_LOCKED_BY_INACTIVITY', subject_id: String(id) },
    ]);
  });

  it.each([
    ['last_access_at', { last_access_at: 89 }],
    ['password_updated_at', { password_updated_at: 89 }],
    ['unlocked_at', { unlocked_at: 1 }],
  ])('is open while its %s is younger', async (_, dates) => {
    const columns = Object.fromEntries(Object.entries(dates).map(([name, days]) => [name, ago(days)]));
    const username = await someone({
      created_at: ago(400),
      password_updated_at: ago(400),
      last_access_at: ago(200),
      ...columns,
    });
    expect((await attempt(await visitor(), username)).statusCode).toBe(200);
  });

  it('is locked by the server too, within the hour, so that a list of users shows it', async () => {
    const username = await someone({ created_at: ago(400), password_updated_at: ago(400) });
    await server.clock.leap(HOUR_MS);
    expect(await accountOf(username)).toMatchObject({ lock_reason: 'inactivity' });
    expect(await auditEntriesOf(server, username, 'user.lock')).toMatchObject([
      { actor: '', via: 'system', address: '', detail: { note: { inactivityDays: 90 } } },
    ]);
  });

  it('is not locked when it is the last administrator: no one could unlock it', async () => {
    const { db } = server.stack;
    const username = await someone({ created_at: ago(400), password_updated_at: ago(400) });
    const { role_id } = await accountOf(username);
    await db.updateTable('role').set({ is_admin: true }).where('id', '=', role_id).execute();
    expect((await attempt(await visitor(), username)).statusCode).toBe(200);
    const other = await someone();
    await db.updateTable('account').set({ role_id }).where('username', '=', other).execute();
    await db
      .updateTable('account')
      .set({ last_access_at: ago(200) })
      .where('username', '=', username)
      .execute();
    expect(statusAndCode(await attempt(await visitor(), username))).toEqual([
      403,
      'ACCOUNT_LOCKED_BY_INACTIVITY',
    ]);
    await db.updateTable('role').set({ is_admin: false }).where('id', '=', role_id).execute();
  });
});

describe('a password that expires', () => {
  const aged = (days: number) => someone({ password_updated_at: ago(days) });
  beforeAll(() => rule({ expiryDays: 60, warnDays: 14, updateDays: 3 }));
  afterAll(() => rule({}));

  it('is warned of ahead of time, in the session', async () => {
    const fresh = await attempt(await visitor(), await aged(45));
    expect(fresh.json()).not.toHaveProperty('passwordExpiresAt');
    const warned = await attempt(await visitor(), await aged(46));
    expect(warned.json()).toMatchObject({ passwordExpiresAt: ago(46).getTime() + 60 * DAY_MS });
  });

  it('locks the account when it has expired', async () => {
    const username = await aged(60);
    expect(statusAndCode(await attempt(await visitor(), username))).toEqual([
      403,
      'ACCOUNT_LOCKED_BY_PASSWORD_EXPIRY',
    ]);
    expect(await accountOf(username)).toMatchObject({ lock_reason: 'expired' });
    expect(await auditEntriesOf(server, username, 'user.lock')).toMatchObject([
      { detail: { changes: [{ field: 'lock', before: null, after: 'expired' }], note: { expiryDays: 60 } } },
    ]);
  });

  it('locks again shortly after it is unlocked without a change', async () => {
    const username = await aged(60);
    await attempt(await visitor(), username);
    await server.stack.db
      .updateTable('account')
      .set({ lock_reason: null, unlocked_at: server.clock.now() })
      .where('username', '=', username)
      .execute();
    expect(statusAndCode(await attempt(await visitor(), username))).toEqual([
      403,
      'ACCOUNT_LOCKED_BY_PASSWORD_EXPIRY',
    ]);
  });

  it('nearly expired has to be changed at sign-in: no session without', async () => {
    const username = await aged(57);
    const page = await visitor();
    expect(statusAndCode(await attempt(page, username))).toEqual([403, 'PASSWORD_UPDATE_REQUIRED']);
    expect((await page.get('/api/v1/session')).statusCode).toBe(401);
    expect((await page.get('/api/v1/authProviders')).json()).toMatchObject({ pendingSignIn: true });
    expect((await page.get('/api/v1/internalLogin/step')).json()).toMatchObject({
      step: { step: 'PASSWORD_UPDATE_REQUIRED', username, policy: { minCharacters: 12 } },
    });

    const same = { password: PASSWORD, confirmation: PASSWORD };
    const rejected = await page.send('POST', '/api/v1/internalLogin/password', { body: same });
    expect(rejected.json()).toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: 'body.password', code: 'PASSWORD_UNCHANGED' }],
    });
    const other = {
      password: 'another horse, another stable',
      confirmation: 'another horse, another stable',
    };
    const before = page.cookies.get('sid');
    expect((await page.send('POST', '/api/v1/internalLogin/password', { body: other })).json()).toMatchObject(
      {
        user: { username },
      },
    );
    expect(page.cookies.get('sid')).not.toBe(before);
    expect((await page.get('/api/v1/session')).statusCode).toBe(200);
    expect((await attempt(await visitor(), username, other.password)).statusCode).toBe(200);
    // The user is known by then, although not signed in.
    expect(await auditEntriesOf(server, username, 'user.password')).toMatchObject([
      { actor: username, via: 'none' },
    ]);
  });

  it('is not replaced from a browser that has not reached this step', async () => {
    const other = await visitor();
    await attempt(await visitor(), await aged(57));
    const response = await other.send('POST', '/api/v1/internalLogin/password', {
      body: { password: 'another horse, another stable', confirmation: 'another horse, another stable' },
    });
    expect(statusAndCode(response)).toEqual([409, 'SIGN_IN_STEP_OVER']);
  });

  it('waits a quarter of an hour for the other one, then the sign-in restarts', async () => {
    const page = await visitor();
    await attempt(page, await aged(57));
    await server.clock.leap(15 * 60_000);
    expect((await page.get('/api/v1/internalLogin/step')).json()).toEqual({ step: null });
    expect(statusAndCode(await page.send('POST', '/api/v1/internalLogin/continue', { body: {} }))).toEqual([
      409,
      'SIGN_IN_STEP_OVER',
    ]);
  });

  it('does not admit an account that is locked during the sign-in', async () => {
    const page = await visitor();
    const username = await aged(57);
    await attempt(page, username);
    await server.stack.db
      .updateTable('account')
      .set({ lock_reason: 'admin' })
      .where('username', '=', username)
      .execute();
    expect(statusAndCode(await page.send('POST', '/api/v1/internalLogin/continue', { body: {} }))).toEqual([
      403,
      'ACCOUNT_LOCKED_BY_ADMINISTRATOR',
    ]);
  });
});

describe('a session that expires', () => {
  it.each([
    ['idle', 'seen_at', { seen_at: -sessionLimits.idleMs - 1 }],
    ['absolute', 'ends_at', { ends_at: -1 }],
  ])('is recorded when it expires: %s', async (because, _, columns) => {
    const username = await someone();
    await server.signedIn(username);
    const { id } = await accountOf(username);
    const moved = Object.entries(columns).map(([name, ms]) => [
      name,
      new Date(server.clock.now().getTime() + ms),
    ]);
    await server.stack.db
      .updateTable('session')
      .set(Object.fromEntries(moved) as object)
      .where('account_id', '=', id)
      .execute();
    await server.clock.leap(10 * MINUTE_MS);
    await server.clock.leap(10 * MINUTE_MS);
    expect(await auditEntriesOf(server, username, 'session.end')).toMatchObject([
      {
        kind: 'sign-out',
        actor: '',
        via: 'system',
        subject_id: String(id),
        detail: { note: { because, address: expect.stringMatching(/^10\.1\./) as string } },
      },
    ]);
  });
});
