import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemClock } from '#platform/clock/system-clock.ts';

/** A log that has grown past this is put aside at the next start (`<name>.log.1`). */
const LARGE_BYTES = 50 * 1_024 * 1_024;
const PERIOD_MS = 200;
const CHUNK_BYTES = 65_536;

/**
 * The file that a process writes to by itself, and the lines that it writes. A pipe would tie the process to this one: when
 * the reader of a pipe is killed, the logger of the writer retries its last line for ever and never exits.
 */
export interface LogFile {
  /** To be handed to the process as standard output and error. */
  readonly descriptor: number;
  /** Reads what has come in since; calls back for each whole line. */
  readonly poll: () => void;
}

function putAside(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGE_BYTES) renameSync(path, `${path}.1`);
}

/** Opens the file at its end and follows it until the signal is aborted. */
export function logFile(path: string, onLine: (line: string) => void, signal: AbortSignal): LogFile {
  mkdirSync(dirname(path), { recursive: true });
  putAside(path);
  const descriptor = openSync(path, 'a');
  const reader = openSync(path, 'r');
  let position = fstatSync(reader).size;
  let rest = '';
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const poll = (): void => {
    for (;;) {
      const count = readSync(reader, chunk, 0, CHUNK_BYTES, position);
      if (count === 0) return;
      position += count;
      const lines = (rest + chunk.toString('utf8', 0, count)).split('\n');
      rest = lines.pop() ?? '';
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
