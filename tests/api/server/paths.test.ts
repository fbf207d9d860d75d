import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServer } from '../../fixtures/server/server-under-test.ts';
import type { Browser, ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
let bare: ServerUnderTest;
let whole: ServerUnderTest;
let webFolder: string;

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'telltale-web-'));
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>console</title>');
  bare = await openServer();
  whole = await openServer({ webFolder });
});
afterAll(async () => {
  await bare.close();
  await whole.close();
  await rm(webFolder, { recursive: true });
});

const problemOf = (response: { statusCode: number; json: () => unknown }) => [
  response.statusCode,
  (response.json() as { code?: string }).code,
];
type Method = Parameters<Browser['send']>[0];

describe.each([
  ['without a built console', () => bare],
  ['with one', () => whole],
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

describe('any other path', () => {
  it.each(['/', '/alert', '/customers/1/alert', '/apiary'])(
    '%s is the console for every visitor',
    async (url) => {
      const response = await whole.browser().get(url, html);
      expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('<title>console')]);
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    },
  );

  it('is not served to a client that accepts only data', async () => {
    const response = await whole.browser().get('/alert', { accept: 'application/json' });
    expect(problemOf(response)).toEqual([404, 'NOT_FOUND']);
  });

  it('accepts no other method', async () => {
    const response = await whole.browser().send('POST', '/alert', { body: {}, headers: html });
    expect(problemOf(response)).toEqual([404, 'NOT_FOUND']);
  });

  it.each(['/nothing.js', '/assets/nothing.js', '/assets/nothing'])(
    '%s of a missing file is NOT_FOUND',
    async (url) => {
      expect(problemOf(await whole.browser().get(url, html))).toEqual([404, 'NOT_FOUND']);
    },
  );
});
