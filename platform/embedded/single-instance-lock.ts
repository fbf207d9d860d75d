import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Component } from '#platform/lifecycle/component.ts';

/** A running process owns the directory. */
export class DirectoryInUseError extends Error {
  constructor(directory: string, holder: number) {
    super(`${directory} is in use by process ${String(holder)}`);
  }
}

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

/** The process named in the lock file, if it still runs; the lock of a killed process is ignored, and an empty one of a full disk. */
function holderOf(path: string): number | undefined {
  const [pid = '', start] = readFileSync(path, 'utf8').trim().split(' ');
  return pid !== '' && isAlive(Number(pid)) && startOf(Number(pid)) === start ? Number(pid) : undefined;
}

const lockOf = (directory: string): string => join(directory, 'owner.lock');

/** Whether a running process owns the directory. */
export function isDirectoryInUse(directory: string): boolean {
  const path = lockOf(directory);
  return existsSync(path) && holderOf(path) !== undefined;
}

/** Creates the lock in one step: of two processes that start at once, one has it. False: there is one. */
function create(path: string): boolean {
  try {
    writeFileSync(path, `${String(process.pid)} ${startOf(process.pid) ?? ''}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  }
}

/** Fails to start on a data directory that a running process owns. */
export const singleInstanceLock = (directory: string): Component => ({
  name: 'lock',
  async start() {
    mkdirSync(directory, { recursive: true });
    const path = lockOf(directory);
    while (!create(path)) {
      const holder = holderOf(path);
      if (holder !== undefined) throw new DirectoryInUseError(directory, holder);
      rmSync(path, { force: true });
    }
    return Promise.resolve({
      stop: () => {
        rmSync(path, { force: true });
        return Promise.resolve();
      },
    });
  },
});
