import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';

export type Sender = Pick<RemoteInfo, 'address' | 'port'>;

interface Holder {
  readonly receive: (message: Buffer, sender: Sender) => void;
  /** A datagram could not be sent. */
  readonly fail: () => void;
}

/** Sockets kept while no poll uses them. */
const MAX_IDLE = 64;

/** Addresses are numeric: nothing is looked up. */
const lookup = (
  address: string,
  _options: unknown,
  done: (error: null, address: string, family: number) => void,
): void => {
  done(null, address, address.includes(':') ? 6 : 4);
};

/** A UDP socket for one agent at a time. */
export class AgentSocket {
  readonly family: 4 | 6;
  holder: Holder | undefined;
  isBroken = false;
  readonly #socket: Socket;

  constructor(family: 4 | 6) {
    this.family = family;
    this.#socket = createSocket({ type: family === 6 ? 'udp6' : 'udp4', lookup });
    this.#socket.on('message', (message, sender) => this.holder?.receive(message, sender));
    this.#socket.on('error', () => {
      this.isBroken = true;
      this.holder?.fail();
    });
    this.#socket.bind(0);
  }

  send(message: Buffer, port: number, address: string): void {
    this.#socket.send(message, port, address, this.#onSent);
  }

  /** Whether the process stays alive for it. */
  hold(holder: Holder | undefined): void {
    this.holder = holder;
    if (holder === undefined) this.#socket.unref();
    else this.#socket.ref();
  }

  close(): void {
    this.holder = undefined;
    this.#socket.close();
  }

  readonly #onSent = (error: Error | null): void => {
    if (error !== null) this.holder?.fail();
  };
}

/** Opening a socket costs as much as several requests, so sockets are used again. */
class AgentSockets {
  readonly #idle: AgentSocket[] = [];

  take(family: 4 | 6, holder: Holder): AgentSocket {
    const at = this.#idle.findLastIndex((socket) => socket.family === family && !socket.isBroken);
    const socket = at < 0 ? new AgentSocket(family) : (this.#idle.splice(at, 1)[0] as AgentSocket);
    socket.hold(holder);
    return socket;
  }

  give(socket: AgentSocket, isReusable: boolean): void {
    if (!isReusable || socket.isBroken || this.#idle.length >= MAX_IDLE) {
      socket.close();
      return;
    }
    socket.hold(undefined);
    this.#idle.push(socket);
  }
}

export const agentSockets = new AgentSockets();
