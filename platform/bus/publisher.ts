import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { InvalidArgumentError, headers as newHeaders } from '@nats-io/transport-node';
import { systemClock } from '../clock/system-clock.ts';
import { systemIds } from '../id/id.ts';
import type { BusConnection } from './connection.ts';
import { publishInPlace } from './frame.ts';
import type { Envelope } from './frame.ts';
import { SupersededError } from './superseded.ts';

export interface Outgoing {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Two messages of one id are stored once, within a quarter of an hour where the stream's readers are waited for, else within two
   * minutes. By default an id of the publisher's own.
   */
  readonly id?: string;
  /**
   * Sequence of the newest message of the subject as the writer knows it, 0 when there is none. When somebody else has
   * written since, the stream refuses and the publication rejects with a SupersededError.
   */
  readonly after?: number;
  /**
   * There is room for `frameMargin` around `data`, in a buffer that nobody else looks at, and nobody changes it before the
   * publication has settled: it goes to the socket without being copied.
   */
  readonly inPlace?: boolean;
}

/** `full`: the stream is at its bound and took nothing; the caller counts it and offers the message again. */
export type Published =
  | { readonly ok: true; readonly seq: number; readonly duplicate: boolean }
  | { readonly ok: false; readonly reason: 'full' };

export interface Publisher {
  /** Resolves when a message may be published without passing the window: the back-pressure. */
  room(): Promise<void>;
  /**
   * Resolves when the stream has stored the message. A broken connection or a late acknowledgement is retried, under the
   * same id, until the publisher is closed (then it rejects). Waits for room by itself when the window is full.
   */
  publish(message: Outgoing): Promise<Published>;
  /** Says that rows which were to be published here are given up: whoever watches the streams is told. */
  gaveUp(subject: string, rows: number): void;
  /** Messages not yet acknowledged. */
  readonly outstanding: number;
  /** Resolves when nothing is outstanding. */
  drain(): Promise<void>;
  /** Stops retrying: what is outstanding rejects. */
  close(): void;
}

// Numbers of the server, absent from the client's list: "maximum bytes exceeded" and its neighbours come as 10077 with 503.
const STORE_FAILED = 10_077;
const RETRY_MS = 200;

const isFull = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === STORE_FAILED && /maximum|exceeded/.test(error.message);

const isSuperseded = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamWrongLastSequence;

/** A refusal that no retry changes: unknown stream, wrong expectation, too large. The client itself sends nothing past `max_payload`. */
const isFinal = (error: unknown): boolean =>
  error instanceof InvalidArgumentError ||
  (error instanceof JetStreamApiError && error.code !== STORE_FAILED && error.status !== 503);

/** What a failed attempt means: undefined when another one may help. Throws what none will change. */
function refusalOf(error: unknown, subject: string): Published | undefined {
  if (isFull(error)) return { ok: false, reason: 'full' };
  if (isSuperseded(error)) throw new SupersededError(`somebody else writes ${subject}`, { cause: error });
  if (isFinal(error)) throw error;
  return undefined;
}

/** Headers of the server: an id that it stores once, and the sequence that the subject must stand at (NATS ADR-4, JetStream). */
function headersOf({ headers = {}, after }: Outgoing, id: string): Readonly<Record<string, string>> {
  return {
    ...headers,
    'Nats-Msg-Id': id,
    ...(after === undefined ? {} : { 'Nats-Expected-Last-Subject-Sequence': String(after) }),
  };
}

function publishCopied(
  { nats }: BusConnection,
  { subject, reply, headers }: Envelope,
  data: Uint8Array,
): void {
  const list = newHeaders();
  for (const [name, value] of Object.entries(headers)) list.set(name, value);
  nats.publish(subject, data, { reply, headers: list });
}

/** One attempt; a reconnection ends it, since its acknowledgement may have been lost with the connection before. */
async function attempt(
  bus: BusConnection,
  { subject, data, inPlace }: Outgoing,
  headers: Envelope['headers'],
): Promise<Published> {
  const { seq, duplicate } = await bus.acknowledgements.of((reply) => {
    const envelope = { subject, reply, headers };
    if (inPlace !== true || !publishInPlace(bus.nats, envelope, data)) publishCopied(bus, envelope, data);
  });
  return { ok: true, seq, duplicate };
}

/** How many messages are outstanding, and who waits for fewer. */
class Room {
  readonly #places: number;
  #waiting: (() => void)[] = [];
  #draining: (() => void)[] = [];
  taken = 0;

  constructor(places: number) {
    this.#places = places;
  }

  get isFull(): boolean {
    return this.taken >= this.#places;
  }

  enter(): void {
    this.taken += 1;
  }

  leave(): void {
    this.taken -= 1;
    this.#waiting.shift()?.();
    if (this.taken > 0) return;
    for (const resolve of this.#draining) resolve();
    this.#draining = [];
  }

  async free(): Promise<void> {
    while (this.isFull)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
  }

  empty(): Promise<void> {
    if (this.taken === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#draining.push(resolve);
    });
  }
}

/** Publishes with at most `window` messages outstanding (1: strictly in order; 128 to 256 fill the connection). */
export function publisher(bus: BusConnection, window = 128): Publisher {
  const closing = new AbortController();
  const prefix = systemIds.bytes(9).toString('base64url');
  const room = new Room(window);
  let count = 0;

  async function send(message: Outgoing, msgID: string): Promise<Published> {
    const headers = headersOf(message, msgID);
    let next = message;
    for (;;) {
      closing.signal.throwIfAborted();
      try {
        return await attempt(bus, next, headers);
      } catch (error) {
        const refused = refusalOf(error, message.subject);
        if (refused !== undefined) {
          bus.refusals.count(message.subject, { refused: 1 });
          return refused;
        }
        // The attempt before may still wait for the socket with what stands around the bytes: in place once only.
        next = { ...message, inPlace: false };
        await systemClock.wait(RETRY_MS, closing.signal);
      }
    }
  }

  return {
    room: () => room.free(),
    async publish(message) {
      if (room.isFull) await room.free();
      room.enter();
      try {
        return await send(message, message.id ?? `${prefix}.${String((count += 1))}`);
      } finally {
        room.leave();
      }
    },
    gaveUp(subject, rows) {
      bus.refusals.count(subject, { givenUp: rows });
    },
    get outstanding() {
      return room.taken;
    },
    drain: () => room.empty(),
    close() {
      closing.abort(new Error('the publisher is closed'));
    },
  };
}
