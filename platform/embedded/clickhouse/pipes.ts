import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A named pipe: the library writes a result into it, this process reads it. The pipe provides the back-pressure. */
export interface Pipe {
  readonly path: string;
  /** Starts reading. `finish` lets the reader see the end when the writer has ended or failed. */
  open(): { readonly stream: Readable; readonly finish: () => void };
  /** Unblocks a writer that waits to open the pipe after the reader has closed; its writes then fail. */
  letOpen(): void;
  /** Returns the pipe for the next query. */
  giveBack(): void;
}

/** Creates all named pipes with one command, since Node cannot create one. `acquire` waits while all are in use. */
export function makePipes(directory: string, count: number): { acquire(): Promise<Pipe> } {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const paths = Array.from({ length: count }, (_, at) => join(directory, `pipe-${String(at)}`));
  execFileSync('mkfifo', paths);
  const free = [...paths];
  const waiting: ((path: string) => void)[] = [];
  const pipe = (path: string): Pipe => ({
    path,
    open() {
      // Non-blocking, or open() would wait for a writer. Our own write end delays the end of file until finish().
      const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      const writing = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
      const stream = new Socket({ fd: reading, readable: true, writable: false });
      let open = true;
      return {
        stream,
        finish() {
          if (open) closeSync(writing);
          open = false;
        },
      };
    },
    letOpen() {
      closeSync(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
    },
    giveBack() {
      const next = waiting.shift();
      if (next === undefined) free.push(path);
      else next(path);
    },
  });
  return {
    async acquire() {
      const path = free.pop();
      return pipe(path ?? (await new Promise<string>((resolve) => waiting.push(resolve))));
    },
  };
}
