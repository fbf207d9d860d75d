import { createHash } from 'node:crypto';
import { hash } from 'argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockoutDefaults, sessionLimits } from '#schemas/limit/account.ts';
import { openServer, ORIGIN, PASSWORD } from './server-under-test.ts';
import type { Browser, ServerUnderTest } from './server-under-test.ts';

const LOGIN = '/api/v1/internalLogin';
const SESSION = '/api/v1/session';
const PREFERENCES = '/api/v1/session/preferences';
let server: ServerUnderTest;
let made = 0;

beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

async function someone(): Promise<string> {
  made += 1;
  const username = `person-${String(made)}`;
  await server.account({ username, permissions: ['ALERT.read'] });
  return username;
}
const signedIn = async (): Promise<Browser> => server.signedIn(await someone());

async function visitor(): Promise<Browser> {
  const page = server.browser();
  await page.get('/api/v1/authProviders');
  return page;
}

const attempt = (page: Browser, username: string, password: string) =>
  page.send('POST', LOGIN, { body: { username, password } });

const problemOf = (answer: { statusCode: number; json: () => unknown }) => {
  const { code } = answer.json() as { code?: string };
  return [answer.statusCode, code];
};

describe('a session', () => {
  it('gets a fresh id at sign-in, and the one before is worth nothing', async () => {
    const page = await visitor();
    const before = new Map(page.cookies);
    await attempt(page, await someone(), PASSWORD);
    expect(page.cookies.get('sid')).not.toBe(before.get('sid'));
    expect(page.cookies.get('X-CSRF-Token')).not.toBe(before.get('X-CSRF-Token'));
    const planted = server.browser();
    planted.cookies.set('sid', before.get('sid')!);
    expect(problemOf(await planted.get(SESSION))).toEqual([401, 'UNAUTHENTICATED']);
    expect((await page.get(SESSION)).statusCode).toBe(200);
  });

  it('has 256 bits of chance in its cookie, and only their hash in the table', async () => {
    const page = await signedIn();
    const token = page.cookies.get('sid')!;
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await server.stack.db.selectFrom('session').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.map((row) => row.token_hash)).toContain(createHash('sha256').update(token).digest('hex'));
  });

  it('hides its cookie from scripts, keeps it from other sites, and shows the CSRF cookie to the page', async () => {
    const answer = await server.browser().get('/api/v1/authProviders');
    const lines = [answer.headers['set-cookie']].flat().map(String);
    expect(lines.find((line) => line.startsWith('sid='))).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(lines.find((line) => line.startsWith('X-CSRF-Token='))).toMatch(/; Path=\/; SameSite=Lax$/);
  });

  it('ends after half an hour unused, used it lasts', async () => {
    const page = await signedIn();
    for (let round = 0; round < 3; round += 1) {
      await server.clock.advance(sessionLimits.idleMs - 120_000);
      expect((await page.get(SESSION)).statusCode).toBe(200);
    }
    await server.clock.advance(sessionLimits.idleMs + 1_000);
    expect((await page.get(SESSION)).statusCode).toBe(401);
  });

  it('ends after twelve hours however much it is used', async () => {
    const page = await signedIn();
    const step = sessionLimits.idleMs / 2;
    for (let used = step; used < sessionLimits.absoluteMs; used += step) {
      await server.clock.advance(step);
      expect((await page.get(SESSION)).statusCode).toBe(200);
    }
    await server.clock.advance(step);
    expect((await page.get(SESSION)).statusCode).toBe(401);
  });

  it('ends with signing out, for whoever copied its cookie too', async () => {
    const page = await signedIn();
    const copy = server.browser();
    for (const [name, value] of page.cookies) copy.cookies.set(name, value);
    expect((await page.send('DELETE', SESSION)).statusCode).toBe(200);
    expect((await copy.get(SESSION)).statusCode).toBe(401);
    expect((await copy.send('PUT', PREFERENCES, { body: { language: 'fr' } })).statusCode).toBe(401);
    expect(page.cookies.has('sid')).toBe(false);
  });

  it('stops working when its account is locked', async () => {
    const username = await someone();
    const page = await server.signedIn(username);
    await server.stack.db
      .updateTable('account')
      .set({ lock_reason: 'admin' })
      .where('username', '=', username)
      .execute();
    await server.clock.advance(10_000);
    expect((await page.get(SESSION)).statusCode).toBe(401);
  });

  it('that is over is swept from the table', async () => {
    await server.clock.advance(sessionLimits.absoluteMs + 11 * 60_000);
    expect(await server.stack.db.selectFrom('session').select('token_hash').execute()).toEqual([]);
  });
});

describe('a request that changes something', () => {
  const write = (page: Browser, headers: Record<string, string>) =>
    page.send('PUT', PREFERENCES, { body: { language: 'fr' }, headers });
  const forged: readonly (readonly [string, (page: Browser, other: Browser) => Record<string, string>])[] = [
    ['no token', () => ({ 'x-csrf-token': '' })],
    ['a made-up token', () => ({ 'x-csrf-token': 'abc.def' })],
    [
      'a token without its signature',
      (page) => ({ 'x-csrf-token': `.${page.cookies.get('X-CSRF-Token')!}` }),
    ],
    ['the token of another session', (_, other) => ({ 'x-csrf-token': other.cookies.get('X-CSRF-Token')! })],
  ];
  it.each(forged)('is refused with %s in its header', async (_, headers) => {
    const page = await signedIn();
    expect(problemOf(await write(page, headers(page, await signedIn())))).toEqual([403, 'CSRF_INVALID']);
  });

  it('is refused with another session’s token tossed into header and cookie', async () => {
    const page = await signedIn();
    page.cookies.set('X-CSRF-Token', (await signedIn()).cookies.get('X-CSRF-Token')!);
    expect(problemOf(await write(page, {}))).toEqual([403, 'CSRF_INVALID']);
  });

  it('is refused with the token from before the sign-in', async () => {
    const page = await visitor();
    const before = page.cookies.get('X-CSRF-Token')!;
    await attempt(page, await someone(), PASSWORD);
    page.cookies.set('X-CSRF-Token', before);
    expect(problemOf(await write(page, {}))).toEqual([403, 'CSRF_INVALID']);
  });

  it.each([
    ['the page of another site', { origin: 'https://attacker.example' }],
    ['a sibling port', { origin: 'http://127.0.0.1:8081' }],
    ['no page at all', { origin: 'null' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host, as the browser says', { 'sec-fetch-site': 'same-site' }],
  ])('is refused when it comes from %s', async (_, headers) => {
    expect(problemOf(await write(await signedIn(), headers))).toEqual([403, 'ORIGIN_REFUSED']);
  });

  it('is taken from a page of ours', async () => {
    const page = await signedIn();
    expect((await write(page, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
    expect((await page.get(SESSION)).json()).toMatchObject({ user: { language: 'fr' } });
  });

  it('needs all of this for signing in and out as well', async () => {
    const body = { username: await someone(), password: PASSWORD };
    const page = await visitor();
    const headers = { 'x-csrf-token': '' };
    expect(problemOf(await page.send('POST', LOGIN, { body, headers }))).toEqual([403, 'CSRF_INVALID']);
    expect(problemOf(await server.browser().send('POST', LOGIN, { body }))).toEqual([403, 'CSRF_INVALID']);
    expect(problemOf(await (await signedIn()).send('DELETE', SESSION, { headers }))).toEqual([
      403,
      'CSRF_INVALID',
    ]);
  });
});

describe('signing in', () => {
  /** What an answer tells, without what is new in each. */
  const toldBy = (answer: { statusCode: number; json: () => unknown; headers: object }) => {
    const { requestId: _, ...problem } = answer.json() as Record<string, unknown>;
    const names = Object.keys(answer.headers).filter((name) => !name.startsWith('x-ratelimit'));
    return { status: answer.statusCode, problem, headers: names.sort() };
  };

  it('tells an unknown name, a wrong password and a locked account apart for nobody', async () => {
    const locked = await someone();
    await server.stack.db
      .updateTable('account')
      .set({ lock_reason: 'admin' })
      .where('username', '=', locked)
      .execute();
    const answers = [
      await attempt(await visitor(), 'nobody-of-this-name', 'wrong'),
      await attempt(await visitor(), await someone(), 'wrong'),
      await attempt(await visitor(), locked, 'wrong'),
    ].map(toldBy);
    expect(answers[0]).toMatchObject({ status: 401, problem: { code: 'LOGIN_REFUSED' } });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('tells why an account is locked to who knows its password', async () => {
    const causes = {
      admin: 'ACCOUNT_LOCKED_BY_ADMINISTRATOR',
      inactivity: 'ACCOUNT_LOCKED_BY_INACTIVITY',
      retries: 'ACCOUNT_LOCKED_BY_RETRIES',
      expired: 'ACCOUNT_LOCKED_BY_PASSWORD_EXPIRY',
    };
    for (const [reason, code] of Object.entries(causes)) {
      const username = await someone();
      await server.stack.db
        .updateTable('account')
        .set({ lock_reason: reason })
        .where('username', '=', username)
        .execute();
      expect(problemOf(await attempt(await visitor(), username, PASSWORD))).toEqual([403, code]);
    }
  });

  it('locks an account after so many failures in a row, and a success starts the count anew', async () => {
    const username = await someone();
    const page = await visitor();
    for (let round = 0; round < 2; round += 1) {
      for (let failure = 1; failure < lockoutDefaults.maxFailures; failure += 1)
        expect(problemOf(await attempt(page, username, 'wrong'))).toEqual([401, 'LOGIN_REFUSED']);
      if (round === 0) expect((await attempt(page, username, PASSWORD)).statusCode).toBe(200);
    }
    await attempt(page, username, 'wrong');
    expect(problemOf(await attempt(await visitor(), username, PASSWORD))).toEqual([
      403,
      'ACCOUNT_LOCKED_BY_RETRIES',
    ]);
  });

  it('cannot be guessed more often by asking many times at once', async () => {
    const username = await someone();
    const pages = await Promise.all(Array.from({ length: 12 }, visitor));
    await Promise.all(pages.slice(0, 11).map((page) => attempt(page, username, 'wrong')));
    expect(problemOf(await attempt(pages[11]!, username, PASSWORD))).toEqual([
      403,
      'ACCOUNT_LOCKED_BY_RETRIES',
    ]);
  });

  it('does not look at the case of the name', async () => {
    const username = await someone();
    expect((await attempt(await visitor(), username.toUpperCase(), PASSWORD)).statusCode).toBe(200);
  });

  it.each(["' OR '1'='1", "admin'--", 'person-1"; DROP TABLE account; --', '\u0000', '%', '💥'.repeat(50)])(
    'takes %j for a name like any other',
    async (name) => {
      expect(problemOf(await attempt(await visitor(), name, PASSWORD))).toEqual([401, 'LOGIN_REFUSED']);
    },
  );

  it('takes no more fields than its own', async () => {
    const username = await someone();
    const body = { username, password: PASSWORD, role: 'Administrator', is_admin: true };
    const answer = await (await visitor()).send('POST', LOGIN, { body });
    expect(problemOf(answer)).toEqual([400, 'VALIDATION']);
    expect((answer.json() as { errors: unknown[] }).errors).not.toEqual([]);
  });

  it('is slowed down for an address that keeps trying', async () => {
    const page = await visitor();
    const statuses: number[] = [];
    for (let attempts = 0; attempts < 40 && statuses.at(-1) !== 429; attempts += 1)
      statuses.push((await attempt(page, 'nobody-of-this-name', 'wrong')).statusCode);
    expect(statuses.at(-1)).toBe(429);
  });

  it('stores the password anew when the cost of its hash is not ours', async () => {
    const username = await someone();
    const weak = await hash(PASSWORD, { memoryCost: 1_024, timeCost: 2, parallelism: 1 });
    await server.stack.db
      .updateTable('account')
      .set({ password_hash: weak })
      .where('username', '=', username)
      .execute();
    await server.signedIn(username);
    const { password_hash } = await server.stack.db
      .selectFrom('account')
      .select('password_hash')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    expect(password_hash).not.toBe(weak);
    expect(password_hash).toMatch(/^\$argon2id\$/);
    await server.signedIn(username);
  });
});

describe('over https', () => {
  it('cookies are Secure, and the session’s name binds it to the host', async () => {
    const publicUrl = ORIGIN.replace('http:', 'https:');
    const secure = await openServer({ publicUrl });
    const answer = await secure.browser().get('/api/v1/authProviders');
    const lines = [answer.headers['set-cookie']].flat().map(String);
    expect(lines.find((line) => line.startsWith('__Host-sid='))).toMatch(
      /; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(lines.find((line) => line.startsWith('X-CSRF-Token='))).toMatch(/; Secure; SameSite=Lax$/);
    expect(answer.headers['strict-transport-security']).toBeDefined();
    await secure.close();
  });
});
