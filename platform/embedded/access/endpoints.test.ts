import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { embeddedFolderOf, writeEndpoints } from './endpoints.ts';

const data = mkdtempSync(join(tmpdir(), 'telltale-endpoints-'));
afterAll(() => {
  rmSync(data, { recursive: true });
});

const own = {
  CLICKHOUSE_URL: 'http://user:secret@127.0.0.1:8123/default',
  DATABASE_URL: 'postgres://user:secret@127.0.0.1:5432/telltale',
  NATS_URL: 'nats://user:secret@127.0.0.1:4222?peer=own',
};

it('a process has a data folder of embedded stores when all of its stores are those of the folder', () => {
  const config = { ...own, TELLTALE_DATA: data };
  expect(embeddedFolderOf(config)).toBeUndefined();
  writeEndpoints(data, own);
  expect(embeddedFolderOf(config)).toBe(data);
  expect(embeddedFolderOf({ ...config, TELLTALE_DATA: join(data, 'other') })).toBeUndefined();
  for (const name of Object.keys(own))
    expect(embeddedFolderOf({ ...config, [name]: 'nats://elsewhere:4222' })).toBeUndefined();
});
