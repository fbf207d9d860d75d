import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { createInbox, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';

/** The reply of a stream to a message that it stored. */
interface Acknowledged {
  readonly seq: number;
  readonly duplicate: boolean;
}

interface PendingReply {
  readonly untilMs: number;
  readonly resolve: (acknowledged: Acknowledged) => void;
  readonly reject: (cause: Error) => void;
}

/** JetStream's PubAck, and its error reply (NATS ADR-1). */
const ErrorReply = z.object({
  error: z.object({ code: z.number(), err_code: z.number(), description: z.string() }),
});
const PubAck = z.object({
  stream: z.string().min(1),
  seq: z.number(),
  duplicate: z.boolean().default(false),
});

const NO_RESPONDERS = 503;
const utf8 = new TextDecoder();

/** Returns the acknowledgement. Throws the stream's error. */
function acknowledgedBy({ data, headers }: Msg): Acknowledged {
  if (data.length === 0 && headers?.code === NO_RESPONDERS) throw new Error('no stream stores the subject');
  const reply: unknown = JSON.parse(utf8.decode(data));
  // Error replies name the stream too, so they are checked first. A union would try both shapes for each message.
  if (typeof reply !== 'object' || reply === null || !('error' in reply)) return PubAck.parse(reply);
  const error = new JetStreamApiError(ErrorReply.parse(reply).error);
  // Not a rejection of the message: JetStream is still starting.
  if (error.code === JetStreamApiCodes.JetStreamNotEnabledForAccount)
    throw new Error(error.message, { cause: error });
  throw error;
}

/**
 * Acknowledgements of all publications of a connection: one inbox, one number per publication and one timer. As a request of
 * the client, each publication would cost a timer and half a dozen promises.
 */
export class PublishAcknowledgements {
  readonly #inbox: string;
  readonly #nats: NatsConnection;
  readonly #timeoutMs: number;
  /** In the order of their deadlines. */
  readonly #waiting = new Map<string, PendingReply>();
  #count = 0;
  #listening = false;
  #timer: NodeJS.Timeout | undefined;

  /** `prefix`: of the reply subjects that the account of the connection may subscribe to; the library's own by default. */
  constructor(nats: NatsConnection, timeoutMs: number, prefix?: string) {
    this.#inbox = `${createInbox(prefix)}.`;
    this.#nats = nats;
    this.#timeoutMs = timeoutMs;
  }

  /** Publishes with `send`, which receives the reply subject. Rejects with the stream's error or after a timeout. */
  publish(send: (reply: string) => void): Promise<Acknowledged> {
    if (!this.#listening) this.#listen();
    const number = String((this.#count += 1));
    return new Promise((resolve, reject) => {
      send(this.#inbox + number);
      this.#waiting.set(number, { untilMs: performance.now() + this.#timeoutMs, resolve, reject });
      this.#arm(this.#timeoutMs);
    });
  }

  /** Rejects all pending acknowledgements: each may have been lost with the connection. */
  rejectAll(cause: Error): void {
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { reject } of lost) reject(cause);
  }

  #arm(durationMs: number): void {
    // The connection keeps the process alive, not this timer.
    this.#timer ??= setTimeout(this.#expire, durationMs).unref();
  }

  #listen(): void {
    this.#listening = true;
    this.#nats.subscribe(`${this.#inbox}*`, {
      callback: (error, message) => {
        // A denied permission; the connection reports it itself.
        if (error === null) this.#settle(message);
      },
    });
  }

  #settle(message: Msg): void {
    const number = message.subject.slice(this.#inbox.length);
    const waiting = this.#waiting.get(number);
    if (waiting === undefined) return;
    this.#waiting.delete(number);
    try {
      waiting.resolve(acknowledgedBy(message));
    } catch (error) {
      waiting.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  readonly #expire = (): void => {
    const nowMs = performance.now();
    this.#timer = undefined;
    for (const [number, { untilMs, reject }] of this.#waiting) {
      if (untilMs > nowMs) {
        this.#arm(untilMs - nowMs);
        return;
      }
      this.#waiting.delete(number);
      reject(new Error('no acknowledgement in time'));
    }
  };
}
