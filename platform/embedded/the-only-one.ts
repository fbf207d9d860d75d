import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Component } from '#platform/lifecycle/component.ts';

/** When a process began, in ticks since the machine did: with the process id it names a process for good. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // Field 22 of proc(5), counted behind the name, which may hold blanks.
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

/** Whether the owner named in the lock still runs; a lock that a killed process left behind holds nobody up. */
function holds(path: string): boolean {
  const [pid, start] = readFileSync(path, 'utf8').trim().split(' ');
  if (!isAlive(Number(pid))) return false;
  return startOf(Number(pid)) === (start ?? undefined);
}

/** Refuses to start on a data directory that a living process owns. */
export const theOnlyOne = (directory: string): Component => ({
  name: 'lock',
  async start() {
    mkdirSync(directory, { recursive: true });
    const path = join(directory, 'owner.lock');
    if (existsSync(path) && holds(path))
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
