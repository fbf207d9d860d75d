import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PATIENCE_MS = 30_000;
const PAUSE_MS = 200;

/** A private MariaDB server in a folder, for root only, on loopback. */
export interface MariaDb {
  readonly port: number;
  readonly process: ChildProcess;
  /** Runs statements; returns their output, columns separated by tabs. */
  readonly sql: (text: string, database?: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

async function installed(folder: string): Promise<string> {
  const data = join(folder, 'mariadb');
  await promisify(execFile)('mariadb-install-db', [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    '--user=root',
  ]);
  return data;
}

function client(socket: string) {
  return async (text: string, database = ''): Promise<string> => {
    const words = ['--no-defaults', `--socket=${socket}`, '-uroot', '-N', '-B', '-D', database];
    const child = spawn('mariadb', database === '' ? words.slice(0, -2) : words, {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    child.stderr.on('data', (part: Buffer) => (err += part.toString()));
    child.stdin.end(text);
    const [code] = (await once(child, 'close')) as [number];
    if (code !== 0) throw new Error(`mariadb: ${err.trim()}`);
    return out.trim();
  };
}

/** Starts MariaDB on a port. Rejects when it does not come up. */
export async function startMariaDb(folder: string, port: number): Promise<MariaDb> {
  const data = await installed(folder);
  const socket = join(folder, 'mariadb.sock');
  const child = spawn(
    'mariadbd',
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--port=${String(port)}`,
      '--bind-address=127.0.0.1',
      '--user=root',
      // Cacti's own advice for the table that its poller writes values into.
      '--max-heap-table-size=1G',
      '--innodb-flush-log-at-trx-commit=2',
    ],
    { stdio: 'ignore' },
  );
  const sql = client(socket);
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await sql('SELECT 1');
      break;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, PAUSE_MS);
      });
    }
  }
  return {
    port,
    process: child,
    sql,
    async close() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}
