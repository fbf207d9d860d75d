import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A named pipe: the library writes a result into it, we read it. The pipe itself is the back-pressure. */
export interface Pipe {
  readonly path: string;
  /** Begins to read. `finish` lets the reader see the end, once the writer has ended or failed. */
  open(): { readonly stream: Readable; readonly finish: () => void };
  /** Lets a writer go on that waits in its opening of the pipe although the reader has gone; what it writes then fails. */
  letOpen(): void;
  /** For the next query. */
  giveBack(): void;
}

/** Named pipes made in one go, since Node cannot make one. `take` waits while all are in use. */
export function makePipes(directory: string, count: number): { take(): Promise<Pipe> } {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const paths = Array.from({ length: count }, (_, at) => join(directory, `pipe-${String(at)}`));
  execFileSync('mkfifo', paths);
  const free = [...paths];
  const waiting: ((path: string) => void)[] = [];
  const pipe = (path: string): Pipe => ({
    path,
    open() {
      // Not blocking, or the opening itself would wait for a writer; our own writing end keeps the end away until finish().
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
    async take() {
      const path = free.pop();
      return pipe(path ?? (await new Promise<string>((resolve) => waiting.push(resolve))));
    },
  };
}
