/** The part of the npm package `net-snmp` that the poller uses; the package brings no types. */
declare module 'net-snmp' {
  import type { Socket } from 'node:dgram';
  import type { EventEmitter } from 'node:events';

  export interface Varbind {
    readonly oid: string;
    readonly type: number;
    /** By type: number, Buffer, dotted text or null. */
    readonly value: unknown;
  }
  export interface SessionOptions {
    readonly version: number;
    readonly port: number;
    readonly transport: 'udp4' | 'udp6';
    readonly timeout: number;
    readonly retries: number;
    readonly backoff?: number;
  }
  export interface Session extends EventEmitter {
    readonly dgram: Socket;
    get(oids: readonly string[], done: (error: Error | null, varbinds?: readonly Varbind[]) => void): void;
    getBulk(
      oids: readonly string[],
      nonRepeaters: number,
      maxRepetitions: number,
      done: (error: Error | null, varbinds?: readonly (Varbind | readonly Varbind[])[]) => void,
    ): void;
    onMsg(message: Buffer): void;
    close(): void;
  }
  interface Library {
    readonly Version2c: number;
    createSession(target: string, community: string, options: SessionOptions): Session;
  }
  const library: Library;
  export default library;
}
