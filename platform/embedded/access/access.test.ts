import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresEscapes } from '#tests/attacks/store-escapes.ts';
import { clickhouseLiveness, natsLiveness, postgresLiveness } from '../store-liveness.ts';
import { readEndpoints, type Endpoints } from './endpoints.ts';
import { atNight } from '#tests/gate/at-night.ts';

const FOREIGN_BITS = 0o077;

function* filesBelow(directory: string): Generator<string> {
  yield directory;
  for (const entry of readdirSync(directory, { withFileTypes: true }))
    if (entry.isDirectory()) yield* filesBelow(join(directory, entry.name));
    else yield join(directory, entry.name);
}

/** Files that others may open; sockets may be gone when they are looked at. */
const openFiles = (directory: string): readonly string[] =>
  [...filesBelow(directory)].filter((path) => {
    const file = lstatSync(path, { throwIfNoEntry: false });
    return file !== undefined && !file.isSymbolicLink() && (file.mode & FOREIGN_BITS) !== 0;
  });

describe('the embedded stores', () => {
  const data = mkdtempSync(join(tmpdir(), 'telltale-access-'));
  let child: ChildProcess;
  let endpoints: Endpoints;

  async function start(): Promise<void> {
    child = fork(new URL('../main.ts', import.meta.url), [], {
      execArgv: [],
      env: { ...process.env, TELLTALE_DATA: data, EMBEDDED_NATS_PORT: '0', LOG_LEVEL: 'fatal' },
    });
    await new Promise<void>((started, fail) => {
      child.on('message', ({ kind }: { readonly kind: string }) => {
        if (kind === 'started') started();
      });
      child.once('exit', () => {
        fail(new Error('the stores did not start'));
      });
    });
    endpoints = readEndpoints(data);
  }
  async function stop(): Promise<void> {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  beforeAll(start);
  afterAll(async () => {
    await stop();
    rmSync(data, { recursive: true, force: true });
  });

  const queries = {
    CLICKHOUSE_URL: clickhouseLiveness,
    DATABASE_URL: postgresLiveness,
    NATS_URL: natsLiveness,
  };
  const stores = ['CLICKHOUSE_URL', 'DATABASE_URL', 'NATS_URL'] as const;

  it('keep every file and folder to their user', () => {
    expect(openFiles(data)).toEqual([]);
  });

  it('listen on one port: ClickHouse and PostgreSQL are sockets in a folder of their user', () => {
    expect(new URL(endpoints.CLICKHOUSE_URL).searchParams.get('socket')).toBe(
      join(data, 'embedded', 'clickhouse.sock'),
    );
    expect(new URL(endpoints.DATABASE_URL).searchParams.get('host')).toBe(join(data, 'embedded'));
    expect(new URL(endpoints.NATS_URL).hostname).toBe('127.0.0.1');
  });

  it.for(stores)('reply to a client with the password: %s', async (name) => {
    await expect(queries[name](endpoints[name])()).resolves.not.toThrow();
  });

  it.for(
    stores.flatMap((name) => [
      { name, account: { username: 'telltale', password: 'wrong' } },
      { name, account: { username: 'postgres', password: '' } },
      { name, account: { username: '', password: '' } },
    ]),
  )('reject every other one: $name $account', async ({ name, account }) => {
    const url = Object.assign(new URL(endpoints[name]), account).href;
    await expect(queries[name](url)()).rejects.toThrow(/authentication|authorization|password/i);
  });

  it.for(postgresEscapes)(
    'reject what PostgreSQL does not support here, and reply after it: %s',
    async (sql) => {
      const client = new Client({ connectionString: endpoints.DATABASE_URL, query_timeout: 5_000 });
      client.on('error', () => undefined);
      await client.connect();
      await expect(client.query(sql)).rejects.toThrow(
        /permission denied|must be superuser|could not execute command|Only roles with|not supported|does not exist|access/i,
      );
      await client.query('SELECT 1');
      await client.end();
      await postgresLiveness(endpoints.DATABASE_URL)();
    },
  );

  atNight('keep their passwords through a restart', async () => {
    const before = endpoints;
    const passwords = readFileSync(join(data, 'embedded', 'credentials.json'), 'utf8');
    const client = new Client({ connectionString: endpoints.DATABASE_URL });
    await client.connect();
    await client.query('CREATE TABLE kept AS SELECT generate_series(1, 1000) AS a');
    await client.query('VACUUM kept');
    await client.end();
    await stop();
    await start();
    expect(readFileSync(join(data, 'embedded', 'credentials.json'), 'utf8')).toBe(passwords);
    expect(endpoints.CLICKHOUSE_URL).toBe(before.CLICKHOUSE_URL);
    expect(endpoints.DATABASE_URL).toBe(before.DATABASE_URL);
    expect(openFiles(data)).toEqual([]);
  });
});
