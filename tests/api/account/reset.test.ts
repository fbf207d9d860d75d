import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#schemas/time/duration.ts';
import { RESET_LINK_MS } from '#schemas/limit/account.ts';
import { attempt, statusAndCode, visitorOf } from '../../fixtures/server/visitor.ts';
import { mailTo, tokenIn } from './mail.ts';
import {
  openServer,
  ORIGIN,
  PASSWORD,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';

const REQUEST = '/api/v1/requestPasswordReset';
const RESET = '/api/v1/resetPassword';
const OTHER = 'another horse, another stable';
let server: ServerUnderTest;
let made = 0;

beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

interface Person {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}
async function someone(columns: Record<string, unknown> = {}): Promise<Person> {
  made += 1;
  const username = `kqx-vz-${String(made)}`;
  const email = `${username}@example.net`;
  const id = await server.account({ username, permissions: ['ALERT.read'] });
  await server.stack.db
    .updateTable('account')
    .set({ email, ...columns })
    .where('id', '=', id)
    .execute();
  return { id, username, email };
}
const visitor = (): Promise<Browser> => visitorOf(server);
const request = async (login: string, language = 'en') =>
  (await visitor()).send('POST', REQUEST, { body: { login, language } });
const links = ({ id }: Person) =>
  server.stack.db.selectFrom('password_reset').selectAll().where('account_id', '=', id).execute();
async function linkOf(person: Person): Promise<string> {
  expect((await request(person.username)).statusCode).toBe(200);
  return tokenIn(await mailTo(server, person.email, ({ text }) => text.includes('#')));
}
const choose = async (token: string, password = OTHER, confirmation = password) =>
  (await visitor()).send('POST', RESET, { body: { token, password, confirmation } });

describe('a forgotten password', () => {
  it('is replaced with the link in the mail, and the new one signs in', async () => {
    const person = await someone();
    const token = await linkOf(person);
    const page = await visitor();
    expect((await page.send('POST', `${RESET}/link`, { body: { token } })).json()).toMatchObject({
      username: person.username,
      policy: { minCharacters: 12 },
    });
    expect((await choose(token)).statusCode).toBe(200);
    expect((await attempt(await visitor(), person.username, PASSWORD)).statusCode).toBe(401);
    expect((await attempt(await visitor(), person.username, OTHER)).statusCode).toBe(200);
  });

  it('is requested by name or by address, in the language of the page', async () => {
    const person = await someone();
    await request(person.email.toUpperCase(), 'fr');
    const mail = await mailTo(server, person.email);
    expect(mail).toMatchObject({
      subject: 'Telltale\u00A0: choisissez un nouveau mot de passe',
    });
    expect(mail.html).toContain(`<html lang="fr">`);
    expect(mail.html).toContain(`href="${ORIGIN}/reset-password#`);
  });

  it('goes to the configured address of the console whatever host the request names', async () => {
    const person = await someone();
    const page = await visitor();
    const headers = { host: 'localhost', origin: 'http://localhost', 'x-forwarded-host': 'attacker.example' };
    expect(
      (await page.send('POST', REQUEST, { body: { login: person.username, language: 'en' }, headers }))
        .statusCode,
    ).toBe(200);
    expect((await mailTo(server, person.email)).text).toContain(`${ORIGIN}/reset-password#`);
  });

  it('gets the same response for an unknown name, and no mail', async () => {
    const person = await someone();
    const reported = ({ statusCode, body, headers }: Awaited<ReturnType<typeof request>>) => [
      statusCode,
      body,
      Object.keys(headers)
        .filter((name) => !name.startsWith('x-ratelimit'))
        .sort(),
    ];
    expect(reported(await request('no-user-of-this-name'))).toEqual(reported(await request(person.username)));
    const mail = await mailTo(server, person.email);
    expect(mail.to).toEqual([person.email]);
    expect(await links(person)).toHaveLength(1);
  });

  it('has 256 bits of chance in its link, and only their hash in the table', async () => {
    const person = await someone();
    const token = await linkOf(person);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await links(person);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[0]?.token_hash).toBe(createHash('sha256').update(token).digest('hex'));
  });

  it('sends no mail to users with another sign-in method', async () => {
    const person = await someone({ password_hash: null });
    await server.stack.db
      .insertInto('account_identity')
      .values({ issuer: 'idp', name_id: person.username, account_id: person.id })
      .execute();
    const next = await someone();
    await request(person.username);
    const prepared = await someone({ password_hash: null });
    await request(prepared.username);
    await linkOf(next);
    expect([await links(person), await links(prepared)]).toEqual([[], []]);
  });

  it('may be requested only so often', async () => {
    const person = await someone();
    const codes: unknown[] = [];
    for (let round = 0; round < 5; round += 1) codes.push((await request(person.username)).statusCode);
    expect(codes).toEqual([200, 200, 200, 429, 429]);
  });
});

describe('a reset link', () => {
  const expired = [410, 'RESET_LINK_EXPIRED'];

  it('works once', async () => {
    const token = await linkOf(await someone());
    expect((await choose(token)).statusCode).toBe(200);
    expect(statusAndCode(await choose(token, 'a third horse, a third stable'))).toEqual(expired);
  });

  it('works once also when it is used twice at the same time', async () => {
    const token = await linkOf(await someone());
    const responses = await Promise.all([choose(token), choose(token, 'a third horse, a third stable')]);
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('lasts an hour', async () => {
    const token = await linkOf(await someone());
    await server.clock.leap(RESET_LINK_MS - 1_000);
    const page = await visitor();
    expect((await page.send('POST', `${RESET}/link`, { body: { token } })).statusCode).toBe(200);
    await server.clock.leap(1_000);
    expect(statusAndCode(await choose(token))).toEqual(expired);
  });

  it('is invalid after any change of the password', async () => {
    const byLink = await someone();
    const token = await linkOf(byLink);
    await server.stack.db
      .updateTable('account')
      .set({ password_hash: '$argon2id$v=19$m=1024,t=2,p=1$c29tZXNhbHQ$another' })
      .where('id', '=', byLink.id)
      .execute();
    expect(statusAndCode(await choose(token))).toEqual(expired);

    const byUser = await someone();
    const other = await linkOf(byUser);
    const page = await server.signedIn(byUser.username);
    const body = { current: PASSWORD, password: OTHER, confirmation: OTHER };
    expect((await page.send('PUT', '/api/v1/session/password', { body })).statusCode).toBe(200);
    expect(statusAndCode(await choose(other, 'a third horse, a third stable'))).toEqual(expired);
  });

  it.each(['', 'x', '\u0000', '../../etc/passwd', 'A'.repeat(43)])('of %j is none', async (token) => {
    const [status] = statusAndCode(await choose(token));
    expect([400, 410]).toContain(status);
  });

  it('stays valid when the new password breaks a rule, and lists every broken rule', async () => {
    const person = await someone();
    const token = await linkOf(person);
    const response = await choose(token, person.username, 'other');
    expect(response.json()).toMatchObject({
      code: 'VALIDATION',
      errors: [
        { path: 'body.password', code: 'PASSWORD_TOO_SHORT', params: { min: 12 } },
        { path: 'body.password', code: 'PASSWORD_CONTAINS_USERNAME' },
        { path: 'body.confirmation', code: 'PASSWORDS_DIFFER', message: 'passwords are different' },
      ],
    });
    expect((await choose(token)).statusCode).toBe(200);
  });

  it('ends every session of the account, and notifies the user by mail', async () => {
    const person = await someone();
    const page = await server.signedIn(person.username);
    await choose(await linkOf(person));
    expect((await page.get('/api/v1/session')).statusCode).toBe(401);
    expect((await mailTo(server, person.email, ({ subject }) => subject.includes('changed'))).text).toContain(
      person.username,
    );
  });

  it.each(['retries', 'inactivity', 'expired'])('opens an account locked by %s', async (lock_reason) => {
    const person = await someone({ lock_reason, locked_at: server.clock.now() });
    expect((await choose(await linkOf(person))).statusCode).toBe(200);
    expect((await attempt(await visitor(), person.username, OTHER)).statusCode).toBe(200);
  });

  it('ends the sign-ins that were under way with the password before', async () => {
    const { db, clock } = { db: server.stack.db, clock: server.clock };
    const text = { en: 'terms', fr: 'conditions', published_at: clock.now() };
    const { version } = await db
      .insertInto('terms')
      .values(text)
      .returning('version')
      .executeTakeFirstOrThrow();
    const acceptedBy = async (page: Browser) =>
      statusAndCode(await page.send('POST', '/api/v1/internalLogin/terms', { body: { version } }));
    try {
      const person = await someone();
      const [stolen, other] = [await visitor(), await visitor()];
      expect(statusAndCode(await attempt(stolen, person.username))).toEqual([403, 'TERMS_NOT_ACCEPTED']);
      const token = await linkOf(person);
      expect((await choose(token)).statusCode).toBe(200);
      expect(await acceptedBy(stolen)).toEqual([409, 'SIGN_IN_STEP_OVER']);
      expect((await stolen.get('/api/v1/session')).statusCode).toBe(401);

      // An administrator renews it: the same.
      await attempt(other, person.username, OTHER);
      const admin = await someone();
      const { role_id } = await db
        .selectFrom('account')
        .select('role_id')
        .where('id', '=', admin.id)
        .executeTakeFirstOrThrow();
      await db.insertInto('role_permission').values({ role_id, permission: 'USER.write' }).execute();
      await db
        .insertInto('terms_acceptance')
        .values({ account_id: admin.id, version, accepted_at: clock.now() })
        .execute();
      const renewing = await server.signedIn(admin.username);
      const renewed = await renewing.send('POST', `/api/v1/mt/user/${String(person.id)}/password`);
      expect(renewed.statusCode).toBe(200);
      expect(await acceptedBy(other)).toEqual([409, 'SIGN_IN_STEP_OVER']);
    } finally {
      await db.deleteFrom('terms').execute();
    }
  });

  it('does not open an account locked by an administrator', async () => {
    const person = await someone({ lock_reason: 'admin' });
    expect((await choose(await linkOf(person))).statusCode).toBe(200);
    expect(statusAndCode(await attempt(await visitor(), person.username, OTHER))).toEqual([
      403,
      'ACCOUNT_LOCKED_BY_ADMINISTRATOR',
    ]);
  });
});

describe('one’s own password', () => {
  const change = (page: Browser, current: string, password = OTHER) =>
    page.send('PUT', '/api/v1/session/password', { body: { current, password, confirmation: password } });

  it('is changed with the current one; the other sessions end, this one stays', async () => {
    const { username } = await someone();
    const [page, other] = [await server.signedIn(username), await server.signedIn(username)];
    expect(statusAndCode(await change(page, 'wrong'))).toEqual([400, 'CURRENT_PASSWORD_WRONG']);
    expect((await change(page, PASSWORD)).statusCode).toBe(200);
    expect((await page.get('/api/v1/session')).statusCode).toBe(200);
    expect((await other.get('/api/v1/session')).statusCode).toBe(401);
  });

  it('cannot be guessed from an unlocked screen', async () => {
    const { username } = await someone();
    const page = await server.signedIn(username);
    const codes: unknown[] = [];
    for (let tries = 0; tries < 5; tries += 1) codes.push(statusAndCode(await change(page, 'wrong'))[1]);
    expect(codes.slice(-2)).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
  });

  it('is the same password however its accents are typed', async () => {
    const { username } = await someone();
    const page = await server.signedIn(username);
    const composed = 'un été à la montagne'.normalize('NFC');
    await change(page, PASSWORD, composed);
    expect((await attempt(await visitor(), username, composed.normalize('NFD'))).statusCode).toBe(200);
  });
});

describe('the list of one’s own sessions', () => {
  const list = async (page: Browser) =>
    ((await page.get('/api/v1/session/list')).json() as { sessions: { id: string; current: boolean }[] })
      .sessions;

  it('knows when the last shift ended: with the sign-out before more than four hours away', async () => {
    const { username } = await someone();
    const ended = async (page: Browser) =>
      ((await page.get('/api/v1/session/last-shift')).json() as { endedAt: number | null }).endedAt;
    const first = await server.signedIn(username);
    expect(await ended(first)).toBeNull();
    await server.clock.leap(HOUR_MS / 4);
    const leftAt = server.clock.now().getTime();
    await first.send('DELETE', '/api/v1/session');
    await server.clock.leap(5 * HOUR_MS);
    expect(await ended(await server.signedIn(username))).toBe(leftAt);
  });

  it('shows where one is signed in, and ends one or all of the others', async () => {
    const { username } = await someone();
    const pages = [
      await server.signedIn(username),
      await server.signedIn(username),
      await server.signedIn(username),
    ] as const;
    const [mine, second, third] = pages;
    const sessions = await list(mine);
    expect(sessions.map(({ current }) => current)).toEqual(expect.arrayContaining([true, false, false]));
    expect(sessions).toHaveLength(3);
    const { id } = (await list(second)).find(({ current }) => current)!;
    expect((await mine.send('DELETE', `/api/v1/session/list/${id}`)).statusCode).toBe(200);
    expect((await second.get('/api/v1/session')).statusCode).toBe(401);
    expect((await third.get('/api/v1/session')).statusCode).toBe(200);
    expect((await mine.send('DELETE', '/api/v1/session/list')).json()).toEqual({ ended: 1 });
    expect((await third.get('/api/v1/session')).statusCode).toBe(401);
    expect(await list(mine)).toHaveLength(1);
  });

  it('ends no session of another user', async () => {
    const [mine, theirs] = [
      await server.signedIn((await someone()).username),
      await server.signedIn((await someone()).username),
    ];
    const { id } = (await list(theirs))[0]!;
    expect(statusAndCode(await mine.send('DELETE', `/api/v1/session/list/${id}`))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect((await theirs.get('/api/v1/session')).statusCode).toBe(200);
  });
});
