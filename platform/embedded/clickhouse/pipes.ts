import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A named pipe: the library writes a result into it, this process reads it. The pipe provides the back-pressure. */
export interface Pipe {
  readonly path: string;
  /** Starts reading. `finish` lets the reader see the end when the writer has ended or failed. */
  open(): { readonly stream: Readable; readonly finish: () => void };
  /** Unblocks a writer that waits to open the pipe after the reader has closed; its writes then fail. Does nothing once returned. */
  letOpen(): void;
  /** Returns the pipe for the next query. */
  giveBack(): void;
}

function makePipe(path: string, giveBack: () => void): Pipe {
  let isInUse = true;
  return {
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
      if (isInUse) closeSync(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
    },
    giveBack() {
      isInUse = false;
      giveBack();
    },
  };
}

/**
 * Creates all named pipes with one command, since Node cannot create one. `acquire` waits while all are in use. It gives each use a path
 * of its own: queries are cancelled by the path in their text, and a kill may still be under way when the next query has the pipe. A
 * comment in the text would not do: the library writes statements with parameters again, without comments.
 */
export function makePipes(directory: string, count: number): { acquire(): Promise<Pipe> } {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  let named = 0;
  const nextPath = (): string => join(directory, `pipe-${String((named += 1))}`);
  const free = Array.from({ length: count }, nextPath);
  execFileSync('mkfifo', free);
  const waiting: ((path: string) => void)[] = [];
  const release = (path: string): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(path);
    else next(path);
  };
  return {
    async acquire() {
      const last = free.pop() ?? (await new Promise<string>((resolve) => waiting.push(resolve)));
      const path = nextPath();
      renameSync(last, path);
      return makePipe(path, () => {
        release(path);
      });
    },
  };
}
