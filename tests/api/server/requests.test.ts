import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import {
  openServer,
  PASSWORD,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';

const LAYOUT = '/api/v1/cc/alert/layout';
const layout = {
  pinnedCustomers: [1],
  breakdownByAlert: true,
  showOnlyPinnedCustomers: false,
  profileIds: { enabled: false, ids: [] },
  alarmIds: { enabled: false, ids: [] },
};
let server: ServerUnderTest;
let page: Browser;
let other: Browser;

beforeAll(async () => {
  server = await openServer();
  await server.account({ username: 'first', permissions: ['ALERT.read'] });
  await server.account({ username: 'second', permissions: ['ALERT.read'] });
  page = await server.signedIn('first');
  other = await server.signedIn('second');
});
afterAll(() => server.close());

interface Refused {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly json: () => unknown;
}
const problemOf = (response: Refused) => {
  const problem = response.json() as { code: string; title: string; requestId: string; status: number };
  expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(problem.status).toBe(response.statusCode);
  expect(problem.requestId).toBe(response.headers['x-request-id']);
  expect(problem.title).not.toContain('{{');
  return [response.statusCode, problem.code];
};

const json = { 'content-type': 'application/json' };

describe('a request that cannot be read', () => {
  it.each([
    ['broken JSON', '{"pinned', json, [400, 'MALFORMED']],
    ['no body', '', json, [400, 'MALFORMED']],
    ['another kind of content', '<layout/>', { 'content-type': 'text/xml' }, [415, 'UNSUPPORTED_MEDIA']],
    ['too large a body', JSON.stringify({ pad: 'x'.repeat(70_000) }), json, [413, 'PAYLOAD_TOO_LARGE']],
    ['the prototype for a field', '{"__proto__":{"isAdmin":true}}', json, [400, 'MALFORMED']],
  ])('for %s gets its problem', async (_, body, headers, expected) => {
    expect(problemOf(await page.send('PUT', LAYOUT, { body, headers }))).toEqual(expected);
  });

  it('with wrong, missing and unknown fields lists each of them', async () => {
    const body = { ...layout, pinnedCustomers: ['one'], breakdownByAlert: undefined, role: 'Administrator' };
    const response = await page.send('PUT', LAYOUT, { body });
    expect(problemOf(response)).toEqual([400, 'VALIDATION']);
    const { errors } = response.json() as { errors: { path: string }[] };
    expect(errors.map(({ path }) => path).sort()).toEqual([
      'body',
      'body.breakdownByAlert',
      'body.pinnedCustomers.0',
    ]);
  });

  it.each(['/api/v1/nothing', '/api/v1/customers', '/nothing.js', '/assets/nothing.js'])(
    'for %s finds nothing',
    async (url) => {
      expect(problemOf(await page.get(url))).toEqual([404, 'NOT_FOUND']);
    },
  );

  it('with an unknown query parameter is rejected', async () => {
    const customer = String(server.customers.get('acme'));
    const url = `/api/v1/customers/${customer}/alert/${String(server.alarms.open)}/1`;
    expect(problemOf(await page.get(`${url}?limit=101`))).toEqual([400, 'VALIDATION']);
    expect(problemOf(await page.get(`${url}?order=evidence`))).toEqual([400, 'VALIDATION']);
    expect((await page.get(`${url}?limit=5`)).statusCode).toBe(200);
  });
});

describe('the layout of the alerting across customers', () => {
  it('is empty until it is stored, and belongs to one user', async () => {
    expect((await page.get(LAYOUT)).json()).toMatchObject({ pinnedCustomers: [] });
    expect((await page.send('PUT', LAYOUT, { body: layout })).statusCode).toBe(200);
    expect((await page.get(LAYOUT)).json()).toEqual(layout);
    expect((await other.get(LAYOUT)).json()).toMatchObject({ pinnedCustomers: [] });
    const again = { ...layout, pinnedCustomers: [] };
    await page.send('PUT', LAYOUT, { body: again });
    expect((await page.get(LAYOUT)).json()).toEqual(again);
  });
});

describe('every response', () => {
  it('forbids browser features that our pages do not need', async () => {
    const { headers } = await page.get('/api/v1/session');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).toContain("base-uri 'self';");
    expect(headers['content-security-policy']).toContain("object-src 'none';");
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' });
  });
});

describe('frame-src', () => {
  it('follows the iframe whitelist, which documents and dashlets are compared with', async () => {
    const policy = async () => String((await page.get('/api/v1/session')).headers['content-security-policy']);
    expect(await policy()).toContain('frame-src http: https:;');
    const allowed = async (url: string) =>
      (await page.get(`/api/v1/session/iframe?url=${encodeURIComponent(url)}`)).json<{ allowed: boolean }>()
        .allowed;
    expect(await allowed('https://elsewhere.example/')).toBe(true);
    await server.account({ username: 'framing', permissions: ['SETTINGS.IFRAME.write', 'DASHBOARD.write'] });
    const administrator = await server.signedIn('framing');
    const at = '/api/v1/mt/settings/iframe';
    const put = (patterns: readonly string[]) => administrator.send('PUT', at, { body: { patterns } });
    expect((await put(['('])).json()).toMatchObject({
      errors: [{ path: 'body.patterns.0', code: 'REGEX_INVALID' }],
    });
    expect((await put(['https://wiki\\.example\\.net/.*', ''])).statusCode).toBe(200);
    expect((await administrator.get(at)).json()).toEqual({ patterns: ['https://wiki\\.example\\.net/.*'] });
    await eventually(async () => {
      await server.clock.leap(200);
      return (await policy()).includes('frame-src https://wiki.example.net;') ? true : undefined;
    });
    expect(await allowed('https://elsewhere.example/')).toBe(false);
    expect(await allowed('https://wiki.example.net/a')).toBe(true);
    const dashlet = (url: string) => ({
      id: 'a',
      type: 'iframe',
      place: { x: 0, y: 0, width: 6, height: 6 },
      settings: { url },
    });
    const create = (name: string, url: string) =>
      administrator.send('POST', `/api/v1/customers/${String(server.customers.get('acme')!)}/dashboard`, {
        body: { name, document: { version: 1, dashlets: [dashlet(url)] } },
      });
    expect((await create('Elsewhere', 'https://elsewhere.example/')).json()).toMatchObject({
      errors: [{ path: 'body.document.dashlets.0.settings.url', code: 'IFRAME_NOT_ALLOWED' }],
    });
    expect((await create('Wiki', 'https://wiki.example.net/a')).statusCode).toBe(200);
  });
});

describe('a large response', () => {
  const script = 'export const telltale = 1;\n'.repeat(400);
  const folder = mkdtempSync(join(tmpdir(), 'telltale-web-'));
  let served: ServerUnderTest;
  let browser: Browser;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Telltale</title>');
    writeFileSync(join(folder, 'assets', 'app-1f2e.js'), script);
    served = await openServer({ adjacent: server, webFolder: folder, engine: 'none' });
    await served.account({ username: 'all', permissions: permissionKeys });
    browser = await served.signedIn('all');
  });
  afterAll(async () => {
    await served.close();
    rmSync(folder, { recursive: true });
  });

  const unpack = { br: brotliDecompressSync, gzip: gunzipSync } as const;

  it.each([
    ['a file of the console', '/assets/app-1f2e.js'],
    ['of the interface', '/api/v1/session'],
    ['the description of the interface', '/api/v1/openapi.json'],
  ] as const)(
    '%s comes compressed as the browser takes it, and says that it depends on that',
    async (_, url) => {
      const plain = await browser.get(url);
      expect(plain.headers['content-encoding']).toBeUndefined();
      for (const encoding of ['br', 'gzip'] as const) {
        const response = await browser.get(url, { 'accept-encoding': encoding });
        expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
        expect(response.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
        expect(unpack[encoding](response.rawPayload).toString()).toBe(plain.body);
        expect(response.headers.etag).toBe(plain.headers.etag);
      }
    },
  );

  it('a file that the browser has is not sent again, and a part of one comes as it is', async () => {
    const url = '/assets/app-1f2e.js';
    const { etag } = (await browser.get(url, { 'accept-encoding': 'br' })).headers;
    // Weak: the same content, in whatever encoding (RFC 9110 §8.8.1).
    expect(etag).toMatch(/^W\//);
    const again = { 'accept-encoding': 'br', 'if-none-match': String(etag) };
    expect((await browser.get(url, again)).statusCode).toBe(304);
    const part = await browser.get(url, { 'accept-encoding': 'br', range: 'bytes=0-25' });
    expect([part.statusCode, part.body]).toEqual([206, script.slice(0, 26)]);
  });

  it('whose length could reveal a secret is not compressed', async () => {
    await browser.get('/api/v1/authProviders');
    const response = await browser.send('POST', '/api/v1/internalLogin', {
      body: { username: 'all', password: PASSWORD },
      headers: { 'accept-encoding': 'br' },
    });
    expect([response.statusCode, response.headers['content-encoding']]).toEqual([200, undefined]);
    expect(response.body.length).toBeGreaterThan(1_024);
  });

  it('does not follow from a compressed body: compressed bodies are not read', async () => {
    const response = await browser.send('PUT', LAYOUT, {
      body: gzipSync(JSON.stringify(layout)),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect(problemOf(response)).toEqual([400, 'MALFORMED']);
  });
});

describe('a server that is read-only', () => {
  it('rejects writes with its own problem, and allows sign-in and sign-out', async () => {
    const readOnly = await openServer({ readOnly: true });
    await readOnly.account({ username: 'reader', permissions: ['ALERT.read'] });
    const reader = await readOnly.signedIn('reader');
    expect(problemOf(await reader.send('PUT', LAYOUT, { body: layout }))).toEqual([403, 'READ_ONLY']);
    expect(
      problemOf(await reader.send('PUT', '/api/v1/session/preferences', { body: { language: 'fr' } })),
    ).toEqual([403, 'READ_ONLY']);
    expect((await reader.get('/api/v1/session')).json()).toMatchObject({ readOnly: true });
    expect((await reader.send('DELETE', '/api/v1/session')).statusCode).toBe(200);
    await readOnly.close();
  });
});

describe('without an engine', () => {
  it('alerting names the engine that does not respond, and the server is not ready', async () => {
    const alone = await openServer({ engine: 'none' });
    await alone.account({ username: 'watcher', permissions: ['ALERT.read'] });
    const watcher = await alone.signedIn('watcher');
    const url = `/api/v1/customers/${String(alone.customers.get('acme'))}/alert`;
    const response = await watcher.get(url);
    expect(problemOf(response)).toEqual([503, 'UNAVAILABLE']);
    expect(response.json()).toMatchObject({ params: { tier: 'engine' } });
    expect((await watcher.get('/health/live')).statusCode).toBe(200);
    const ready = await watcher.get('/health/ready');
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toMatchObject({ ready: false, down: [{ tier: 'engine' }] });
    await alone.close();
  });
});
