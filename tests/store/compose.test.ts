import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { serverAddresses } from '#platform/bus/server-addresses.ts';
import { readConfig } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import { freePort } from '#platform/embedded/free-port.ts';
import { tiers } from '#schemas/tier/tier.ts';
import { composeUrls, secretFiles } from '../../deploy/deployment/secret-files.ts';
import { until } from '#tests/fixtures/eventually.ts';

const PASSWORD = 'ofatest123';
const secrets = {
  SECRETS_KEY: '',
  STORE_ACCOUNTS_KEY: '0123456789abcdef'.repeat(4),
  TELLTALE_ADMIN_PASSWORD: '',
  OWNER_PASSWORD: PASSWORD,
};
/** As `npm run deployment -- --to FOLDER` writes them next to the compose file. */
const files = secretFiles(secrets, undefined);
const ownerUrls = composeUrls(secrets);

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
  const settings = (files['nats.conf'] ?? '')
    .replace('/data', folder)
    .replace('0.0.0.0:6222', `127.0.0.1:${String(routes)}`)
    .replaceAll(/nats-\d:6222/g, `127.0.0.1:${String(routes)}`);
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
  const given = { ...parseEnv(files['prepare.env'] ?? ''), PLAIN_STORES: 'true' };
  const { CLICKHOUSE_URL, DATABASE_URL, NATS_URL } = readConfig(schema, given);
  const first = NATS_URL.split(',')[0] ?? '';
  expect([CLICKHOUSE_URL, DATABASE_URL, first].map((url) => new URL(url).password)).toEqual(
    Array.from({ length: 3 }, () => PASSWORD),
  );
  expect(parseEnv(files['clickhouse.env'] ?? '')).toMatchObject({ CLICKHOUSE_PASSWORD: PASSWORD });
  expect(parseEnv(files['postgres.env'] ?? '')).toMatchObject({ POSTGRES_PASSWORD: PASSWORD });
});

it('NATS of the compose file rejects a missing or wrong password', async () => {
  expect(await responseTo('CONNECT {}\r\nPING\r\n')).toContain("-ERR 'Authorization Violation'");
  const another = JSON.stringify({ user: 'telltale', pass: 'another' });
  expect(await responseTo(`CONNECT ${another}\r\nPING\r\n`)).toContain("-ERR 'Authorization Violation'");
});

it('NATS of the compose file accepts the credentials of its URL', async () => {
  const { user, pass, servers } = serverAddresses(ownerUrls.NATS_URL);
  expect(servers).toEqual(['nats-1:4222', 'nats-2:4222', 'nats-3:4222']);
  expect(await responseTo(`CONNECT ${JSON.stringify({ user, pass })}\r\nPING\r\n`)).toContain('PONG');
});

it('NATS of the compose file accepts each process with its own account, at every server', async () => {
  for (const tier of tiers) {
    const own = parseEnv(files[`${tier}.env`] ?? '')['NATS_URL'] ?? '';
    const { user, pass, servers } = serverAddresses(own);
    expect(servers).toEqual(['nats-1:4222', 'nats-2:4222', 'nats-3:4222']);
    expect(await responseTo(`CONNECT ${JSON.stringify({ user, pass })}\r\nPING\r\n`)).toContain('PONG');
  }
});
