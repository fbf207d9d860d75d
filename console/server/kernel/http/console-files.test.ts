import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { languages } from '#schemas/time/locale.ts';
import { handleProblems } from '../problem/problem-plugin.ts';
import { limitAddresses } from '../rate/limit-rates.ts';
import type { OwnTexts } from '../text/read-own-texts.ts';
import { serveConsole } from './console-files.ts';
import { isForgedPath } from './forged-path.ts';

const rates = { perAddress: 3, perVisitor: 100, perSession: 100, signInsPerAddress: 100 };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function consoleApp(page = '<title>Telltale</title>', ownTexts: readonly OwnTexts[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'assets', 'app-1.js'), '1');
  const lines: string[] = [];
  const stream = new Writable({
    write(line: Buffer, _, done) {
      lines.push(line.toString());
      done();
    },
  });
  const loggerInstance: FastifyBaseLogger = pino({ level: 'warn' }, stream);
  const app = fastify({ loggerInstance });
  handleProblems(app);
  await limitAddresses(app, rates, 'sid');
  await serveConsole(app, folder, { basePath: '/', languages, ownTexts });
  await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => Promise.resolve(rmSync(folder, { recursive: true })));
  closing.push(() => app.close());
  return { lines, port: (app.server.address() as AddressInfo).port };
}

/** Returns the status of a request whose path no client library changes. */
const statusOf = (port: number, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    );
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)));
  });

const forged = [
  '/%2e%2e/%2e%2e/package.json',
  '/../../package.json',
  '/assets/../../../../etc/passwd',
  '/assets/..%5c..',
  '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
  '/assets/%00',
  '/assets/app-1.js%00.css',
];

describe('a forged path of a file', () => {
  it.each(forged)('%s is not found, without a line in the log', async (path) => {
    const { port, lines } = await consoleApp();
    expect(await statusOf(port, path)).toBe(404);
    expect(lines).toEqual([]);
  });

  it('counts towards the rate of its address; the files of the console do not', async () => {
    const { port, lines } = await consoleApp();
    for (let round = 0; round < 10; round += 1) expect(await statusOf(port, '/assets/app-1.js')).toBe(200);
    const statuses = [];
    for (let round = 0; round < 5; round += 1) statuses.push(await statusOf(port, '/assets/%00'));
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['request rate exceeded']);
  });

  it.each(['/', '/index.html', '/assets/app-1.js', '/assets/a..b.js', '/sites/%C3%A9?next=/../x'])(
    'is not %s',
    (path) => {
      expect(isForgedPath(path)).toBe(false);
    },
  );
});

describe('a console that is not built', () => {
  it('says what to do at every address of a page, in both languages; the interface has problems as ever', async () => {
    const app = fastify();
    handleProblems(app);
    await serveConsole(app, join(tmpdir(), 'telltale-no-console'));
    closing.push(() => app.close());
    const accept = { accept: 'text/html' };
    for (const url of ['/', '/alert?severity=1', '/mt/user']) {
      const page = await app.inject({ url, headers: accept });
      expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
        503,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(page.body).toContain('npm start');
      expect(page.body).toContain('La console n’est pas compilée');
    }
    for (const [url, headers] of [
      ['/assets/app-1.js', accept],
      ['/api/v1/nothing', { accept: 'application/json' }],
    ] as const)
      expect((await app.inject({ url, headers })).statusCode).toBe(404);
  });
});

describe('the texts of the installation', () => {
  const texts = { silence: { title: 'Ruhezeiten' } };

  it('are named by the page, and served as files that change their name with their content', async () => {
    const { port } = await consoleApp('<html lang="en"><head>', [{ language: 'de', texts, missing: 9 }]);
    const url = `http://127.0.0.1:${String(port)}`;
    const page = await (await fetch(`${url}/alert`, { headers: { accept: 'text/html' } })).text();
    const file = /data-texts="(de\.[0-9a-f]{16}\.json)"/.exec(page)?.[1] ?? '';
    const response = await fetch(`${url}/texts/${file}`);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(await response.json()).toEqual(texts);
  });

  it('are not named where there are none', async () => {
    const { port } = await consoleApp('<html lang="en"><head>');
    const page = await fetch(`http://127.0.0.1:${String(port)}/`);
    expect(await page.text()).not.toContain('data-texts');
  });
});
