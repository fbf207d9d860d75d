/** Where to listen, and the handlers. */
export interface UdpListener {
  /** A local address, or a name of one. */
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Several collectors share the port: the kernel distributes the exporters. */
  readonly shared: boolean;
  /** Called before the datagrams of one system call are passed on: they share one receive time. */
  readonly onBatch?: () => void;
  /** The bytes belong to the receiver: copy them to keep them after the call. `port` is that of the sender. */
  readonly onDatagram: (datagram: Uint8Array, sender: string, port: number) => void;
  /** An error of the listening socket, which continues. */
  readonly onError: (error: Error) => void;
}

/** A listening socket. */
export interface UdpSocket {
  readonly port: number;
  /** Size of the receive buffer as the kernel grants and counts it: with its own overhead (socket(7), SO_RCVBUF). */
  readonly bufferBytes: number;
  /**
   * Datagrams that the kernel has dropped since the start because the buffer was full; undefined where the system does not
   * report them.
   */
  drops(): Promise<number | undefined>;
  /** Passes on what the kernel still has, where it allows that, and frees the port. */
  close(): Promise<void>;
}

/** Starts listening. Rejects with a text for the operator when the port is unavailable. */
export type ListenUdp = (listener: UdpListener) => Promise<UdpSocket>;

/** Requested receive buffer; without root the kernel grants at most net.core.rmem_max. */
export const RECEIVE_BUFFER_BYTES = 32 * 1024 ** 2;
