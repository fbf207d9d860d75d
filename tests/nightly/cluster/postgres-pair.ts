import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '#platform/embedded/free-port.ts';
import { postgresCommand, postgresPrograms } from '#tests/debian-postgres.ts';
import { until } from '#tests/fixtures/eventually.ts';

const STANDBY = 'standby';
const SETTINGS = ['listen_addresses=127.0.0.1', 'max_connections=50', 'wal_level=replica', 'fsync=off'];

/** Without blocking the event loop: the writes of a test continue. */
async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(...postgresCommand(program, args), { stdio: 'ignore' });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`${program} ended with ${String(status)}`);
}

interface Server {
  readonly data: string;
  readonly port: number;
}

/** A primary of Debian's PostgreSQL with a synchronous standby, which takes over when the test says so. */
export async function startPostgresPair() {
  const bin = postgresPrograms();
  const home = mkdtempSync(join(tmpdir(), 'telltale-pair-'));
  chmodSync(home, 0o777);
  const serverOf = async (name: string): Promise<Server> => ({
    data: join(home, name),
    port: await freePort(0),
  });
  let primary = await serverOf('one');
  let standby = await serverOf('two');
  const servers = [primary, standby];

  const start = async ({ data, port }: Server): Promise<void> => {
    const options = `-p ${String(port)} -k ${home} ${SETTINGS.map((one) => `-c ${one}`).join(' ')}`;
    await run(join(bin, 'pg_ctl'), [
      '-D',
      data,
      '-o',
      options,
      '-l',
      join(home, `log-${String(port)}`),
      '-w',
      'start',
    ]);
  };
  const stop = ({ data }: Server): Promise<void> =>
    run(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop']);

  /** Runs a statement on a server, in a session of its own. */
  async function on<Row extends object>({ port }: Server, statement: string): Promise<readonly Row[]> {
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  async function setSynchronous(server: Server, names: string): Promise<void> {
    await on(server, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await on(server, 'SELECT pg_reload_conf()');
  }

  /** Copies the primary to the other server, which follows it until both have the same. */
  async function follow(): Promise<void> {
    rmSync(standby.data, { recursive: true, force: true });
    const from = `host=127.0.0.1 port=${String(primary.port)} user=postgres application_name=${STANDBY}`;
    await run(join(bin, 'pg_basebackup'), [
      '-D',
      standby.data,
      '-d',
      from,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
    ]);
    await start(standby);
    await setSynchronous(primary, STANDBY);
    await until('the standby is synchronous', async () => {
      const [row] = await on<{ state: string }>(
        primary,
        'SELECT sync_state AS state FROM pg_stat_replication',
      );
      return row?.state === 'sync';
    });
  }

  await run(join(bin, 'initdb'), ['-D', primary.data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8']);
  await start(primary);
  await follow();
  return {
    /** One address of both servers. */
    url: `postgres://postgres@${servers.map(({ port }) => `127.0.0.1:${String(port)}`).join(',')}/postgres`,
    get primaryPort(): number {
      return primary.port;
    },
    onPrimary: <Row extends object>(statement: string) => on<Row>(primary, statement),
    /** Ends the primary without a farewell; the standby accepts changes from then on, alone. */
    async failOver(): Promise<void> {
      await stop(primary);
      await run(join(bin, 'pg_ctl'), ['-D', standby.data, '-w', 'promote']);
      [primary, standby] = [standby, primary];
      await setSynchronous(primary, '');
    },
    /** The standby accepts changes, and the primary lives on with its sessions, in which it rejects them from now on. */
    async demote(): Promise<void> {
      await setSynchronous(primary, '');
      await on(primary, 'ALTER SYSTEM SET default_transaction_read_only = on');
      await on(primary, 'SELECT pg_reload_conf()');
      await run(join(bin, 'pg_ctl'), ['-D', standby.data, '-w', 'promote']);
      [primary, standby] = [standby, primary];
      await setSynchronous(primary, '');
    },
    follow,
    async stop(): Promise<void> {
      // One of them may not run.
      await Promise.allSettled(servers.map(stop));
      rmSync(home, { recursive: true, force: true });
    },
  };
}
