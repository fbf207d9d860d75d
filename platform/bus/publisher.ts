import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { InvalidArgumentError, headers as newHeaders } from '@nats-io/transport-node';
import { headerNames } from '#schemas/bus/header.ts';
import type { RejectionCause } from '#schemas/health/stream-rejection.ts';
import { systemClock } from '../clock/system-clock.ts';
import { systemIds } from '../id/id.ts';
import type { BusConnection } from './connection.ts';
import { publishInPlace, type Envelope } from './frame.ts';
import { ROWS_DUPLICATE_WINDOW_MS } from './streams.ts';
import { SupersededError } from './superseded.ts';
import type { Span } from '../tracing/spans.ts';
import { PublicationSpans } from '../tracing/publication-spans.ts';

export interface Outgoing {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Messages with the same id are stored once: within a quarter of an hour in streams of rows that are counted, within two
   * minutes in other streams. By default an id of this publisher.
   */
  readonly id?: string;
  /**
   * Sequence of the subject's newest message as the writer knows it, 0 when there is none. When another writer has published
   * since, the stream rejects the message and the publication rejects with a SupersededError.
   */
  readonly after?: number;
  /**
   * The buffer has room for `frameMargin` around `data`, nothing else uses it, and it does not change before the publication
   * settles: the bytes go to the socket without a copy.
   */
  readonly inPlace?: boolean;
  /**
   * For rows that are counted: give the message up once the stream might not recognise a repetition any more. An attempt without an
   * acknowledgement may be stored, and would be stored twice. Without it, the message is offered until it is acknowledged.
   */
  readonly once?: boolean;
  /** Event time of the oldest row, milliseconds: the first message of a window may begin its trace. */
  readonly windowTimeMs?: number;
  /**
   * Called when the stream is full; returns whether the message is offered again. It keeps its id: an earlier attempt without an
   * acknowledgement may be stored. By default the publication ends as `full`.
   */
  readonly onFull?: () => boolean;
}

/**
 * `full`: the stream reached its limit and rejected the message. `unconfirmed`: only with `once`; the message is stored or lost.
 */
export type Published =
  | { readonly ok: true; readonly seq: number; readonly duplicate: boolean }
  | { readonly ok: false; readonly reason: 'full' | 'unconfirmed' };

export interface PublisherOptions {
  /** Messages outstanding at most: 128 by default. */
  readonly window?: number;
  /** Whether nothing is to be sent: the disk of the stores is nearly full. */
  readonly isPaused?: (() => boolean) | undefined;
  /**
   * Time after the first attempt without an acknowledgement within which a message with `once` is sent again: 10 minutes by default.
   * The third of the window of streams of rows that is left covers what still lies in a socket.
   */
  readonly repeatableMs?: number;
}

export interface Publisher {
  /** Resolves when a message fits into the window: the back-pressure. */
  room(): Promise<void>;
  /**
   * Resolves when the stream has stored the message. A lost connection or a late acknowledgement is retried under the same id
   * until the publisher is closed (it then rejects). Waits when the window is full.
   */
  publish(message: Outgoing): Promise<Published>;
  /** Counts rows that were dropped instead of published, so that stream monitoring reports them. Returns the cause. */
  reportDropped(subject: string, rows: number): RejectionCause;
  /** Messages without an acknowledgement yet. */
  readonly outstanding: number;
  /** Resolves when no message is outstanding. */
  drain(): Promise<void>;
  /** Stops retries: outstanding publications reject. */
  close(): void;
}

// Error codes of the server that the client's list lacks: "maximum bytes exceeded" and similar arrive as 10077 with 503.
const STORE_FAILED = 10_077;
/**
 * Rejections by a cluster that end by themselves, with the same id: an earlier attempt waits for its quorum (409), the queue of the stream's
 * leader is full (429), and a subject changes at this moment (the number that it will have is unknown). The next attempt is stored, is found
 * to be stored, or is rejected with the number that the subject has.
 */
const DUPLICATE_IN_PROCESS = 10_158;
const TOO_MANY_REQUESTS = 10_167;
export const WRONG_LAST_SEQUENCE_UNKNOWN = 10_164;
const PASSING: ReadonlySet<number> = new Set([
  STORE_FAILED,
  DUPLICATE_IN_PROCESS,
  TOO_MANY_REQUESTS,
  WRONG_LAST_SEQUENCE_UNKNOWN,
]);

const RETRY_MS = 200;
const FULL_RETRY_MS = 500;
const REPEATABLE_MS = (ROWS_DUPLICATE_WINDOW_MS * 2) / 3;
/** Interval of the checks whether messages may be sent again. */
const GATE_INTERVAL_MS = 20;

const isFull = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === STORE_FAILED && /maximum|exceeded/.test(error.message);

const isSuperseded = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamWrongLastSequence;

/**
 * An error that no retry fixes: unknown stream, wrong expectation, too large. The client itself sends nothing above
 * `max_payload`.
 */
const isFinal = (error: unknown): boolean =>
  error instanceof InvalidArgumentError ||
  (error instanceof JetStreamApiError && !PASSING.has(error.code) && error.status !== 503);

/** Returns the final result of a failed attempt, or undefined when a retry may succeed. Throws errors that no retry fixes. */
function resultOf(error: unknown, subject: string): Published | undefined {
  if (isFull(error)) return { ok: false, reason: 'full' };
  if (isSuperseded(error))
    throw new SupersededError(`another writer publishes to ${subject}`, { cause: error });
  if (isFinal(error)) throw error;
  return undefined;
}

/** A message on its way, with what is known of its attempts. */
interface Offer {
  readonly message: Outgoing;
  /** Equal in all attempts, with the id. */
  readonly headers: Envelope['headers'];
  isRepeated: boolean;
  /** An attempt without an acknowledgement may be stored; after this time the stream might not recognise it. */
  repeatableUntil: number;
}

/** Headers for the server: an id that it stores once, and the expected sequence of the subject (NATS ADR-4, JetStream). */
function headersOf(
  { headers = {}, after }: Outgoing,
  id: string,
  span: Span | undefined,
): Readonly<Record<string, string>> {
  return {
    ...headers,
    ...(span === undefined ? {} : { [headerNames.trace]: span.traceparent }),
    'Nats-Msg-Id': id,
    ...(after === undefined ? {} : { 'Nats-Expected-Last-Subject-Sequence': String(after) }),
  };
}

const offerOf = (message: Outgoing, id: string, span: Span | undefined): Offer => ({
  message,
  headers: headersOf(message, id, span),
  isRepeated: false,
  repeatableUntil: Infinity,
});

function publishCopied(
  { nats }: BusConnection,
  { subject, reply, headers }: Envelope,
  data: Uint8Array,
): void {
  const list = newHeaders();
  for (const [name, value] of Object.entries(headers)) list.set(name, value);
  nats.publish(subject, data, { reply, headers: list });
}

/** One attempt; a reconnection ends it, since its acknowledgement may be lost with the old connection. */
async function attempt(
  bus: BusConnection,
  { subject, data, inPlace }: Outgoing,
  headers: Envelope['headers'],
): Promise<Published> {
  const { seq, duplicate } = await bus.acknowledgements.publish((reply) => {
    const envelope = { subject, reply, headers };
    if (inPlace !== true || !publishInPlace(bus.nats, envelope, data)) publishCopied(bus, envelope, data);
  });
  return { ok: true, seq, duplicate };
}

/** Counts the outstanding messages and queues callers that wait for room. */
class PublishWindow {
  readonly #size: number;
  #waiting: (() => void)[] = [];
  #draining: (() => void)[] = [];
  outstanding = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get isFull(): boolean {
    return this.outstanding >= this.#size;
  }

  enter(): void {
    this.outstanding += 1;
  }

  leave(): void {
    this.outstanding -= 1;
    this.#waiting.shift()?.();
    if (this.outstanding > 0) return;
    for (const resolve of this.#draining) resolve();
    this.#draining = [];
  }

  /** Resolves when another message fits. The check is repeated: another caller may have taken the place. */
  async untilRoom(): Promise<void> {
    while (this.isFull)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
  }

  untilEmpty(): Promise<void> {
    if (this.outstanding === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#draining.push(resolve);
    });
  }
}

/** Checks a condition at intervals on behalf of all callers that wait for it. */
class Gate {
  readonly #isOpen: () => boolean;
  readonly #signal: AbortSignal;
  #opened: Promise<void> | undefined;

  constructor(isOpen: () => boolean, signal: AbortSignal) {
    this.#isOpen = isOpen;
    this.#signal = signal;
  }

  /** Resolves when the condition holds or the signal aborts. Check it again then: another caller may have ended it. */
  opened(): Promise<void> {
    this.#opened ??= this.#whenOpen();
    return this.#opened;
  }

  async #whenOpen(): Promise<void> {
    do await systemClock.wait(GATE_INTERVAL_MS, this.#signal);
    while (!this.#isOpen() && !this.#signal.aborted);
    this.#opened = undefined;
  }
}

/**
 * Publishes with at most `window` messages outstanding (1: strictly in order; 128 to 256 fill the connection). Nothing is sent
 * while the broker does not read or `isPaused` returns true.
 */
export function publisher(bus: BusConnection, options: PublisherOptions = {}): Publisher {
  const { window = 128, isPaused = () => false, repeatableMs = REPEATABLE_MS } = options;
  const closing = new AbortController();
  const isSendable = (): boolean => bus.outgoing.hasRoom && !isPaused();
  const gate = new Gate(isSendable, closing.signal);
  const prefix = systemIds.bytes(9).toString('base64url');
  const sending = new PublishWindow(window);
  const spans = new PublicationSpans();
  let count = 0;

  /** Attempts until the stream has stored or rejected the message, or it is given up. */
  async function send(offer: Offer): Promise<Published> {
    const { message } = offer;
    for (;;) {
      while (!isSendable() && !closing.signal.aborted) await gate.opened();
      closing.signal.throwIfAborted();
      const now = systemClock.elapsed();
      if (now > offer.repeatableUntil) return { ok: false, reason: 'unconfirmed' };
      try {
        // A frame around the bytes may still wait for the socket after the first attempt: only that one is sent in place.
        return await attempt(bus, offer.isRepeated ? { ...message, inPlace: false } : message, offer.headers);
      } catch (error) {
        const result = resultOf(error, message.subject);
        offer.isRepeated = true;
        if (result !== undefined) {
          bus.rejections.count(message.subject, { rejected: 1 });
          return result;
        }
        if (message.once === true)
          offer.repeatableUntil = Math.min(offer.repeatableUntil, now + repeatableMs);
        await systemClock.wait(RETRY_MS, closing.signal);
      }
    }
  }

  /** Offers a message again while its stream is full and the caller says so. */
  async function offerUntilSettled(offer: Offer): Promise<Published> {
    for (;;) {
      if (sending.isFull) await sending.untilRoom();
      sending.enter();
      const published = await send(offer).finally(() => {
        sending.leave();
      });
      if (published.ok || published.reason !== 'full' || offer.message.onFull?.() !== true) return published;
      // Outside of the window: other streams have room.
      await systemClock.wait(FULL_RETRY_MS, closing.signal);
    }
  }

  return {
    room: () => sending.untilRoom(),
    async publish(message) {
      const id = message.id ?? `${prefix}.${String((count += 1))}`;
      const span = spans.start(message);
      try {
        return await offerUntilSettled(offerOf(message, id, span));
      } finally {
        span?.end();
      }
    },
    reportDropped(subject, rows) {
      const cause = isPaused() ? 'disk' : bus.outgoing.hasRoom ? 'full' : 'unreachable';
      bus.rejections.count(subject, { dropped: rows, cause });
      return cause;
    },
    get outstanding() {
      return sending.outstanding;
    },
    drain: () => sending.untilEmpty(),
    close() {
      closing.abort(new Error('the publisher is closed'));
    },
  };
}
