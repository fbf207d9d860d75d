import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultSignInPolicy } from '#schemas/settings/sign-in/sign-in-policy.ts';
import { knownBrowserLimits, lockoutDefaults } from '#schemas/limit/account.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { auditEntriesOf, post, someone, type SignedInUser } from '../../fixtures/server/administrator.ts';
import { attempt, codeShown, statusAndCode, visitorOf } from '../../fixtures/server/visitor.ts';
import {
  openServer,
  ORIGIN,
  PASSWORD,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';
import { atNight, describeAtNight } from '#tests/gate/at-night.ts';

const LOCKED = [403, 'ACCOUNT_LOCKED_BY_RETRIES'];
let server: ServerUnderTest;
let admin: SignedInUser;

beforeAll(async () => {
  server = await openServer();
  admin = await someone(server);
});
afterAll(() => server.close());

const accountOf = ({ account }: SignedInUser) =>
  server.stack.db.selectFrom('account').selectAll().where('id', '=', account).executeTakeFirstOrThrow();
const visitor = (): Promise<Browser> => visitorOf(server);
const isIn = async (page: Browser) => (await page.get('/api/v1/session')).statusCode === 200;

/** Strangers guess, each from another address, and wait as long as they must. */
async function guess(username: string, times: number = lockoutDefaults.maxFailures): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await server.clock.leap(MINUTE_MS);
    expect(statusAndCode(await attempt(await visitor(), username, 'wrong'))).toEqual([401, 'LOGIN_REFUSED']);
  }
}
/** The sign-in of a stranger who has the password; waits for the delay by name first. */
async function stranger(username: string, password = PASSWORD) {
  await server.clock.leap(MINUTE_MS);
  return statusAndCode(await attempt(await visitor(), username, password));
}
async function rule(lockMinutes: number | null): Promise<void> {
  const body = { ...defaultSignInPolicy, lockMinutes };
  const page = await server.signedIn(admin.username);
  expect((await page.send('PUT', '/api/v1/mt/sign-in', { body })).statusCode).toBe(200);
}

describe('strangers who fail with the name of a user', () => {
  it('end no session and no token', async () => {
    const who = await someone(server);
    const { token } = await post<{ token: string }>(who.page, '/token', {
      name: 'program',
      permissions: ['ALERT.read'],
      customers: 'all',
      days: 30,
    });
    await guess(who.username);
    expect(await accountOf(who)).toMatchObject({ lock_reason: 'retries' });
    expect(await stranger(who.username)).toEqual(LOCKED);
    expect(await isIn(who.page)).toBe(true);
    const headers = { authorization: `Bearer ${token}`, host: '127.0.0.1:8080' };
    const url = `/api/v1/customers/${String(server.customers.get('acme'))}/alert`;
    expect((await server.app.inject({ method: 'GET', url, headers })).statusCode).toBe(200);
  });

  it('do not keep out a browser with which the user has signed in before', async () => {
    const who = await someone(server);
    await guess(who.username);
    expect((await attempt(who.page, who.username)).statusCode).toBe(200);
    // At once after their last failure, from the same address too.
    const neighbour = await visitor();
    for (let time = 0; time < 5; time += 1) await attempt(neighbour, who.username, 'wrong');
    expect((await attempt(who.page, who.username)).statusCode).toBe(200);
    expect(await accountOf(who)).toMatchObject({ lock_reason: 'retries' });
  });

  atNight('do not keep a user from the second factor in a known browser', async () => {
    const who = await someone(server);
    const { secret } = await post<{ secret: string }>(who.page, '/session/secondFactor', {
      password: PASSWORD,
    });
    const shown = () => codeShown(secret, server.clock.now());
    const enabled = await who.page.send('PUT', '/api/v1/session/secondFactor', { body: { code: shown() } });
    expect(enabled.statusCode).toBe(200);
    await guess(who.username);
    expect(statusAndCode(await attempt(who.page, who.username))).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    const body = { code: shown() };
    expect((await who.page.send('POST', '/api/v1/internalLogin/secondFactor', { body })).statusCode).toBe(
      200,
    );
    expect(await isIn(who.page)).toBe(true);
  });

  atNight('do not lock an account that signs in elsewhere', async () => {
    const who = await someone(server);
    await server.stack.db
      .updateTable('account')
      .set({ password_hash: null })
      .where('id', '=', who.account)
      .execute();
    await guess(who.username, 7);
    expect(await accountOf(who)).toMatchObject({ lock_reason: null, failed_logins: 0 });
  });

  atNight.each(['password of', 'own password: account', 'second factor of', 'account'])(
    'do not delay a change of the own password with the name "%s N"',
    async (named) => {
      const who = await someone(server);
      for (let time = 0; time < 4; time += 1)
        await attempt(await visitor(), `${named} ${String(who.account)}`, 'wrong');
      const body = { current: 'wrong', password: 'x', confirmation: 'x' };
      const response = await who.page.send('PUT', '/api/v1/session/password', { body });
      expect(statusAndCode(response)).toEqual([400, 'CURRENT_PASSWORD_WRONG']);
    },
  );
});

describeAtNight('a lock by failed sign-ins', () => {
  atNight('ends after a quarter of an hour, and each further one lasts twice as long', async () => {
    const who = await someone(server);
    for (const minutes of [15, 30, 60]) {
      await guess(who.username);
      const { locked_at: since, lock_ends_at: until } = await accountOf(who);
      expect(until!.getTime() - since!.getTime()).toBe(minutes * MINUTE_MS);
      const users = (await (await server.signedIn(admin.username)).get('/api/v1/mt/user')).json<{
        users: { id: number; lock: unknown }[];
      }>();
      expect(users.users.find(({ id }) => id === who.account)?.lock).toEqual({
        reason: 'retries',
        at: since!.getTime(),
        until: until!.getTime(),
      });
      await server.clock.leap(minutes * MINUTE_MS - 2 * MINUTE_MS);
      expect(await stranger(who.username)).toEqual(LOCKED);
      await server.clock.leap(6 * MINUTE_MS);
      expect(await accountOf(who)).toMatchObject({ lock_reason: null, lock_ends_at: null, failed_logins: 0 });
    }
    expect(await auditEntriesOf(server, who.username, 'user.unlock')).toHaveLength(3);
    expect(await auditEntriesOf(server, who.username, 'user.unlock')).toMatchObject(
      [1, 2, 3].map(() => ({
        via: 'system',
        detail: { changes: [{ field: 'lock', before: 'retries', after: null }] },
      })),
    );
    expect(await stranger(who.username)).toEqual([200, undefined]);
    expect(await accountOf(who)).toMatchObject({ retry_locks: 0 });
  });

  atNight('is not prolonged by failures during it', async () => {
    const who = await someone(server);
    await guess(who.username);
    const { lock_ends_at: until } = await accountOf(who);
    await guess(who.username, 8);
    expect(await accountOf(who)).toMatchObject({ lock_ends_at: until, retry_locks: 1 });
  });

  atNight(
    'ends the guessing: after as many failures again, the right password gets the response of a wrong one',
    async () => {
      const who = await someone(server);
      await guess(who.username);
      expect(await stranger(who.username)).toEqual(LOCKED);
      await guess(who.username);
      expect(await stranger(who.username)).toEqual([401, 'LOGIN_REFUSED']);
      expect((await attempt(who.page, who.username)).statusCode).toBe(200);
    },
  );

  atNight('lasts until it is lifted where the rules say so', async () => {
    await rule(null);
    const who = await someone(server);
    await guess(who.username);
    await server.clock.leap(2 * HOUR_MS);
    expect(await stranger(who.username)).toEqual(LOCKED);
    expect(await accountOf(who)).toMatchObject({ lock_ends_at: null });
    const page = await server.signedIn(admin.username);
    await post(page, `/mt/user/${String(who.account)}/unlock`, { confirmed: false });
    expect(await stranger(who.username)).toEqual([200, undefined]);
    await rule(lockoutDefaults.lockMinutes);
  });

  atNight('does not hold off a lock after inactivity, which ends tokens too', async () => {
    await rule(null);
    const who = await someone(server);
    await guess(who.username);
    const long = new Date(server.clock.now().getTime() - lockoutDefaults.inactivityDays * DAY_MS);
    await server.stack.db
      .updateTable('account')
      .set({ created_at: long, last_access_at: long, password_updated_at: null })
      .where('id', '=', who.account)
      .execute();
    await server.clock.leap(HOUR_MS);
    expect(await accountOf(who)).toMatchObject({ lock_reason: 'inactivity', lock_ends_at: null });
    expect(await isIn(who.page)).toBe(false);
    const [, entry] = await auditEntriesOf(server, who.username, 'user.lock');
    expect(entry).toMatchObject({
      detail: { changes: [{ field: 'lock', before: 'retries', after: 'inactivity' }] },
    });
    await rule(lockoutDefaults.lockMinutes);
  });

  atNight('of the last administrator ends by itself, whatever the rules say', async () => {
    await rule(null);
    const { db } = server.stack;
    const [one, other] = [await someone(server), await someone(server)];
    for (const { account } of [one, other]) {
      const { role_id } = await accountOf({ ...one, account });
      await db.updateTable('role').set({ is_admin: true }).where('id', '=', role_id).execute();
    }
    await guess(one.username);
    expect(await accountOf(one)).toMatchObject({ lock_reason: 'retries', lock_ends_at: null });
    await guess(other.username);
    const { locked_at: since, lock_ends_at: until } = await accountOf(other);
    expect(until!.getTime() - since!.getTime()).toBe(lockoutDefaults.lockMinutes * MINUTE_MS);
    // As if both had been locked in the same moment.
    await db.updateTable('account').set({ lock_ends_at: null }).where('id', '=', other.account).execute();
    await server.clock.leap(5 * MINUTE_MS);
    for (const who of [one, other]) expect((await accountOf(who)).lock_ends_at).not.toBeNull();
    await server.clock.leap(lockoutDefaults.lockMinutes * MINUTE_MS);
    for (const who of [one, other]) expect(await stranger(who.username)).toEqual([200, undefined]);
    await db.deleteFrom('account').where('id', 'in', [one.account, other.account]).execute();
    await rule(lockoutDefaults.lockMinutes);
  });
});

describe('the command to unlock from the machine', () => {
  const run = (...given: string[]) =>
    promisify(execFile)('node', ['deploy/unlock.ts', ...given], {
      env: { ...process.env, ...server.stack.env, PUBLIC_URL: ORIGIN, NODE_NO_WARNINGS: '1' },
    }).then(
      ({ stdout }) => [0, stdout] as const,
      ({ code, stderr }: { code: number; stderr: string }) => [code, stderr] as const,
    );

  it('lifts any lock, prints a link for a new password, and is audited', async () => {
    const who = await someone(server);
    await server.stack.db
      .updateTable('account')
      .set({ lock_reason: 'admin', locked_at: server.clock.now(), retry_locks: 4 })
      .where('id', '=', who.account)
      .execute();
    const [code, printed] = await run(who.username.toUpperCase(), '--link');
    expect([code, printed]).toEqual([0, expect.stringContaining(`${who.username} is unlocked (was: admin)`)]);
    expect(await accountOf(who)).toMatchObject({ lock_reason: null, locked_at: null, retry_locks: 0 });
    const [, token] = /#([\w-]{43})\n$/.exec(printed)!;
    // The command reads the time of the machine.
    await server.stack.db
      .updateTable('password_reset')
      .set({ ends_at: new Date(server.clock.now().getTime() + HOUR_MS) })
      .where('account_id', '=', who.account)
      .execute();
    const response = await (await visitor()).send('POST', '/api/v1/resetPassword/link', { body: { token } });
    expect(response.json()).toMatchObject({ username: who.username });
    expect(await auditEntriesOf(server, who.username, 'user.unlock')).toMatchObject([
      { via: 'system', detail: { note: { command: 'npm run unlock', systemUser: userInfo().username } } },
    ]);
    expect(await auditEntriesOf(server, who.username, 'user.reset-link')).toHaveLength(1);
  });

  atNight('says what is wrong', async () => {
    expect(await run('no-such-user')).toEqual([1, 'no account is called no-such-user\n']);
    expect(await run()).toEqual([2, expect.stringContaining('npm run unlock -- NAME')]);
  });
});

describe('a known browser', () => {
  const browsersOf = ({ account }: SignedInUser) =>
    server.stack.db.selectFrom('known_browser').selectAll().where('account_id', '=', account).execute();

  it('that fails as often as a stranger may is not known any more, and the account locks', async () => {
    const who = await someone(server);
    await server.signedIn(who.username);
    expect(await browsersOf(who)).toHaveLength(2);
    for (let time = 0; time < lockoutDefaults.maxFailures; time += 1) {
      expect(await accountOf(who)).toMatchObject({ lock_reason: null, failed_logins: 0 });
      await server.clock.leap(MINUTE_MS);
      await attempt(who.page, who.username, 'wrong');
    }
    expect(await browsersOf(who)).toHaveLength(1);
    expect(await accountOf(who)).toMatchObject({ lock_reason: 'retries' });
    await server.clock.leap(MINUTE_MS);
    expect(statusAndCode(await attempt(who.page, who.username))).toEqual(LOCKED);
  });

  atNight('starts again at zero with each sign-in', async () => {
    const who = await someone(server);
    for (let round = 0; round < 3; round += 1) {
      for (let time = 1; time < lockoutDefaults.maxFailures; time += 1) {
        await server.clock.leap(MINUTE_MS);
        await attempt(who.page, who.username, 'wrong');
      }
      await server.clock.leap(MINUTE_MS);
      expect((await attempt(who.page, who.username)).statusCode).toBe(200);
    }
  });

  it('has a signed cookie that no script reads; the table holds its digest', async () => {
    const page = await visitor();
    const who = await someone(server);
    const response = await attempt(page, who.username);
    const cookie = response.cookies.find(({ name }) => name === 'device');
    expect(cookie).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: (knownBrowserLimits.days * DAY_MS) / 1_000,
    });
    const [token = '', signature = ''] = cookie!.value.split('.');
    expect([token.length, signature.length]).toEqual([43, 43]);
    expect(JSON.stringify(await browsersOf(who))).not.toContain(token);
    await guess(who.username);
    for (const forged of [
      `${token}.`,
      token,
      `${token}.${'A'.repeat(43)}`,
      `${'A'.repeat(43)}.${signature}`,
      '',
    ]) {
      const other = await visitor();
      other.cookies.set('device', forged);
      await server.clock.leap(MINUTE_MS);
      expect(statusAndCode(await attempt(other, who.username))).toEqual(LOCKED);
    }
  });

  it('is known for the users who have signed in with it, and no others', async () => {
    const [one, other] = [await someone(server), await someone(server)];
    await guess(other.username);
    await server.clock.leap(MINUTE_MS);
    expect(statusAndCode(await attempt(one.page, other.username))).toEqual(LOCKED);
    const post = await (
      await server.signedIn(admin.username)
    ).send('POST', `/api/v1/mt/user/${String(other.account)}/unlock`, { body: { confirmed: false } });
    expect(post.statusCode).toBe(200);
    await server.clock.leap(MINUTE_MS);
    expect((await attempt(one.page, other.username)).statusCode).toBe(200);
    for (const { username } of [one, other]) {
      await guess(username);
      expect((await attempt(one.page, username)).statusCode).toBe(200);
    }
  });

  it('gets another token with each sign-in: a planted one is of no use to a thief', async () => {
    const who = await someone(server);
    const planted = who.page.cookies.get('device')!;
    await attempt(who.page, who.username);
    expect(who.page.cookies.get('device')).not.toBe(planted);
    const thief = await visitor();
    thief.cookies.set('device', planted);
    await guess(who.username);
    await server.clock.leap(MINUTE_MS);
    expect(statusAndCode(await attempt(thief, who.username))).toEqual(LOCKED);
    expect((await attempt(who.page, who.username)).statusCode).toBe(200);
  });

  atNight('makes room for the newest, and is forgotten after ninety days without a sign-in', async () => {
    const who = await someone(server);
    for (let time = 0; time < knownBrowserLimits.maxPerAccount; time += 1) {
      await server.clock.leap(MINUTE_MS);
      await server.signedIn(who.username);
    }
    expect(await browsersOf(who)).toHaveLength(knownBrowserLimits.maxPerAccount);
    await guess(who.username);
    await server.clock.leap(MINUTE_MS);
    expect(statusAndCode(await attempt(who.page, who.username))).toEqual(LOCKED);
    await server.clock.leap(20 * MINUTE_MS);
    expect((await attempt(who.page, who.username)).statusCode).toBe(200);
    const { db } = server.stack;
    const long = new Date(server.clock.now().getTime() - knownBrowserLimits.days * DAY_MS);
    await db
      .updateTable('known_browser')
      .set({ used_at: long })
      .where('account_id', '=', who.account)
      .execute();
    await guess(who.username);
    await server.clock.leap(MINUTE_MS);
    expect(statusAndCode(await attempt(who.page, who.username))).toEqual(LOCKED);
    await server.clock.leap(HOUR_MS);
    expect(await browsersOf(who)).toEqual([]);
  });

  atNight('is made so by a reset link too: the way back of a user whom strangers lock out', async () => {
    const who = await someone(server);
    const { db } = server.stack;
    await guess(who.username);
    const token = 'A'.repeat(43);
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
    const { password_hash: hash } = await accountOf(who);
    await db
      .insertInto('password_reset')
      .values({
        token_hash: hashOf(token),
        account_id: who.account,
        password_fingerprint: hashOf(hash ?? ''),
        ends_at: new Date(server.clock.now().getTime() + HOUR_MS),
      })
      .execute();
    const password = 'another horse, another stable';
    const page = await visitor();
    const body = { token, password, confirmation: password };
    expect((await page.send('POST', '/api/v1/resetPassword', { body })).statusCode).toBe(200);
    await guess(who.username);
    expect((await attempt(page, who.username, password)).statusCode).toBe(200);
  });
});
