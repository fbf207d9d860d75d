import type { Socket } from 'node:net';

/** Bytes of a connection on demand: nothing is read ahead while a unit of work is running. */
export interface ConnectionInput {
  readonly buffered: () => Buffer;
  readonly drop: (bytes: number) => void;
  /** Waits for more bytes; resolves with false at the end of the connection. */
  readonly more: () => Promise<boolean>;
}

export function connectionInput(socket: Socket): ConnectionInput {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let buffer: Buffer = Buffer.alloc(0);
  return {
    buffered: () => buffer,
    drop(bytes) {
      buffer = buffer.subarray(bytes);
    },
    async more() {
      const next = await chunks.next();
      if (next.done === true) return false;
      buffer = buffer.length === 0 ? next.value : Buffer.concat([buffer, next.value]);
      return true;
    },
  };
}
