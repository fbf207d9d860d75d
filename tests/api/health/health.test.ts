import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subjects } from '#schemas/bus/subject.ts';
import type { ProcessBeat } from '#schemas/health/process-beat.ts';
import type { listHealthChanges, readHealth } from '#schemas/health/routes.ts';
import { snmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';

type HealthReply = z.output<typeof readHealth.reply>;

const COMMUNITY = 'r3ad-0nly-of-a-site';
const logs = mkdtempSync(join(tmpdir(), 'telltale-logs-'));
let server: ServerUnderTest;
let support: Browser;

beforeAll(async () => {
  server = await openServer({ logFolder: logs });
  await server.account({
    username: 'support',
    permissions: ['SUPPORT.MONITORING.read', 'SUPPORT.CONF.read'],
  });
  support = await server.signedIn('support');
});
afterAll(async () => {
  await server.close();
  rmSync(logs, { recursive: true, force: true });
});

const read = async (): Promise<HealthReply> => (await support.get('/api/v1/mt/health')).json<HealthReply>();
const componentOf = async (id: string) => (await read()).components.find((one) => one.id === id);

const beat = (change: Partial<ProcessBeat>): void =>
  server.stack.bus.publish(
    subjects.processAlive,
    JSON.stringify({
      process: 'writer',
      instance: '',
      run: 'r1',
      release: '0.2.0',
      startedAt: 1,
      sentAt: 2,
      isEnding: false,
      waitingFor: [],
      cpu: 0,
      memoryBytes: 1,
      heapShare: 0,
      loopDelayMs: 0,
      figures: {},
      ...change,
    }),
  );

describe('the health of the platform', () => {
  it('has every process, stream and store, each with its state and reason', async () => {
    await server.clock.advance(5_000);
    const { components } = await read();
    const ids = components.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    for (const id of [
      'processes.engine',
      'streams.FLOWS',
      'stores.clickhouse',
      'stores.postgres',
      'upkeep.clock',
    ])
      expect(ids).toContain(id);
    await expect
      .poll(async () => {
        await server.clock.advance(1_000);
        return (await componentOf('stores.postgres'))?.state;
      })
      .toBe('ok');
  });

  it('hears the heartbeats of processes, and stores when their state changes', async () => {
    beat({});
    await server.stack.bus.flush();
    await expect
      .poll(async () => {
        await server.clock.advance(1_000);
        return (await componentOf('processes.writer'))?.reason.code;
      })
      .toBe('running');
    await server.clock.advance(20_000);
    expect(await componentOf('processes.writer')).toMatchObject({
      state: 'critical',
      reason: { code: 'silent' },
    });
    // A connection to NATS that is slow shows for a moment, after these.
    await expect
      .poll(async () => {
        await server.clock.advance(5_000);
        const reply = await support.get('/api/v1/mt/health/change');
        return reply
          .json<z.output<typeof listHealthChanges.reply>>()
          .changes.filter(({ component }) => component === 'processes.writer')
          .map(({ state }) => state)
          .slice(0, 2);
      })
      .toEqual(['ok', 'critical']);
  });

  it('is hidden from users without its permission', async () => {
    await server.account({ username: 'other', permissions: ['SUPPORT.CONF.read'] });
    const other = await server.signedIn('other');
    for (const path of ['', '/change', '/figure?component=stores.nats'])
      expect((await other.get(`/api/v1/mt/health${path}`)).statusCode).toBe(403);
  });
});

describe('a support bundle', () => {
  const filesOf = async (body: Buffer) => {
    const entries = await unpackTar(gunzipSync(body));
    return new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()]));
  };

  it('has configuration, health, versions, migrations and logs, and no secret of any of them; its download is audited', async () => {
    await server.stack.db
      .insertInto('snmp_credential')
      .values({
        name: 'Site',
        snmp_version: 'v2c',
        snmp_community: testSecrets.seal(COMMUNITY, snmpSecrets.community),
      })
      .execute();
    const lines = [
      JSON.stringify({ level: 40, msg: `agent with ${COMMUNITY} timed out`, community: 'typed' }),
      JSON.stringify({ level: 50, err: { message: 'connect postgres://telltale:pw-of-url@db/x' } }),
      'plain text with Bearer abcdefghijklmnop',
    ];
    writeFileSync(join(logs, 'poller.log'), `${lines.join('\n')}\n`);
    writeFileSync(join(logs, 'not-a-log.txt'), 'left out');
    const reply = await support.get('/api/v1/mt/health/bundle', { 'accept-encoding': 'gzip' });
    expect([reply.statusCode, reply.headers['content-encoding']]).toEqual([200, undefined]);
    const files = await filesOf(reply.rawPayload);
    expect([...files.keys()]).toEqual([
      'README.txt',
      'manifest.json',
      'health.json',
      'configuration.txt',
      'versions.json',
      'migrations.json',
      'streams.json',
      'logs/poller.log',
    ]);
    const all = [...files.values()].join('\n');
    for (const secret of [COMMUNITY, 'typed', 'pw-of-url', 'abcdefghijklmnop'])
      expect(all).not.toContain(secret);
    expect(files.get('logs/poller.log')).toContain('timed out');
    expect(files.get('migrations.json')).toContain('0001-clickhouse-foundation');
    const audited = await server.stack.db
      .selectFrom('audit_event')
      .select('action')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(audited?.action).toContain('health');
  });

  it('is for users of every customer with the permission for the configuration', async () => {
    await server.account({ username: 'monitoring', permissions: ['SUPPORT.MONITORING.read'] });
    await server.account({
      username: 'one-customer',
      permissions: ['SUPPORT.CONF.read'],
      customers: ['acme'],
    });
    for (const name of ['monitoring', 'one-customer']) {
      const page = await server.signedIn(name);
      expect((await page.get('/api/v1/mt/health/bundle')).statusCode).toBe(403);
    }
  });
});
