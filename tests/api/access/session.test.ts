import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sessionLimits } from '#schemas/limit/account.ts';
import type { SessionTimes } from '#schemas/socket/live.ts';
import { attempt, LOGIN, statusAndCode, visitorOf } from '../../fixtures/server/visitor.ts';
import {
  openServer,
  ORIGIN,
  PASSWORD,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';
import { liveUsersOf, nextEvent, type LiveConnection, type LiveUsers } from './live.ts';
import { atNight } from '#tests/gate/at-night.ts';

const watch = (socket: LiveConnection): Promise<SessionTimes | null> =>
  socket.timeout(5_000).emitWithAck('watching');
const SESSION = '/api/v1/session';
const PREFERENCES = '/api/v1/session/preferences';
let server: ServerUnderTest;
let users: LiveUsers;
let made = 0;

beforeAll(async () => {
  server = await openServer();
  users = await liveUsersOf(server);
});
afterEach(() => {
  users.disconnect();
});
afterAll(() => server.close());

async function someone(): Promise<string> {
  made += 1;
  const username = `person-${String(made)}`;
  await server.account({ username, permissions: ['ALERT.read'] });
  return username;
}
const signedIn = async (): Promise<Browser> => server.signedIn(await someone());
const visitor = (): Promise<Browser> => visitorOf(server);

describe('a session', () => {
  it('gets a fresh id at sign-in, and the previous one becomes invalid', async () => {
    const page = await visitor();
    const before = new Map(page.cookies);
    await attempt(page, await someone(), PASSWORD);
    expect(page.cookies.get('sid')).not.toBe(before.get('sid'));
    expect(page.cookies.get('X-CSRF-Token')).not.toBe(before.get('X-CSRF-Token'));
    const planted = server.browser();
    planted.cookies.set('sid', before.get('sid')!);
    expect(statusAndCode(await planted.get(SESSION))).toEqual([401, 'UNAUTHENTICATED']);
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
    const response = await server.browser().get('/api/v1/authProviders');
    const lines = [response.headers['set-cookie']].flat().map(String);
    expect(lines.find((line) => line.startsWith('sid='))).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(lines.find((line) => line.startsWith('X-CSRF-Token='))).toMatch(/; Path=\/; SameSite=Lax$/);
  });

  it('ends after half an hour unused, used it lasts', async () => {
    const page = await signedIn();
    for (let round = 0; round < 3; round += 1) {
      await server.clock.leap(sessionLimits.idleMs - 120_000);
      expect((await page.get(SESSION)).statusCode).toBe(200);
    }
    await server.clock.leap(sessionLimits.idleMs + 1_000);
    expect((await page.get(SESSION)).statusCode).toBe(401);
  });

  atNight(
    'lasts while its page is watched, up to twelve hours, and is not extended by a page that is only connected',
    async () => {
      const { socket, page } = await users.someone();
      const end = server.clock.now().getTime() + sessionLimits.absoluteMs;
      const step = sessionLimits.idleMs - 120_000;
      for (let watched = step; watched < sessionLimits.absoluteMs - sessionLimits.idleMs; watched += step) {
        await server.clock.leap(step);
        const idleUntil = server.clock.now().getTime() + sessionLimits.idleMs;
        expect(await watch(socket)).toEqual({ idleUntil, endsAt: end });
      }
      expect((await page.get(SESSION)).statusCode).toBe(200);
      const ended = nextEvent(socket, 'ended');
      await server.clock.leap(sessionLimits.idleMs + 61_000);
      await ended;
      expect((await page.get(SESSION)).statusCode).toBe(401);
    },
  );

  atNight('ends after twelve hours even if its page is watched', async () => {
    const { socket, page } = await users.someone();
    const step = sessionLimits.idleMs / 2;
    for (let watched = step; watched < sessionLimits.absoluteMs; watched += step) {
      await server.clock.leap(step);
      expect(await watch(socket)).not.toBeNull();
    }
    const last = await watch(socket);
    expect(last?.idleUntil).toBe(last?.endsAt);
    await server.clock.leap(step - 1_000);
    expect(await watch(socket)).not.toBeNull();
    await server.clock.leap(1_000);
    expect((await page.get(SESSION)).statusCode).toBe(401);
  });

  it('ends after twelve hours however much it is used', async () => {
    const page = await signedIn();
    const step = sessionLimits.idleMs * 0.9;
    for (let used = step; used < sessionLimits.absoluteMs; used += step) {
      await server.clock.leap(step);
      expect((await page.get(SESSION)).statusCode).toBe(200);
    }
    await server.clock.leap(step);
    expect((await page.get(SESSION)).statusCode).toBe(401);
  });

  it('ends at sign-out, also for a copy of its cookie', async () => {
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
    await server.clock.leap(10_000);
    expect((await page.get(SESSION)).statusCode).toBe(401);
  });

  it('that is over is swept from the table', async () => {
    await server.clock.leap(sessionLimits.absoluteMs + 11 * 60_000);
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
  it.each(forged)('is rejected with %s in its header', async (_, headers) => {
    const page = await signedIn();
    expect(statusAndCode(await write(page, headers(page, await signedIn())))).toEqual([403, 'CSRF_INVALID']);
  });

  it('is rejected with another session’s token in header and cookie', async () => {
    const page = await signedIn();
    page.cookies.set('X-CSRF-Token', (await signedIn()).cookies.get('X-CSRF-Token')!);
    expect(statusAndCode(await write(page, {}))).toEqual([403, 'CSRF_INVALID']);
  });

  it('is rejected with the token from before the sign-in', async () => {
    const page = await visitor();
    const before = page.cookies.get('X-CSRF-Token')!;
    await attempt(page, await someone(), PASSWORD);
    page.cookies.set('X-CSRF-Token', before);
    expect(statusAndCode(await write(page, {}))).toEqual([403, 'CSRF_INVALID']);
  });

  it.each([
    ['the page of another site', { origin: 'https://attacker.example' }],
    ['a sibling port', { origin: 'http://127.0.0.1:8081' }],
    ['no page at all', { origin: 'null' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host, as the browser says', { 'sec-fetch-site': 'same-site' }],
  ])('is rejected when it comes from %s', async (_, headers) => {
    expect(statusAndCode(await write(await signedIn(), headers))).toEqual([403, 'ORIGIN_REFUSED']);
  });

  it('is accepted from our own page', async () => {
    const page = await signedIn();
    expect((await write(page, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
    expect((await page.get(SESSION)).json()).toMatchObject({ user: { language: 'fr' } });
  });

  it('stores language, theme and date format in the account, and the theme only with its permission', async () => {
    const watcher = await someone();
    const page = await server.signedIn(watcher);
    const save = (body: object) => page.send('PUT', PREFERENCES, { body });
    const { id } = (await page.get(SESSION)).json<{ user: { id: number } }>().user;
    expect((await page.get(SESSION)).json()).toMatchObject({
      user: { language: null, theme: null, dates: null },
    });
    expect(statusAndCode(await save({ theme: 'light' }))).toEqual([403, 'FORBIDDEN']);
    expect(statusAndCode(await save({ dates: 'de' }))).toEqual([400, 'VALIDATION']);
    const { db } = server.stack;
    await db
      .insertInto('role_permission')
      .columns(['role_id', 'permission'])
      .expression(
        db
          .selectFrom('account')
          .select((value) => ['role_id', value.val('MISC.THEME.write').as('permission')])
          .where('id', '=', id),
      )
      .execute();
    await server.clock.leap(2_001);
    expect((await save({ theme: 'light', dates: 'en-GB' })).statusCode).toBe(200);
    expect((await save({ language: 'en' })).statusCode).toBe(200);
    const other = await server.signedIn(watcher);
    expect((await other.get(SESSION)).json()).toMatchObject({
      user: { language: 'en', theme: 'light', dates: 'en-GB' },
    });
    expect((await save({ theme: null, dates: null })).statusCode).toBe(200);
    expect((await other.get(SESSION)).json()).toMatchObject({
      user: { language: 'en', theme: null, dates: null },
    });
  });

  it('needs all of this for signing in and out as well', async () => {
    const body = { username: await someone(), password: PASSWORD };
    const page = await visitor();
    const headers = { 'x-csrf-token': '' };
    expect(statusAndCode(await page.send('POST', LOGIN, { body, headers }))).toEqual([403, 'CSRF_INVALID']);
    expect(statusAndCode(await server.browser().send('POST', LOGIN, { body }))).toEqual([
      403,
      'CSRF_INVALID',
    ]);
    expect(statusAndCode(await (await signedIn()).send('DELETE', SESSION, { headers }))).toEqual([
      403,
      'CSRF_INVALID',
    ]);
  });
});

describe('over https', () => {
  it('cookies are Secure, and the session’s name binds it to the host', async () => {
    const publicUrl = ORIGIN.replace('http:', 'https:');
    const secure = await openServer({ publicUrl });
    const response = await secure.browser().get('/api/v1/authProviders');
    const lines = [response.headers['set-cookie']].flat().map(String);
    expect(lines.find((line) => line.startsWith('__Host-sid='))).toMatch(
      /; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(lines.find((line) => line.startsWith('X-CSRF-Token='))).toMatch(/; Secure; SameSite=Lax$/);
    // A year, and every name below (OWASP ASVS 5.0, 3.4.1).
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    await secure.close();
  });
});
