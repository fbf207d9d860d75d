import { pino, type DestinationStream } from 'pino';

/** Lines that wait for space when standard output is a file on a full disk. Later ones are dropped. */
const MAX_WAITING_BYTES = 1024 ** 2;

/**
 * Standard output as a destination that a full disk does not end: an error of it would end the process, and a flush would wait for
 * space forever. Lines that cannot be written now are passed to `relay`.
 */
export function standardOutput(relay: (line: string) => void): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: MAX_WAITING_BYTES });
  let isWritten = true;
  const lose = (): void => {
    isWritten = false;
  };
  output.on('error', lose);
  output.on('drop', lose);
  return {
    write(line) {
      isWritten = true;
      output.write(line);
      if (!isWritten) relay(line);
    },
  };
}

/** Passes a line to the parent process, which shows it on the terminal. */
export function relayToParent(line: string): void {
  // With a callback, a broken channel is its argument; without one it would end this process.
  process.send?.({ kind: 'log', line }, undefined, undefined, () => undefined);
}
