import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Room } from '#schemas/socket/live.ts';

/** Connections that a client process opens. */
export interface ClientOrder {
  readonly url: string;
  readonly cookie: string;
  readonly room: Room;
  readonly count: number;
  /** Number of these that hold what a page holds; the others count what they get. */
  readonly screens: number;
  /** Number of these that read nothing once they are in the room. */
  readonly stalled: number;
  /** Note when each delta came, with its time of ingest as its mark. */
  readonly timed: boolean;
  /** Addresses of this machine, used in turn: one has 28,000 ports. */
  readonly from: readonly string[];
}

export interface ClientReport {
  readonly kind: 'report';
  readonly messages: number;
  readonly bytes: number;
  /** Characters of the longest message. */
  readonly longest: number;
  readonly closed: number;
  /** Of the first connection, in one second. */
  readonly mostMessages: number;
  readonly mostBytes: number;
  readonly arrivals: readonly (readonly [mark: number, atMs: number])[];
  readonly screens: readonly {
    readonly rows: number;
    /** Start of the newest and of the oldest window that a row shows, seconds. */
    readonly newest: number;
    readonly oldest: number;
    readonly critical: number;
    readonly snapshots: number;
    readonly longestApplyMs: number;
  }[];
}

/** A process with open connections. */
export interface Clients {
  report(): Promise<ClientReport>;
  close(): Promise<void>;
}

/** Resolves when every connection of the process is open and in its room. */
export async function openClients(order: ClientOrder): Promise<Clients> {
  const child = fork(new URL('client-process.ts', import.meta.url), [JSON.stringify(order)], {
    execArgv: [],
  });
  const opened = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the clients could not connect');
    }),
  ]);
  if ((opened[0] as { kind: string }).kind !== 'open') throw new Error('the clients are not open');
  return {
    async report() {
      const response = once(child, 'message');
      child.send('report');
      return (await response)[0] as ClientReport;
    },
    async close() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}
