import { connect, type AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
let bare: ServerUnderTest;
let full: ServerUnderTest;
let webFolder: string;

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'telltale-web-'));
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>console</title>');
  bare = await openServer();
  full = await openServer({ webFolder });
});
afterAll(async () => {
  await bare.close();
  await full.close();
  await rm(webFolder, { recursive: true });
});

const problemOf = (response: { statusCode: number; json: () => unknown }) => [
  response.statusCode,
  (response.json() as { code?: string }).code,
];
type Method = Parameters<Browser['send']>[0];

describe.each([
  ['without a built console', () => bare],
  ['with one', () => full],
])('a path of the interface, %s', (_, server) => {
  it.each<[Method, string, string]>([
    ['PUT', '/api/v1/session', 'DELETE, GET, HEAD'],
    ['PATCH', '/api/v1/customers/1/alert', 'GET, HEAD'],
    ['POST', '/api/v1/openapi.json', 'GET, HEAD'],
    ['DELETE', '/health/ready', 'GET, HEAD'],
  ])('that exists is rejected for %s %s, with its methods', async (method, url, allow) => {
    const response = await server()
      .browser()
      .send(method, url, { headers: { 'content-type': 'text/xml' } });
    expect(problemOf(response)).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(response.headers['allow']).toBe(allow);
    expect(response.headers['content-type']).toContain('application/problem+json');
  });

  it('without GET rejects GET and names its method', async () => {
    const response = await server().browser().get('/api/v1/internalLogin', html);
    expect([...problemOf(response), response.headers['allow']]).toEqual([405, 'METHOD_NOT_ALLOWED', 'POST']);
  });

  it.each(['/api', '/api/v1/nothing', '/api/v2/session', '/api/v1/customers/1'])(
    'that is unknown, %s, is not found with any method, even for a page',
    async (url) => {
      const page = server().browser();
      expect(problemOf(await page.get(url, html))).toEqual([404, 'NOT_FOUND']);
      expect(problemOf(await page.send('POST', url, { body: {} }))).toEqual([404, 'NOT_FOUND']);
    },
  );
});

describe('a request that cannot be read', () => {
  it.each(['/assets/%c0%ae', '/%', '/api/v1/%zz', '/assets/%E0%A4%A'])(
    'for %s has a problem as its response',
    async (url) => {
      const response = await full.browser().get(url, html);
      expect(response.headers['content-type']).toContain('application/problem+json');
      expect(problemOf(response)).toEqual([400, 'MALFORMED']);
      expect(response.body).not.toContain('FST_');
    },
  );

  it.each([
    ['no HTTP', 'nonsense\r\n\r\n', '400'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', '400'],
    ['a header without an end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}`, '431'],
  ])('as it has %s, has a problem as its response', async (_, sent, status) => {
    await full.app.listen({ host: '127.0.0.1', port: 0 }).catch(() => undefined);
    const { port } = full.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(sent);
    let text = '';
    socket.on('data', (part) => (text += String(part)));
    // What was sent and not read resets the connection behind the response.
    await new Promise((resolve) => socket.once('close', resolve));
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status}`);
    expect(head).toContain('application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status: Number(status) });
  });
});

describe('any other path', () => {
  it.each(['/', '/alert', '/customers/1/alert', '/apiary'])(
    '%s is the console for every visitor',
    async (url) => {
      const response = await full.browser().get(url, html);
      expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('<title>console')]);
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    },
  );

  it('is not served to a client that accepts only data', async () => {
    const response = await full.browser().get('/alert', { accept: 'application/json' });
    expect(problemOf(response)).toEqual([404, 'NOT_FOUND']);
  });

  it('accepts no other method', async () => {
    const response = await full.browser().send('POST', '/alert', { body: {}, headers: html });
    expect(problemOf(response)).toEqual([404, 'NOT_FOUND']);
  });

  it.each(['/nothing.js', '/assets/nothing.js', '/assets/nothing'])(
    '%s of a missing file is NOT_FOUND',
    async (url) => {
      expect(problemOf(await full.browser().get(url, html))).toEqual([404, 'NOT_FOUND']);
    },
  );
});
