import type { EditReply } from '#schemas/socket/editing.ts';
import type { WatchReply } from '#schemas/realtime/realtime.ts';
import type { JoinReply, LivePosition, Room, ServerEvents, SessionTimes } from '#schemas/socket/live.ts';

/** Engine.IO and Socket.IO packet types (protocol revisions 4 and 5). */
const packet = { open: '0', ping: '2', connect: '40', event: '42', ack: '43' } as const;
const handshake = {
  sid: 'live',
  upgrades: [],
  pingInterval: 600_000,
  pingTimeout: 600_000,
  maxPayload: 1_000_000,
};

const open = new Set<LiveSocket>();
let position: LivePosition = { epoch: 'e1', seq: 0, at: 0 };
let isReachable = true;
let times: SessionTimes | null = null;
let watched = 0;
let element = (): WatchReply => ({ ok: false, code: 'REALTIME_SERVER_LIST_EMPTY' });
let editing = (): EditReply => ({ ok: false, code: 'NOT_FOUND' });
let serverNow = (): number => Math.round(performance.timeOrigin + performance.now());
const Native = globalThis.WebSocket;

/** The server's end of the live connection, in the page: joins every room that is requested of it. */
class LiveSocket extends EventTarget {
  onopen?: () => void;
  onclose?: (event: CloseEvent) => void;
  onmessage?: (event: { readonly data: string }) => void;
  onerror?: (event: Event) => void;
  binaryType = 'arraybuffer';

  constructor() {
    super();
    queueMicrotask(() => {
      if (!isReachable) return this.#fail();
      open.add(this);
      this.onopen?.();
      this.receive(packet.open, handshake);
    });
  }

  receive(type: string, body: unknown): void {
    this.onmessage?.({ data: `${type}${JSON.stringify(body)}` });
  }

  /** Socket.IO listens for replies only after it has sent its first packet. */
  send(data: string): void {
    setTimeout(() => this.#reply(data), 0);
  }

  #reply(data: string): void {
    if (data.startsWith(packet.connect)) return this.receive(packet.connect, { sid: 'live' });
    const [, id, body] = /^42(\d+)(.*)$/s.exec(data) ?? [];
    if (id === undefined || body === undefined) return;
    const [event, room] = JSON.parse(body) as ['watching'] | ['watchElement'] | ['edit'] | ['join', Room];
    if (event === 'watchElement') return this.receive(`${packet.ack}${id}`, [element()]);
    if (event === 'edit') return this.receive(`${packet.ack}${id}`, [editing()]);
    if (event === 'watching') {
      watched += 1;
      return this.receive(`${packet.ack}${id}`, [times]);
    }
    const at = room.topic === 'alert' ? position : { ...position, seq: 0 };
    const reply: JoinReply = { ok: true, position: at, now: serverNow() };
    this.receive(`${packet.ack}${id}`, [reply]);
  }

  close(): void {
    if (open.delete(this)) this.onclose?.(new CloseEvent('close'));
  }

  #fail(): void {
    this.onerror?.(new Event('error'));
    this.onclose?.(new CloseEvent('close'));
  }
}

/** Socket.IO takes the constructor when it loads: the page keeps this one. */
export function installLiveSocket(): void {
  globalThis.WebSocket = new Proxy(Native, {
    construct: (target, [url, ...remaining]: [string | URL, ...string[]]) =>
      new URL(url).pathname.startsWith('/socket.io/') ? new LiveSocket() : new target(url, ...remaining),
  });
}

/** The live connection, as a test drives it. */
export const liveServer = {
  /** Position that rooms of alarms are joined at. */
  setPosition: (next: LivePosition): void => void (position = next),
  /** Times that a watched page is replied with. */
  setTimes: (next: SessionTimes | null): void => void (times = next),
  /** Reply to the page that watches an element in real time. */
  setElement: (reply: () => WatchReply): void => void (element = reply),
  /** Reply to the page that edits a document. */
  setEditing: (reply: () => EditReply): void => void (editing = reply),
  /** How often pages reported that they are watched. */
  watched: (): number => watched,
  /** Clock of the server. */
  setClock: (now: () => number): void => void (serverNow = now),
  send<E extends keyof ServerEvents>(event: E, ...values: Parameters<ServerEvents[E]>): void {
    for (const socket of open) socket.receive(packet.event, [event, ...values]);
  },
  /** Cuts the connection, which fails until `restore`. */
  cut(): void {
    isReachable = false;
    for (const socket of open) socket.close();
  },
  restore(): void {
    isReachable = true;
  },
};
