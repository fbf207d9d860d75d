import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** The end of each log that a bundle has. */
const TAIL_BYTES = 1024 * 1024;
const MAX_LOGS = 60;
/** Lines between two turns of the event loop. */
const STEP = 200;
/** A longer line is cut: no log of ours has one. */
const MAX_LINE = 100_000;

/** Names of the logs of a folder; none where it does not exist. */
export async function logsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /^[\w.-]+\.log(?:\.\d+)?$/.test(name))
    .toSorted()
    .slice(0, MAX_LOGS);
}

/** The last megabyte of a log in whole lines, each as `change` returns it. */
export async function logTail(
  folder: string,
  name: string,
  change: (line: string) => string,
): Promise<string> {
  const file = await open(join(folder, name), 'r');
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n');
    // The first line began before.
    if (from > 0) lines.shift();
    const changed: string[] = [];
    for (const [at, line] of lines.entries()) {
      if (at % STEP === 0) await setImmediate();
      changed.push(change(line.slice(0, MAX_LINE)));
    }
    return changed.join('\n');
  } finally {
    await file.close();
  }
}
