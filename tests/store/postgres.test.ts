import { connect } from 'node:net';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { LIVENESS_NAME } from '#platform/embedded/postgres/wire-server.ts';
import { asNames } from '#platform/postgres/as-names.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { sqlStateOf } from '#platform/postgres/sql-state.ts';
import { nameOrder } from '#schemas/migrations/name-order.ts';
import { inNameOrder } from '#schemas/order/name-order.ts';
import { openPostgresOnly } from './stack.ts';

interface Tables {
  account: { name: string; balance: number };
  big: { value: number };
}

describe('PostgreSQL', async () => {
  const { url, close } = await openPostgresOnly();
  const db = openPostgres<Tables>(url, { connections: 8 });
  await sql`CREATE TABLE account (name text PRIMARY KEY, balance integer NOT NULL)`.execute(db);
  const clients: Client[] = [];
  const connected = async (name = 'test'): Promise<Client> => {
    const client = new Client({ connectionString: url, application_name: name });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  };
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
    await db.destroy();
    await close();
  });

  it('orders names as the console does', async () => {
    for (const statement of nameOrder) await sql.raw(statement).execute(db);
    const names = [
      'CPE',
      'Capacity',
      'bgp',
      'BGP',
      'site 10',
      'site 9',
      'Été',
      'Essai',
      'Zone',
      'été',
      'Gi0/10',
      'Gi0/2',
    ];
    for (const name of names) await db.insertInto('account').values({ name, balance: -1 }).execute();
    const rows = await db
      .selectFrom('account')
      .select('name')
      .where('balance', '=', -1)
      .orderBy('name', asNames)
      .execute();
    expect(rows.map(({ name }) => name)).toEqual(inNameOrder(names, (name) => name));
  });

  it('serves many connections concurrently, each with its own result', async () => {
    const responses = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const { rows } = await sql<{ value: number }>`SELECT ${at}::int8 AS value`.execute(db);
        return rows[0]?.value;
      }),
    );
    expect(responses).toEqual(Array.from({ length: 200 }, (_, at) => at));
  });

  it('never compiles statements, whatever the server is configured for', async () => {
    const { rows } = await sql<{ jit: string }>`SELECT current_setting('jit') AS jit`.execute(db);
    expect(rows).toEqual([{ jit: 'off' }]);
  });

  it('keeps transactions of several connections apart', async () => {
    await db.insertInto('account').values({ name: 'shared', balance: 0 }).execute();
    await Promise.all(
      Array.from({ length: 40 }, () =>
        db.transaction().execute(async (transaction) => {
          const { balance } = await transaction
            .selectFrom('account')
            .select('balance')
            .where('name', '=', 'shared')
            .forUpdate()
            .executeTakeFirstOrThrow();
          await transaction
            .updateTable('account')
            .set({ balance: balance + 1 })
            .where('name', '=', 'shared')
            .execute();
        }),
      ),
    );
    expect(await db.selectFrom('account').selectAll().where('name', '=', 'shared').execute()).toEqual([
      { name: 'shared', balance: 40 },
    ]);
  });

  it('hides a transaction before its commit and after its rollback', async () => {
    const [one, other] = [await connected(), await connected()];
    await one.query('BEGIN');
    await one.query("INSERT INTO account VALUES ('unseen', 1)");
    const count = other.query("SELECT count(*) FROM account WHERE name = 'unseen'");
    await one.query('ROLLBACK');
    expect((await count).rows).toEqual([{ count: '0' }]);
  });

  it('responds to its watchdog between the statements of a long transaction', async () => {
    const [holder, watchdog] = [await connected(), await connected(LIVENESS_NAME)];
    await holder.query('BEGIN');
    await holder.query("INSERT INTO account VALUES ('long', 1)");
    let hasResponse = false;
    const requested = watchdog.query('SELECT 1 AS one').then(() => 'another statement waits');
    const quick = await connected(LIVENESS_NAME);
    const responded = quick.query('SELECT 1').then(() => (hasResponse = true));
    for (let count = 0; !hasResponse; count += 1) {
      if (count > 10_000) throw new Error('no reply within the transaction');
      await holder.query('SELECT 2');
    }
    await responded;
    await holder.query('ROLLBACK');
    expect(await requested).toBe('another statement waits');
    expect(await db.selectFrom('account').select('name').where('name', '=', 'long').execute()).toEqual([]);
  });

  it('rolls back the transaction of a connection that dies, and frees its locks', async () => {
    const dying = await connected();
    await dying.query('BEGIN');
    await dying.query("UPDATE account SET balance = -1 WHERE name = 'shared'");
    (dying as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    const updated = await db
      .updateTable('account')
      .set({ balance: 41 })
      .where('name', '=', 'shared')
      .where('balance', '=', 40)
      .executeTakeFirst();
    expect(updated.numUpdatedRows).toBe(1n);
  });

  it('stays usable after an error in a transaction', async () => {
    const client = await connected();
    await client.query('BEGIN');
    await expect(client.query('SELECT nothing')).rejects.toMatchObject({ code: '42703' });
    await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('ROLLBACK');
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('retries a transaction that lost against a concurrent one, five times at most', async () => {
    // Sequences are not rolled back: this one counts the runs.
    await sql`CREATE SEQUENCE runs`.execute(db);
    const overtaken = (times: number): Promise<string> =>
      db.transaction().execute(async (transaction) => {
        await transaction.insertInto('account').values({ name: 'again', balance: 1 }).execute();
        await sql`DO ${sql.lit(`BEGIN
          IF nextval('runs') <= ${String(times)} THEN RAISE EXCEPTION 'overtaken' USING ERRCODE = '40P01'; END IF;
        END`)}`.execute(transaction);
        return 'done';
      });
    expect(await overtaken(4)).toBe('done');
    expect(await db.selectFrom('account').selectAll().where('name', '=', 'again').execute()).toHaveLength(1);
    await sql`SELECT setval('runs', 1, false)`.execute(db);
    await db.deleteFrom('account').where('name', '=', 'again').execute();
    await expect(overtaken(5)).rejects.toMatchObject({ code: '40P01' });
    expect((await sql`SELECT last_value FROM runs`.execute(db)).rows).toEqual([{ last_value: 5 }]);
    expect(await db.selectFrom('account').selectAll().where('name', '=', 'again').execute()).toEqual([]);
  });

  it('separates prepared statements of the same name', async () => {
    const [one, other] = [await connected(), await connected()];
    await one.query({ name: 'same', text: 'SELECT 1 AS value' });
    await other.query({ name: 'same', text: 'SELECT 2 AS value' });
    expect((await one.query({ name: 'same', text: 'SELECT 1 AS value' })).rows).toEqual([{ value: 1 }]);
    expect((await other.query({ name: 'same', text: 'SELECT 2 AS value' })).rows).toEqual([{ value: 2 }]);
  });

  it('gives each connection its own settings', async () => {
    const withoutSchema = new URL(url);
    withoutSchema.searchParams.delete('options');
    const plain = new Client({ connectionString: withoutSchema.href });
    await plain.connect();
    clients.push(plain);
    const mine = await connected();
    for (let round = 0; round < 3; round += 1) {
      expect((await plain.query('SELECT current_schema() AS name')).rows).toEqual([{ name: 'public' }]);
      expect((await mine.query('SELECT current_schema() AS name')).rows).toMatchObject([{ name: /^test_/ }]);
    }
  });

  it('exposes the SQLSTATE of an error', async () => {
    await db.insertInto('account').values({ name: 'twice', balance: 0 }).execute();
    const error: unknown = await db
      .insertInto('account')
      .values({ name: 'twice', balance: 0 })
      .execute()
      .catch((caught: unknown) => caught);
    expect(sqlStateOf(error)).toBe('23505');
    expect(sqlStateOf(new Error('other'))).toBeUndefined();
  });

  it('carries results and values of several megabytes', async () => {
    const value = 'ä'.repeat(1_500_000);
    const { rows } = await sql<{
      length: number;
      value: string;
    }>`SELECT length(${value}::text) AS length, ${value}::text AS value`.execute(db);
    expect(rows[0]?.length).toBe(1_500_000);
    expect(rows[0]?.value === value).toBe(true);
    const many = await sql`SELECT generate_series(1, 200000) AS at`.execute(db);
    expect(many.rows).toHaveLength(200_000);
  });

  it('survives clients that send anything but its protocol', async () => {
    const target = new URL(url);
    for (const garbage of [
      'GET / HTTP/1.1\r\n\r\n',
      '\u0000\u0000\u0000\u0008\u0001\u0002\u0003\u0004',
      '\u00ff'.repeat(64),
    ]) {
      const socket = connect(Number(target.port), target.hostname);
      socket.on('error', () => undefined);
      socket.end(Buffer.from(garbage, 'latin1'));
      await new Promise((resolve) => socket.once('close', resolve).resume());
    }
    const torn = await connected();
    const { stream } = (torn as unknown as { connection: { stream: { write(data: Buffer): void } } })
      .connection;
    stream.write(Buffer.from([81, 255, 255, 255, 255, 0]));
    await expect(torn.query('SELECT 1')).rejects.toThrow(/terminated|ECONNRESET|EPIPE/);
    expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });
});
