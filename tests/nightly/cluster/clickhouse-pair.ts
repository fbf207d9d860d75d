import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#platform/embedded/free-port.ts';
import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { runMigrations } from '#platform/migrations/run.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { migrations } from '#schemas/migrations/migrations.ts';
import { until } from '#tests/fixtures/eventually.ts';

const SOURCE = 'tests/fixtures/clickhouse/replica-server.c';
const ENGINE = 'node_modules/@chdb/lib-linux-x64-gnu/libchdb.so';
const KEEPER = '/usr/share/zookeeper/bin/zkServer.sh';
export const columnMigrations = migrations.filter(({ store }) => store === 'clickhouse');
/** After this time without a heartbeat, Keeper counts a replica as dead. */
const SESSION_MS = 6_000;
const LISTEN =
  'SYSTEM START LISTEN HTTP; SELECT sleepEachRow(1) FROM system.numbers FORMAT Null SETTINGS max_block_size = 1';

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

/** Debian's ZooKeeper, which ClickHouse uses as it uses its own Keeper. */
async function zookeeper(home: string) {
  if (!existsSync(KEEPER)) throw new Error('no ZooKeeper: apt-get install --no-install-recommends zookeeper');
  const port = await freePort(0);
  const configuration = join(home, 'zoo.cfg');
  writeFileSync(
    configuration,
    [
      'tickTime=1000',
      `dataDir=${join(home, 'keeper')}`,
      `clientPort=${String(port)}`,
      'clientPortAddress=127.0.0.1',
      'admin.enableServer=false',
      'maxClientCnxns=0',
    ].join('\n'),
  );
  let child: ChildProcess | undefined;
  return {
    port,
    start() {
      const log = openSync(join(home, 'keeper.log'), 'a');
      // Its log goes into the folder. A test loses no power.
      const env = { ...process.env, ZOO_LOG_DIR: home, JVMFLAGS: '-Xmx256m -Dzookeeper.forceSync=no' };
      child = spawn(KEEPER, ['start-foreground', configuration], { stdio: ['ignore', log, log], env });
    },
    untilListens: () => until('Keeper listens', () => listens(port)),
    kill: () => kill(child),
  };
}

interface ServerPlace {
  readonly folder: string;
  readonly name: string;
  readonly port: number;
  /** Where the other one fetches parts, at the same port. */
  readonly partsHost: string;
}

/** With pools of threads as a server has them: those of clickhouse-local are too small for replication. */
const configurationOf = (
  { folder, name, port, partsHost }: ServerPlace,
  keeperPort: number,
): string => `<clickhouse>
<path>${folder}/data/</path>
<listen_host>127.0.0.1</listen_host><listen_host>${partsHost}</listen_host>
<http_port>${String(port)}</http_port>
<macros><shard>1</shard><replica>${name}</replica></macros>
<zookeeper>
  <node><host>127.0.0.1</host><port>${String(keeperPort)}</port></node>
  <session_timeout_ms>${String(SESSION_MS)}</session_timeout_ms>
  <operation_timeout_ms>4000</operation_timeout_ms>
</zookeeper>
<background_schedule_pool_size>16</background_schedule_pool_size>
<background_fetches_pool_size>4</background_fetches_pool_size>
<background_common_pool_size>2</background_common_pool_size>
<logger><level>information</level><log>${folder}/log</log><size>100M</size><count>1</count></logger>
</clickhouse>`;

/** Two servers of ClickHouse that replicate to each other by way of a Keeper: the embedded engine, completed for it. */
export async function startClickHousePair() {
  const home = mkdtempSync(join(tmpdir(), 'telltale-replicas-'));
  const program = join(home, 'replica-server');
  const { status, stderr } = spawnSync('gcc', ['-O1', '-o', program, SOURCE, '-ldl'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the server cannot be compiled: ${stderr}`);
  mkdirSync(join(home, 'keeper'));
  const keeper = await zookeeper(home);
  const places: ServerPlace[] = [];
  for (const [at, name] of ['one', 'two'].entries()) {
    const folder = join(home, name);
    mkdirSync(folder);
    const place = { folder, name, port: await freePort(0), partsHost: `127.0.0.${String(at + 2)}` };
    writeFileSync(join(folder, 'config.xml'), configurationOf(place, keeper.port));
    places.push(place);
  }
  const children: (ChildProcess | undefined)[] = [];
  const clients: ClickHouse[] = [];
  const placeAt = (at: number): ServerPlace => {
    const place = places[at];
    if (place === undefined) throw new RangeError(`there is no server ${String(at)}`);
    return place;
  };

  const start = (at: number): void => {
    const { folder, port, partsHost } = placeAt(at);
    const log = openSync(join(folder, 'output'), 'a');
    const options = ['--config-file', join(folder, 'config.xml'), '--path', join(folder, 'data')];
    children[at] = spawn(program, [partsHost, String(port), ...options, '--query', LISTEN], {
      stdio: ['ignore', log, log],
      env: { ...process.env, LIBCHDB: ENGINE },
    });
  };
  const urlOf = (hosts: readonly string[], database: string): string =>
    `http://${hosts.join(',')}/${database}`;
  const hosts = places.map(({ port }) => `127.0.0.1:${String(port)}`);
  const client = (at: number, database = 'default'): ClickHouse => {
    const opened = openClickHouse(urlOf([hosts[at] ?? ''], database));
    clients.push(opened);
    return opened;
  };
  const responds = (server: ClickHouse) => () => server.ping().catch(() => false);

  keeper.start();
  await keeper.untilListens();
  for (const at of places.keys()) start(at);
  const admins = [...places.keys()].map((at) => client(at));
  const untilResponds = (at: number): Promise<void> =>
    until('the server responds', responds(admins[at] ?? client(at)));
  await Promise.all([...places.keys()].map(untilResponds));
  return {
    home,
    keeper,
    size: places.length,
    start,
    untilResponds,
    /** Makes a database on each server, and opens both. */
    async openDatabase(name: string, db: Db) {
      for (const admin of admins) await admin.command(`CREATE DATABASE ${name}`);
      const url = urlOf(hosts, name);
      const clickhouse = openClickHouse(url);
      return {
        url,
        migrate: () => runMigrations({ postgres: db, clickhouse, list: columnMigrations }),
        close: () => clickhouse.close(),
      };
    },
    /** The address of both, in the reverse order. */
    reverseUrl: (database: string): string => urlOf(hosts.toReversed(), database),
    /** One of the servers by itself. */
    replica: client,
    kill: (at: number) => kill(children[at]),
    async stop(): Promise<void> {
      await Promise.all(clients.map((opened) => opened.close()));
      await Promise.all([...children.map(kill), keeper.kill()]);
      if (process.env['KEEP_FOLDERS'] === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

export type ClickHousePair = Awaited<ReturnType<typeof startClickHousePair>>;
