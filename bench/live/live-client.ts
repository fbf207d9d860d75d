import { WebSocket } from 'ws';
import type { Room } from '#schemas/socket/live.ts';

export interface Visit {
  readonly url: string;
  readonly cookie: string;
  readonly room: Room;
  /** Address of this machine from which the connection comes. */
  readonly from?: string;
}

/**
 * A connection that speaks Socket.IO 5 over Engine.IO 4 as far as a screen does (https://socket.io/docs/v4/engine-io-protocol/):
 * the library's own client costs several times as much, and thousands of them measure themselves.
 */
export class LiveClient {
  readonly #line: WebSocket;
  #joined: () => void = () => undefined;
  #failed: (error: Error) => void = () => undefined;
  /** Called with each event of the room as its text: `["alert",{"epoch":…`. */
  onEvent: (text: string) => void = () => undefined;
  onClose: () => void = () => undefined;

  private constructor({ url, cookie, room, from }: Visit) {
    const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    this.#line = new WebSocket(address, {
      headers: { cookie, origin: url },
      perMessageDeflate: false,
      skipUTF8Validation: true,
      ...(from === undefined ? {} : { localAddress: from }),
    });
    this.#line.on('message', (data: Buffer) => {
      this.#take(data.toString(), room);
    });
    this.#line.on('error', (error) => {
      this.#failed(error);
    });
    this.#line.on('close', () => {
      this.onClose();
    });
  }

  /** Resolves when the room was entered. */
  static async open(visit: Visit): Promise<LiveClient> {
    const client = new LiveClient(visit);
    await new Promise<void>((resolve, reject) => {
      client.#joined = resolve;
      client.#failed = reject;
    });
    return client;
  }

  /** Reads nothing any more, as a browser on a line that is cut. */
  stall(): void {
    this.#line.pause();
  }

  close(): void {
    this.#line.terminate();
  }

  #take(text: string, room: Room): void {
    if (text.startsWith('42')) this.onEvent(text.slice(2));
    else if (text.startsWith('430')) {
      if (text.includes('"ok":true')) this.#joined();
      else this.#failed(new Error(`the room responds ${text}`));
    } else if (text.startsWith('44')) this.#failed(new Error(`rejected: ${text}`));
    else if (text.startsWith('40')) this.#line.send(`420${JSON.stringify(['join', room])}`);
    else if (text === '2') this.#line.send('3');
    else if (text.startsWith('0')) this.#line.send('40');
  }
}
