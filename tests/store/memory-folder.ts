import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'telltale-tests-';
const NEEDED_BYTES = 4 * 2 ** 30;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Removes what runs left that were killed: it would stay in memory. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY))
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length))))
      rmSync(join(MEMORY, name), { recursive: true, force: true });
}

/**
 * Folder in memory for the temporary files of this run: the stores of the tests sync each commit, on files that no test needs after
 * the run. Undefined without 4 GiB of shared memory; the temporary folder of the system serves then.
 */
export function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < NEEDED_BYTES) return undefined;
    removeLeftovers();
    const folder = join(MEMORY, `${PREFIX}${String(process.pid)}`);
    // Debian's PostgreSQL runs as a user of its own, in a folder below.
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    process.once('exit', () => {
      rmSync(folder, { recursive: true, force: true });
    });
    return folder;
  } catch {
    return undefined;
  }
}
