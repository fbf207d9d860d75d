import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemClock } from '#platform/clock/system-clock.ts';

/** A larger log is rotated at the next start (`<name>.log.1`). */
const LARGE_BYTES = 50 * 1_024 * 1_024;
const PERIOD_MS = 200;
const CHUNK_BYTES = 65_536;

/**
 * The log file of a process, and its lines. The process writes to the file itself: a pipe would tie it to this process, and
 * when the reader of a pipe is killed, the writer's logger retries its last line forever and never exits.
 */
export interface LogFile {
  /** File descriptor for standard output and error of the process. */
  readonly descriptor: number;
  /** Reads new content and passes on each complete line. */
  readonly poll: () => void;
}

function rotate(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGE_BYTES) renameSync(path, `${path}.1`);
}

/** Opens the file at its end and follows it until the signal aborts. */
export function logFile(path: string, onLine: (line: string) => void, signal: AbortSignal): LogFile {
  mkdirSync(dirname(path), { recursive: true });
  rotate(path);
  const descriptor = openSync(path, 'a');
  const reader = openSync(path, 'r');
  let position = fstatSync(reader).size;
  let remaining = '';
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const poll = (): void => {
    for (;;) {
      const count = readSync(reader, chunk, 0, CHUNK_BYTES, position);
      if (count === 0) return;
      position += count;
      const lines = (remaining + chunk.toString('utf8', 0, count)).split('\n');
      remaining = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    }
  };
  systemClock.every(PERIOD_MS, poll, signal);
  signal.addEventListener(
    'abort',
    () => {
      closeSync(reader);
      closeSync(descriptor);
    },
    { once: true },
  );
  return { descriptor, poll };
}
