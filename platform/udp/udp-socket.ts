/** Where to listen, and what to do with what comes in. */
export interface UdpListener {
  /** An address of this machine, or a name of one. */
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Several collectors share the port: the kernel spreads the exporters over them. */
  readonly shared: boolean;
  /** Called before the datagrams that one call of the kernel gave are handed on: they have one time of reception. */
  readonly onBatch?: () => void;
  /** The bytes are the receiver's: who keeps them beyond the call copies them. */
  readonly onDatagram: (datagram: Uint8Array, sender: string) => void;
  /** An error of a socket that listens: it goes on. */
  readonly onError: (error: Error) => void;
}

/** A socket that listens. */
export interface UdpSocket {
  readonly port: number;
  /** Room for datagrams that wait, as the kernel grants and counts it: with its own overhead (socket(7), SO_RCVBUF). */
  readonly bufferBytes: number;
  /** Datagrams that the kernel has dropped since the start because that room was full; undefined where nobody tells. */
  drops(): Promise<number | undefined>;
  /** What came in so far is handed on, where the kernel still gives it; afterwards the port is free. */
  close(): Promise<void>;
}

/** Begins to listen. Rejects with a text for the operator when the port cannot be had. */
export type ListenUdp = (listener: UdpListener) => Promise<UdpSocket>;

/** Asked of the kernel; what it grants is bounded by net.core.rmem_max for who is not root. */
export const RECEIVE_BUFFER_BYTES = 32 * 1024 ** 2;
