import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#platform/embedded/free-port.ts';
import { memoryFolder } from './store/memory-folder.ts';

const VERSIONS = '/usr/lib/postgresql';

/** The folder of PostgreSQL's programs. */
export function postgresPrograms(): string {
  const [newest] = readdirSync(VERSIONS).sort((one, other) => Number(other) - Number(one));
  if (newest === undefined) throw new Error(`no PostgreSQL in ${VERSIONS}: apt-get install postgresql`);
  return join(VERSIONS, newest, 'bin');
}

/** PostgreSQL does not run as root: as root, it runs as Debian's unprivileged system user. */
export function postgresCommand(program: string, args: readonly string[]): readonly [string, string[]] {
  const isRoot = process.getuid?.() === 0;
  const [command = '', ...remaining] = [
    ...(isRoot ? ['runuser', '-u', 'nobody', '--'] : []),
    program,
    ...args,
  ];
  return [command, remaining];
}

function run(program: string, args: readonly string[]): void {
  const [command, remaining] = postgresCommand(program, args);
  const { status, stderr } = spawnSync(command, remaining, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${program} ended with ${String(status)}: ${stderr}`);
}

export interface DebianPostgres {
  readonly url: string;
  /** Its folder. */
  readonly data: string;
  readonly stop: () => void;
}

/** A test loses no power: nothing is written for the case that the machine ends. */
const WITHOUT_DURABILITY = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
];

/** A PostgreSQL server of Debian in its own directory, in memory where there is enough: a copy of a database is a thousand files. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const bin = postgresPrograms();
  const home = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'telltale-postgres-'));
  chmodSync(home, 0o777);
  const port = await freePort(0);
  const data = join(home, 'data');
  run(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8']);
  const options = ['listen_addresses=127.0.0.1', 'max_connections=200', ...WITHOUT_DURABILITY];
  const settings = `-p ${String(port)} -k ${home} ${options.map((one) => `-c ${one}`).join(' ')}`;
  run(join(bin, 'pg_ctl'), ['-D', data, '-o', settings, '-l', join(home, 'log'), '-w', 'start']);
  return {
    url: `postgres://postgres@127.0.0.1:${String(port)}/postgres`,
    data,
    stop() {
      run(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop']);
      rmSync(home, { recursive: true });
    },
  };
}
