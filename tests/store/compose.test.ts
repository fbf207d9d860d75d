import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { serverAddresses } from '#platform/bus/server-addresses.ts';
import { readConfig } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import { freePort } from '#platform/embedded/free-port.ts';
import { tiers } from '#schemas/tier/tier.ts';
import { subjectAccounts } from '../../deploy/tier/subject-accounts.ts';
import { tierPassword, urlsOf } from '../../deploy/tier/tier-accounts.ts';
import { until } from '#tests/fixtures/eventually.ts';

/** The part of the file that the test reads. */
const Compose = z.object({
  'x-telltale': z.object({ environment: z.record(z.string(), z.string()) }),
  services: z.record(z.string(), z.object({ command: z.union([z.string(), z.string().array()]).optional() })),
  configs: z.object({ nats: z.object({ content: z.string() }) }),
});
const PASSWORD = 'ofatest123';
const KEY = '0123456789abcdef'.repeat(4);
const compose = Compose.parse(parse(readFileSync('deploy/compose.yaml', 'utf8')));
const filled = (text: string): string => text.replaceAll(/\$\{\w+_PASSWORD[^}]*\}/g, PASSWORD);
const environment = Object.fromEntries(
  Object.entries(compose['x-telltale'].environment).map(([name, value]) => [name, filled(value)]),
);

const folder = mkdtempSync(join(tmpdir(), 'telltale-compose-'));
let port: number;
let nats: ChildProcess;

/** Returns the server's reply to these lines. */
async function responseTo(lines: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(lines);
  let said = '';
  for await (const part of socket.setEncoding('utf8')) {
    said += String(part);
    if (/-ERR|PONG/.test(said)) break;
  }
  return said.split('\r\n').slice(1).join('');
}

beforeAll(async () => {
  port = await freePort(0);
  const routes = await freePort(0);
  const settings = filled(compose.configs.nats.content)
    .replace('/data', folder)
    .replace('0.0.0.0:6222', `127.0.0.1:${String(routes)}`)
    .replaceAll(/nats-\d:6222/g, `127.0.0.1:${String(routes)}`);
  const { user = '', pass = '' } = serverAddresses(environment['NATS_URL'] ?? '');
  const accounts = subjectAccounts({ user, password: pass }, (tier) => tierPassword(KEY, 'NATS_URL', tier));
  writeFileSync(join(folder, 'nats-accounts.conf'), accounts);
  writeFileSync(join(folder, 'nats.conf'), settings);
  const args = ['-c', join(folder, 'nats.conf'), '-a', '127.0.0.1', '-p', String(port), '-n', 'nats-1'];
  nats = spawn('nats-server', args, { stdio: 'ignore' });
  const listens = async (): Promise<boolean> => (await responseTo('CONNECT {}\r\n').catch(() => '')) !== '';
  await until('nats-server responds', listens);
});
afterAll(async () => {
  const ended = once(nats, 'exit');
  nats.kill();
  await ended;
  rmSync(folder, { recursive: true });
});

it('each store of the compose file requires a password, and the product accepts its settings', () => {
  const schema = z.object({
    CLICKHOUSE_URL: standard.CLICKHOUSE_URL,
    DATABASE_URL: standard.DATABASE_URL,
    NATS_URL: standard.NATS_URL,
  });
  const { CLICKHOUSE_URL, DATABASE_URL, NATS_URL } = readConfig(schema, environment);
  const first = NATS_URL.split(',')[0] ?? '';
  expect([CLICKHOUSE_URL, DATABASE_URL, first].map((url) => new URL(url).password)).toEqual(
    Array.from({ length: 3 }, () => PASSWORD),
  );
});

it('NATS of the compose file rejects a missing or wrong password', async () => {
  expect(await responseTo('CONNECT {}\r\nPING\r\n')).toContain("-ERR 'Authorization Violation'");
  const another = JSON.stringify({ user: 'telltale', pass: 'another' });
  expect(await responseTo(`CONNECT ${another}\r\nPING\r\n`)).toContain("-ERR 'Authorization Violation'");
});

it('NATS of the compose file accepts the credentials of its URL', async () => {
  const { user, pass, servers } = serverAddresses(environment['NATS_URL'] ?? '');
  expect(servers).toEqual(['nats-1:4222', 'nats-2:4222', 'nats-3:4222']);
  expect(await responseTo(`CONNECT ${JSON.stringify({ user, pass })}\r\nPING\r\n`)).toContain('PONG');
});

it('NATS of the compose file accepts each process with its own account, at every server', async () => {
  const urls = { CLICKHOUSE_URL: '', DATABASE_URL: '', NATS_URL: environment['NATS_URL'] ?? '' };
  for (const tier of tiers) {
    const own = urlsOf(tier, { urls, key: KEY, only: ['NATS_URL'] }).NATS_URL;
    const { user, pass, servers } = serverAddresses(own);
    expect(servers).toEqual(['nats-1:4222', 'nats-2:4222', 'nats-3:4222']);
    expect(await responseTo(`CONNECT ${JSON.stringify({ user, pass })}\r\nPING\r\n`)).toContain('PONG');
  }
});
