import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Component } from '#platform/lifecycle/component.ts';

/** Start time of a process in ticks since boot: together with the process id it identifies a process. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // Field 22 of proc(5), counted after the name, which may contain blanks.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether the owner named in the lock file still runs; the lock of a killed process is ignored. */
function isHeld(path: string): boolean {
  const [pid, start] = readFileSync(path, 'utf8').trim().split(' ');
  if (!isAlive(Number(pid))) return false;
  return startOf(Number(pid)) === (start ?? undefined);
}

/** Fails to start on a data directory that a running process owns. */
export const singleInstanceLock = (directory: string): Component => ({
  name: 'lock',
  async start() {
    mkdirSync(directory, { recursive: true });
    const path = join(directory, 'owner.lock');
    if (existsSync(path) && isHeld(path))
      throw new Error(
        `${directory} belongs to the running process ${readFileSync(path, 'utf8').split(' ')[0] ?? ''}`,
      );
    writeFileSync(path, `${String(process.pid)} ${startOf(process.pid) ?? ''}\n`);
    return Promise.resolve({
      stop: () => {
        rmSync(path, { force: true });
        return Promise.resolve();
      },
    });
  },
});
