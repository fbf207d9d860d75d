import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { column, interfaceCounters } from '#ingest/snmp/interface/objects.ts';
import { cpuSecondsOf } from '../harness/process-cpu.ts';
import { addressOf, BENCH_COMMUNITY, PORTS } from './device.ts';
import { startMariaDb, type MariaDb } from './mariadb.ts';
import { shellCpuSeconds } from '../harness/shell-cpu.ts';

/** The setup unpacks Debian's packages cacti and cacti-spine here, without installing them. */
const unpacked = fileURLToPath(new URL('../../node_modules/.setup/cacti/usr/', import.meta.url));
const TOOL = join(unpacked, 'sbin/spine');
const SCHEMA = join(unpacked, 'cacti.sql');
const DATABASE = 'cacti';
const PORT = 29_306;
/** The most that Cacti allows for one GET. */
const MAX_OIDS = 60;
/** Values of a port: the same 15 columns that our poller stores. */
const columns = [...interfaceCounters.map(({ oid }) => oid), column.ifHighSpeed].slice(0, 15);
const SPINE_VALUES = columns.length * PORTS;

interface Load {
  readonly devices: number;
  readonly agentPort: number;
}

interface SpineRun {
  /** CPU-seconds for one poll of one device: of spine, and of its database. */
  readonly perPoll: number;
  readonly databasePerPoll: number;
  /** Values stored, and values expected. */
  readonly stored: number;
  readonly desired: number;
}

/** Returns the first missing file or command, or undefined. */
export const spineMissing = (): string | undefined =>
  [TOOL, SCHEMA].find((path) => !existsSync(path)) ??
  ['mariadbd', 'mariadb-install-db', 'mariadb'].find(
    (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0,
  );

const text = (value: string | number): string => (typeof value === 'number' ? String(value) : `'${value}'`);
const rows = (all: readonly (readonly (string | number)[])[]): string =>
  all.map((row) => `(${row.map(text).join(',')})`).join(',\n');

/** Devices without availability checks, each with its values as SNMP items (action 0). */
function inventorySql(devices: number, agentPort: number): string {
  const hosts = Array.from({ length: devices }, (_, at) => [
    at + 1,
    `r${String(at)}`,
    addressOf(at),
    BENCH_COMMUNITY,
    2,
    agentPort,
    1_000,
    MAX_OIDS,
    0,
    3,
  ]);
  const items = hosts.flatMap(([host = 0, , address = ''], at) =>
    Array.from({ length: PORTS }, (_, port) =>
      columns.map((oid, value) => [
        at * SPINE_VALUES + port * columns.length + value + 1,
        host,
        0,
        address,
        BENCH_COMMUNITY,
        2,
        agentPort,
        1_000,
        `value_${String(value)}`,
        `${oid}.${String(port + 1)}`,
        1,
      ]),
    ).flat(),
  );
  return `INSERT INTO host (id, description, hostname, snmp_community, snmp_version, snmp_port, snmp_timeout, max_oids, availability_method, status) VALUES
${rows(hosts)};
INSERT INTO poller_item (local_data_id, host_id, action, hostname, snmp_community, snmp_version, snmp_port, snmp_timeout, rrd_name, arg1, rrd_num) VALUES
${rows(items)};`;
}

async function prepare(db: MariaDb, folder: string, { devices, agentPort }: Load): Promise<string> {
  await db.sql(`CREATE DATABASE ${DATABASE}; CREATE USER spine@'127.0.0.1' IDENTIFIED BY 'spine';
GRANT ALL ON ${DATABASE}.* TO spine@'127.0.0.1';`);
  await db.sql(readFileSync(SCHEMA, 'utf8'), DATABASE);
  await db.sql(
    `DELETE FROM host; REPLACE INTO settings (name, value) VALUES ('path_cactilog', '${join(folder, 'cacti.log')}'), ('poller_interval', '300');
${inventorySql(devices, agentPort)}`,
    DATABASE,
  );
  const configuration = join(folder, 'spine.conf');
  const lines = {
    DB_Host: '127.0.0.1',
    DB_Database: DATABASE,
    DB_User: 'spine',
    DB_Pass: 'spine',
    DB_Port: String(db.port),
  };
  writeFileSync(
    configuration,
    Object.entries(lines)
      .map(([key, value]) => `${key} ${value}\n`)
      .join(''),
  );
  return configuration;
}

/** Polls the devices once with Cacti's spine, which writes the values into its MariaDB. */
export async function measureSpine(load: Load): Promise<SpineRun> {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-spine-'));
  const db = await startMariaDb(folder, PORT);
  try {
    const configuration = await prepare(db, folder, load);
    const server = (): number => cpuSecondsOf(db.process.pid ?? 0);
    const before = server();
    const poll = `"${TOOL}" -C "${configuration}" -f 1 -l ${String(load.devices)} >/dev/null`;
    const seconds = await shellCpuSeconds(poll, folder);
    const stored = Number(await db.sql("SELECT COUNT(*) FROM poller_output WHERE output <> 'U'", DATABASE));
    return {
      perPoll: seconds / load.devices,
      databasePerPoll: (server() - before) / load.devices,
      stored,
      desired: load.devices * SPINE_VALUES,
    };
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
