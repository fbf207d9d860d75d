import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeEndpoints } from '../embedded/access/endpoints.ts';
import { readConfig, withEmbeddedStores } from './config.ts';
import { standard } from './standard.ts';
import {
  addresses,
  choice,
  flagVariable,
  namesVariable,
  secret,
  textVariable,
  integerVariable,
} from './variable.ts';

const schema = z.object({
  PORT: standard.PORT,
  NATS_URL: addresses(['nats', 'tls'], 'nats://127.0.0.1:4222'),
  WINDOW: integerVariable(1, 256, 128),
});
/** Stores of this machine. */
const local = {
  CLICKHOUSE_URL: 'http://u:p@localhost/default?socket=%2Fvar%2Fclickhouse.sock',
  DATABASE_URL: 'postgres://u:p@localhost/postgres?host=%2Fvar',
  NATS_URL: 'nats://u:p@127.0.0.1:4222?peer=own',
};

describe('configuration', () => {
  it('has defaults for unset variables', () => {
    expect(readConfig(schema, {})).toEqual({ PORT: 8080, NATS_URL: 'nats://127.0.0.1:4222', WINDOW: 128 });
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig(schema, { PORT: '' }).PORT).toBe(8080);
  });

  it.for([
    [{ PORT: 'abc' }, 'PORT: expected a number from 1 to 65535, got "abc"'],
    [{ PORT: '70000' }, 'PORT: expected a number from 1 to 65535, got "70000"'],
    [{ WINDOW: '1.5' }, 'WINDOW: expected a number from 1 to 256, got "1.5"'],
    [
      { NATS_URL: 'http://user:hidden@host' },
      'NATS_URL: expected URLs that begin with nats:// or tls://, separated by commas, got another',
    ],
  ] as const)('names the invalid variable: %o', ([env, message]) => {
    expect(() => readConfig(schema, env)).toThrow(message);
  });

  it('names a required variable', () => {
    expect(() => readConfig(z.object({ NAME: textVariable() }), {})).toThrow(
      'NAME: expected a text, but it is not set',
    );
  });

  it('parses booleans and choices', () => {
    const words = z.object({ DEMO: flagVariable(true), LEVEL: choice(['low', 'high'], 'low') });
    expect(readConfig(words, { DEMO: 'no', LEVEL: 'high' })).toEqual({ DEMO: false, LEVEL: 'high' });
    expect(() => readConfig(words, { LEVEL: 'middle' })).toThrow(
      'LEVEL: expected one of low, high, got "middle"',
    );
  });

  it('parses names of a closed list, and names the known ones for an unknown one', () => {
    const names = z.object({ MODULES: namesVariable(['alerting', 'kpi', 'test'], ['alerting', 'kpi']) });
    const read = (MODULES: string) => readConfig(names, { MODULES }).MODULES;
    expect([read(''), read('kpi, alerting'), read('default,test')]).toEqual([
      ['alerting', 'kpi'],
      ['alerting', 'kpi'],
      ['alerting', 'kpi', 'test'],
    ]);
    expect(() => read('alerting,alrting')).toThrow(
      'MODULES: expected names from default, alerting, kpi, test, separated by commas, got "alerting,alrting"',
    );
  });

  const stores = z.object({
    CLICKHOUSE_URL: standard.CLICKHOUSE_URL,
    DATABASE_URL: standard.DATABASE_URL,
    NATS_URL: standard.NATS_URL,
  });

  it.for(['CLICKHOUSE_URL', 'DATABASE_URL', 'NATS_URL'] as const)(
    'has no address for %s by itself: data would go to any process on a well-known port',
    (name) => {
      expect(() => readConfig(stores, { ...local, [name]: '' })).toThrow(`${name}: expected`);
    },
  );

  it('rejects several shards of ClickHouse by name', () => {
    const url = 'https://u:p@one,two;three,four/t';
    expect(() => readConfig(stores, { ...local, CLICKHOUSE_URL: url })).toThrow(
      'several shards, separated by semicolons, are not supported yet',
    );
  });

  it.for([
    {},
    { DATABASE_URL: 'postgres://u@[::1]/t', CLICKHOUSE_URL: 'http://localhost:8123/t' },
    { DATABASE_URL: 'postgres:///t?host=/run/postgresql' },
    { DATABASE_URL: 'postgres://u@%2Frun%2Fpostgresql/t' },
    { DATABASE_URL: 'postgres://u:p@db/t?sslmode=verify-full', CLICKHOUSE_URL: 'https://u:p@ch:8443/t' },
    { DATABASE_URL: 'postgres://u:p@db/t?sslmode=require' },
    { DATABASE_URL: 'postgres://u:p@db/t?ssl=true' },
    { DATABASE_URL: 'postgres://u:p@one:5432,two:5433/t?sslmode=verify-full' },
    { CLICKHOUSE_URL: 'https://u:p@one:8443,two:8443/t' },
    { CLICKHOUSE_URL: 'http://u:p@127.0.0.1:8123,127.0.0.2:8123/t' },
    { NATS_URL: 'tls://u:p@one:4222,tls://u:p@two:4222' },
    { NATS_URL: 'nats://one:4222', DATABASE_URL: 'postgres://db/t', PLAIN_STORES: 'true' },
  ])('accepts stores that are encrypted, local, or allowed: %o', (env) => {
    expect(readConfig(stores, { ...local, ...env })).toMatchObject(
      Object.fromEntries(Object.entries(env).filter(([name]) => name !== 'PLAIN_STORES')),
    );
  });

  it.for([
    [{ CLICKHOUSE_URL: 'http://u:hidden@ch:8123/t' }, 'CLICKHOUSE_URL', 'https://'],
    [{ CLICKHOUSE_URL: 'http://u:hidden@127.0.0.1:8123,ch:8123/t' }, 'CLICKHOUSE_URL', 'https://'],
    [{ DATABASE_URL: 'postgres://u:hidden@db/t' }, 'DATABASE_URL', 'sslmode=verify-full'],
    [{ DATABASE_URL: 'postgres://u:hidden@db/t?sslmode=prefer' }, 'DATABASE_URL', 'sslmode=verify-full'],
    [{ DATABASE_URL: 'postgres://u:hidden@db/t?sslmode=no-verify' }, 'DATABASE_URL', 'sslmode=verify-full'],
    [{ DATABASE_URL: 'postgres://u:hidden@127.0.0.1/t?host=db' }, 'DATABASE_URL', 'sslmode=verify-full'],
    [
      { DATABASE_URL: 'postgres://u:hidden@db/t?sslmode=require&uselibpqcompat=true' },
      'DATABASE_URL',
      'sslmode=verify-full',
    ],
    [{ DATABASE_URL: 'postgres://u:hidden@127.0.0.1,db/t' }, 'DATABASE_URL', 'sslmode=verify-full'],
    [{ NATS_URL: 'tls://one:4222,nats://u:hidden@two:4222' }, 'NATS_URL', 'tls://'],
  ] as const)('rejects a store beyond this machine without encryption: %o', ([env, name, how]) => {
    expect(() => readConfig(stores, { ...local, ...env })).toThrow(
      `${name}: leaves this machine in the clear: encrypt it (${how}), or set PLAIN_STORES=true where the network between is trusted`,
    );
  });

  it('never repeats a secret', () => {
    expect(readConfig(z.object({ KEY: secret('') }), { KEY: 'abc' })).toEqual({ KEY: 'abc' });
  });

  it('takes the addresses of the embedded stores for those that are not set', () => {
    const data = mkdtempSync(join(tmpdir(), 'telltale-config-'));
    writeEndpoints(data, local);
    const env = { TELLTALE_DATA: data, NATS_URL: 'tls://u:p@one:4222', DATABASE_URL: '' };
    expect(withEmbeddedStores(env)).toEqual({ ...local, TELLTALE_DATA: data, NATS_URL: env.NATS_URL });
    rmSync(data, { recursive: true });
    expect(withEmbeddedStores(env)).toEqual(env);
  });
});
