import type { UdpSocket } from '#platform/udp/udp-socket.ts';

/** Datagrams of one port that the kernel dropped. */
export interface PortDrops {
  readonly port: number;
  /** Since the last call. */
  readonly dropped: number;
  /** Since the socket was opened. */
  readonly total: number;
}

/** Turns the kernel's drop counters of the sockets into increments. */
export class KernelDrops {
  readonly #reported = new Map<number, number>();
  readonly #sockets: readonly Pick<UdpSocket, 'port' | 'drops'>[];

  constructor(sockets: readonly Pick<UdpSocket, 'port' | 'drops'>[]) {
    this.#sockets = sockets;
  }

  /** Returns the drops of every port whose socket reports them. */
  async collect(): Promise<readonly PortDrops[]> {
    const totals = await Promise.all(this.#sockets.map((socket) => socket.drops()));
    return this.#sockets.flatMap(({ port }, at) => {
      const total = totals[at];
      if (total === undefined) return [];
      // The counter has 32 bits and decreases when another socket of the port is closed.
      const dropped = Math.max(0, total - (this.#reported.get(port) ?? 0));
      this.#reported.set(port, total);
      return [{ port, dropped, total }];
    });
  }
}
