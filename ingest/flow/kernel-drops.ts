import type { UdpSocket } from '#platform/udp/udp-socket.ts';

/** Datagrams of one port that the kernel dropped. */
export interface PortDrops {
  readonly port: number;
  /** Since the last time. */
  readonly dropped: number;
  /** Since the socket was opened. */
  readonly total: number;
}

/** What the kernel drops because the collector does not come round to reading: told in differences. */
export class KernelDrops {
  readonly #told = new Map<number, number>();
  readonly #sockets: readonly Pick<UdpSocket, 'port' | 'drops'>[];

  constructor(sockets: readonly Pick<UdpSocket, 'port' | 'drops'>[]) {
    this.#sockets = sockets;
  }

  /** Of every port whose socket tells. */
  async take(): Promise<readonly PortDrops[]> {
    const totals = await Promise.all(this.#sockets.map((socket) => socket.drops()));
    return this.#sockets.flatMap(({ port }, at) => {
      const total = totals[at];
      if (total === undefined) return [];
      // The kernel counts in 32 bits, and a socket of the same port that ended takes its count along.
      const dropped = Math.max(0, total - (this.#told.get(port) ?? 0));
      this.#told.set(port, total);
      return [{ port, dropped, total }];
    });
  }
}
