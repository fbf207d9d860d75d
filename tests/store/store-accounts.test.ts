import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBus } from '#platform/bus/bus.ts';
import { serverAddresses } from '#platform/bus/server-addresses.ts';
import { freePort } from '#platform/embedded/free-port.ts';
import { runMigrations } from '#platform/migrations/run.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import { sqlStateOf } from '#platform/postgres/sql-state.ts';
import { buckets, streams } from '#schemas/bus/stream.ts';
import { migrations } from '#schemas/migrations/migrations.ts';
import { clickhouseTables } from '#schemas/table/clickhouse.ts';
import { columnRights } from '#schemas/tier/column-rights.ts';
import { storeAccountOf, tiers, type Tier } from '#schemas/tier/tier.ts';
import { AccountsRefusedError, makeRelationAccounts } from '../../deploy/tier/relation-accounts.ts';
import { columnStatements } from '../../deploy/tier/column-accounts.ts';
import { subjectAccounts } from '../../deploy/tier/subject-accounts.ts';
import { tierPassword, urlsOf } from '../../deploy/tier/tier-accounts.ts';
import { startDebianPostgres, type DebianPostgres } from '../debian-postgres.ts';

const key = '0123456789abcdef'.repeat(4);
const OWNER = { user: 'owner', password: 'ofatest123' };
const folder = mkdtempSync(join(tmpdir(), 'telltale-accounts-'));
let postgres: DebianPostgres;
let owner: Db;
let nats: ChildProcess;
let urls: { CLICKHOUSE_URL: string; DATABASE_URL: string; NATS_URL: string };
const closing: (() => Promise<unknown>)[] = [];

const ownUrls = (tier: Tier) => urlsOf(tier, { urls, key, only: ['DATABASE_URL', 'NATS_URL'] });
const ofPostgres = (tier: Tier): string => tierPassword(key, 'DATABASE_URL', tier);

async function startNats(): Promise<string> {
  const port = await freePort(0);
  writeFileSync(
    join(folder, 'nats.conf'),
    `host: 127.0.0.1\nport: ${String(port)}\njetstream { store_dir: ${JSON.stringify(folder)} }\n${subjectAccounts(
      OWNER,
      (tier) => tierPassword(key, 'NATS_URL', tier),
    )}`,
  );
  nats = spawn('nats-server', ['-c', join(folder, 'nats.conf')], { stdio: 'ignore' });
  return `nats://${OWNER.user}:${OWNER.password}@127.0.0.1:${String(port)}`;
}

beforeAll(async () => {
  postgres = await startDebianPostgres();
  owner = openPostgres(postgres.url, { connections: 1 });
  const none = { command: () => Promise.resolve(), query: () => Promise.resolve([]) };
  await runMigrations({
    postgres: owner,
    clickhouse: none as never,
    list: migrations.filter(({ store }) => store === 'postgres'),
  });
  urls = { CLICKHOUSE_URL: '', DATABASE_URL: postgres.url, NATS_URL: await startNats() };
  await makeRelationAccounts(owner, ofPostgres);
  const bus = await openBus(urls.NATS_URL, 'owner');
  await bus.ensureStreams(Object.values(streams));
  await bus.close();
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await owner.destroy();
  postgres.stop();
  const ended = once(nats, 'exit');
  nats.kill();
  await ended;
  rmSync(folder, { recursive: true });
});

function postgresOf(tier: Tier): Db {
  const db = openPostgres(ownUrls(tier).DATABASE_URL, { connections: 1 });
  closing.push(() => db.destroy());
  return db;
}
/** `42501` when the account lacks the right, undefined otherwise. */
const stateOf = (db: Db, statement: string): Promise<string | undefined> =>
  sql
    .raw(statement)
    .execute(db)
    .then(() => undefined, sqlStateOf);
const DENIED = '42501';
const byText = (one: string, other: string): number => one.localeCompare(other);

describe('in PostgreSQL', () => {
  it.for([
    ['collector', 'SELECT FROM exporter', 'SELECT FROM account'],
    ['collector', 'SELECT FROM custom_application', 'UPDATE device SET address = address'],
    ['poller', 'UPDATE network_interface SET if_index = if_index', 'UPDATE network_interface SET id = id'],
    ['poller', 'SELECT FROM polled_counter', 'SELECT FROM session'],
    ['discovery', 'SELECT FROM discovery_run FOR UPDATE', 'SELECT FROM webhook'],
    ['discovery', 'DELETE FROM discovery_found WHERE false', 'DELETE FROM network_element WHERE false'],
    ['engine', 'SELECT FROM customer FOR UPDATE', 'UPDATE customer SET name = name'],
    ['engine', 'SELECT FROM silence', 'SELECT FROM setting'],
    ['jobs', 'UPDATE report_run SET state = state', 'SELECT FROM account'],
    ['jobs', 'DELETE FROM report_run WHERE false', 'SELECT FROM dashboard_document'],
    ['notification', 'SELECT FROM webhook', 'SELECT FROM second_factor'],
    [
      'notification',
      `SELECT address, language FROM languages_of_addresses('{noc@example.net}')`,
      'SELECT email, language FROM account',
    ],
    ['notification', 'DELETE FROM notification_raise WHERE false', 'DELETE FROM setting WHERE false'],
    ['writer', 'SELECT 1', 'SELECT FROM customer'],
    ['server', 'SELECT FROM account', 'DELETE FROM audit_event WHERE false'],
    ['server', 'DELETE FROM session WHERE false', 'UPDATE past_name SET name = name'],
  ] as const)(
    'the account of the %s does what it needs (%s), and nothing else (%s)',
    async ([tier, needed, other]) => {
      const db = postgresOf(tier);
      expect(await stateOf(db, needed)).toBeUndefined();
      expect(await stateOf(db, other)).toBe(DENIED);
    },
  );

  it('no tier account creates, changes or drops tables, or reads the passwords of others', async () => {
    for (const tier of tiers) {
      const db = postgresOf(tier);
      for (const statement of [
        'CREATE TABLE mine (id integer)',
        'DROP TABLE IF EXISTS silence',
        'ALTER TABLE customer ADD COLUMN mine integer',
        'SELECT FROM pg_authid',
        `ALTER ROLE ${storeAccountOf(tier === 'server' ? 'engine' : 'server')} PASSWORD 'mine'`,
      ])
        expect([tier, statement, await stateOf(db, statement)]).toEqual([tier, statement, DENIED]);
    }
  });

  it('the next start revokes rights that an account no longer needs; a new key changes its password', async () => {
    const role = storeAccountOf('engine');
    await sql.raw(`GRANT SELECT, UPDATE (username) ON account TO ${role}`).execute(owner);
    const hash = async (): Promise<unknown> =>
      (
        await sql<{ rolpassword: string }>`SELECT rolpassword FROM pg_authid WHERE rolname = ${role}`.execute(
          owner,
        )
      ).rows[0]?.rolpassword;
    const before = await hash();
    expect(before).toMatch(/^SCRAM-SHA-256\$/);
    await makeRelationAccounts(owner, (tier) => tierPassword(`${key}!`, 'DATABASE_URL', tier));
    expect(await hash()).not.toBe(before);
    const db = postgresOf('engine');
    expect(await stateOf(db, 'SELECT FROM account')).toBe(DENIED);
    expect(await stateOf(db, 'UPDATE account SET username = username')).toBe(DENIED);
    expect(await stateOf(db, 'SELECT FROM silence')).toBeUndefined();
  });

  it('names what an account lacks to create others', async () => {
    await expect(makeRelationAccounts(postgresOf('server'), ofPostgres)).rejects.toThrow(
      AccountsRefusedError,
    );
    await expect(makeRelationAccounts(postgresOf('server'), ofPostgres)).rejects.toThrow(
      /DATABASE_URL: .*CREATEROLE/,
    );
  });
});

describe('in NATS', () => {
  /** Publications and subscriptions that the server denies it. */
  async function rejectedOf(
    tier: Tier,
    { says = [], hears = [] }: { says?: readonly string[]; hears?: readonly string[] },
  ) {
    const connection = await connect(serverAddresses(ownUrls(tier).NATS_URL));
    const rejected: string[] = [];
    const listening = (async () => {
      for await (const status of connection.status())
        if (status.type === 'error') rejected.push(String(/"([^"]+)"/.exec(status.error.message)?.[1]));
    })();
    for (const subject of hears) connection.subscribe(subject, { callback: () => undefined });
    for (const subject of says) connection.publish(subject, '{}');
    await connection.flush();
    await connection.close();
    await listening;
    return rejected.sort(byText);
  }

  it.for([
    [
      'collector',
      ['flows.0', 'samples.1', 'stats.0'],
      ['alarms.0', 'commands.0', 'config.access', 'live.1.alert'],
    ],
    [
      'poller',
      ['samples.0', 'config.inventory', '$KV.leases.a'],
      ['flows.0', 'config.cockpit', '$KV.positions.a'],
    ],
    ['discovery', ['state.discovery.1'], ['samples.0', 'live.1.alert']],
    ['jobs', ['state.process.alive'], ['samples.0', 'jobs.mail', 'config.access']],
    [
      'writer',
      ['dead.flows', '$JS.API.STREAM.PURGE.FLOWS'],
      ['flows.0', '$JS.API.STREAM.DELETE.FLOWS', 'jobs.mail'],
    ],
    ['engine', ['measures.0', 'alarms.0', 'live.1.alert'], ['jobs.webhook', 'config.access', 'commands.0']],
    ['notification', ['jobs.webhook'], ['alarms.0', 'live.1.alert', '$JS.API.STREAM.CREATE.JOBS']],
    [
      'server',
      ['commands.0', 'jobs.mail', 'config.access'],
      ['alarms.0', 'measures.0', '$JS.API.STREAM.PURGE.ALARMS'],
    ],
  ] as const)(
    'the account of the %s says what it has to say, and nothing else',
    async ([tier, own, other]) => {
      expect(await rejectedOf(tier, { says: own })).toEqual([]);
      expect(await rejectedOf(tier, { says: other })).toEqual([...other].sort(byText));
    },
  );

  it('no account receives the replies of another, or all messages', async () => {
    for (const tier of tiers) {
      const other = storeAccountOf(tier === 'server' ? 'engine' : 'server');
      const hears = [`_INBOX.${other}.>`, '_INBOX.>', '>', 'flows.*', '$JS.>'];
      expect([tier, await rejectedOf(tier, { hears })]).toEqual([tier, hears.sort(byText)]);
      expect([
        tier,
        await rejectedOf(tier, { hears: [`_INBOX.${storeAccountOf(tier)}.>`, 'config.*'] }),
      ]).toEqual([tier, []]);
    }
  });

  it('rejects every process without the password of its account', async () => {
    const { servers = [] } = serverAddresses(urls.NATS_URL);
    const wrong = { servers, user: storeAccountOf('engine'), pass: tierPassword(key, 'NATS_URL', 'writer') };
    for (const given of [{ servers }, wrong])
      await expect(connect({ ...given, reconnect: false })).rejects.toThrow(/Authorization Violation/i);
  });

  it('an account uses its own buckets only', async () => {
    const bus = await openBus(ownUrls('engine').NATS_URL, 'engine');
    closing.push(() => bus.close());
    const checkpoints = await bus.bucket(buckets.checkpoints);
    await checkpoints.put('engine.0', 'one');
    expect(new TextDecoder().decode((await checkpoints.get('engine.0'))?.value)).toBe('one');
    await checkpoints.erase('engine.>');
    expect(await checkpoints.get('engine.0')).toBeUndefined();
    await bus.publisher(1).publish({ subject: 'measures.0', data: new Uint8Array([1]), headers: {} });
    expect((await bus.lastMessage(streams.measures.name, 'measures.0'))?.seq).toBeGreaterThan(0);
    await expect(bus.bucket(buckets.templates)).rejects.toThrow(/permission/i);
  });
});

describe('in ClickHouse', () => {
  const statements = columnStatements({
    database: 'telltale',
    hasReplicas: false,
    passwordOf: (tier) => tierPassword(key, 'CLICKHOUSE_URL', tier),
  });
  const grants = statements.filter((statement) => statement.startsWith('GRANT'));
  const rightsOf = (grant: string) => {
    const [, rights = '', account = ''] = /^GRANT (.+) TO (\w+) WITH REPLACE OPTION$/.exec(grant) ?? [];
    return [...rights.matchAll(/(\w+) ON `telltale`\.`(\w+)`/g)].map(([, right = '', table = '']) => ({
      right,
      table,
      account,
    }));
  };

  it('only writer, engine and server have an account; its rights replace the previous ones in one statement', () => {
    const made = statements.flatMap(
      (statement) => /^CREATE USER IF NOT EXISTS (\w+)/.exec(statement)?.[1] ?? [],
    );
    expect(made).toEqual(['writer', 'engine', 'server'].map((tier) => storeAccountOf(tier as Tier)));
    expect(statements.filter((statement) => statement.startsWith('REVOKE'))).toEqual([]);
    expect(grants.map((grant) => / TO (\w+) WITH REPLACE OPTION$/.exec(grant)?.[1])).toEqual(made);
  });

  it('of several replicas each account sees how far they are', () => {
    const made = columnStatements({ database: 'telltale', hasReplicas: true, passwordOf: () => 'x' });
    for (const grant of made.filter((statement) => statement.startsWith('GRANT'))) {
      expect(grant).toContain('SHOW TABLES, SYSTEM SYNC REPLICA ON `telltale`.* TO');
      expect(grant).toContain('SELECT ON `telltale`.`rollup_steps`');
    }
  });

  it('each process signs in to every replica with its account', () => {
    const urls = { CLICKHOUSE_URL: 'https://o:p@one:8443,two/t', DATABASE_URL: '', NATS_URL: '' };
    const own = urlsOf('writer', { urls, key, only: ['CLICKHOUSE_URL'] }).CLICKHOUSE_URL;
    const password = tierPassword(key, 'CLICKHOUSE_URL', 'writer');
    expect(own).toBe(`https://${storeAccountOf('writer')}:${password}@one:8443,two/t`);
  });

  it('the writer only inserts, the others only read, but for what the server stores', () => {
    const known = clickhouseTables.map(({ name }) => name);
    // Customers whose hours are cut, and countries of addresses.
    const stored = ['rollup_steps', 'address_countries'];
    const granted = grants.flatMap(rightsOf);
    expect(granted.length).toBeGreaterThan(known.length);
    for (const { right, table, account } of granted) {
      expect(known).toContain(table);
      if (stored.includes(table) && account === storeAccountOf('server')) continue;
      expect(right).toBe(account === storeAccountOf('writer') ? 'INSERT' : 'SELECT');
    }
    expect(columnRights.server?.add).toEqual(stored);
    expect(columnRights.engine?.read).toEqual(['measures', 'application_names']);
  });
});
