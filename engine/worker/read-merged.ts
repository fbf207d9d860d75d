import { streams, subjectOf } from '#schemas/bus/stream.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { LaneStream } from './lane.ts';

/** One stream may run ahead of the other by so much of the broker's time: far less than the lateness of what is in them. */
const SLACK_MS = 5_000;

interface Needs {
  readonly bus: Pick<Bus, 'orderedReader' | 'lastMessage'>;
  readonly clock: Clock;
  readonly partition: number;
  readonly signal: AbortSignal;
}

export interface MergedMessage {
  readonly stream: LaneStream;
  readonly message: StoredMessage;
}

/**
 * Wakes whoever waits for a message of any stream. A race of the streams' own promises would hang one more reaction on that of the
 * silent one with each message of the other, for days.
 */
class Arrivals {
  count = 0;
  #wake: () => void = () => undefined;

  tell(): void {
    this.count += 1;
    this.#wake();
  }

  /** Resolves when there were more than so many. */
  async beyond(count: number): Promise<void> {
    if (this.count > count) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}

/** One of the streams that are read together. */
class Source {
  readonly stream: LaneStream;
  readonly #needs: Needs;
  readonly #reader: AsyncGenerator<StoredMessage>;
  readonly #arrivals: Arrivals;
  head: StoredMessage | undefined;
  isOver = false;
  failure: { readonly error: unknown } | undefined;
  #reached: number;
  /** Everything that the broker took before this time has been read. */
  #knownUntil = 0;

  /** Tells of each head, and when there will be none any more. */
  constructor(
    needs: Needs,
    arrivals: Arrivals,
    { stream, fromSeq }: { readonly stream: LaneStream; readonly fromSeq: number },
  ) {
    this.#needs = needs;
    this.#arrivals = arrivals;
    this.stream = stream;
    this.#reached = fromSeq - 1;
    const subject = subjectOf(stream, needs.partition);
    const { name } = streams[stream];
    this.#reader = needs.bus.orderedReader({ stream: name, subject, fromSeq, signal: needs.signal });
    this.#next();
  }

  /** Hands the head out. */
  take(): StoredMessage | undefined {
    const { head } = this;
    if (head === undefined) return undefined;
    this.#reached = head.seq;
    this.#knownUntil = Math.max(this.#knownUntil, head.timeMs);
    this.head = undefined;
    this.#next();
    return head;
  }

  /** Whether nothing is left unread that the broker took long before `timeMs`. */
  async isReadUntil(timeMs: number): Promise<boolean> {
    if (timeMs <= this.#knownUntil + SLACK_MS) return true;
    const asked = this.#needs.clock.now().getTime();
    const last = await this.#needs.bus.lastMessage(
      streams[this.stream].name,
      subjectOf(this.stream, this.#needs.partition),
    );
    if ((last?.seq ?? 0) > this.#reached) return false;
    this.#knownUntil = Math.max(this.#knownUntil, Math.min(asked, timeMs));
    return true;
  }

  #next(): void {
    this.#reader
      .next()
      .then(
        (next) => {
          if (next.done === true) this.isOver = true;
          else this.head = next.value;
        },
        (error: unknown) => {
          this.isOver = true;
          this.failure = { error };
        },
      )
      .finally(() => {
        this.#arrivals.tell();
      });
  }
}

const earlier = (one: Source, other: Source): Source =>
  (one.head?.timeMs ?? Infinity) <= (other.head?.timeMs ?? Infinity) ? one : other;

/**
 * Messages of several streams in about the order in which the broker took them: after a restart one of them must not bring the
 * windows to their end before the other one was read. Ends when the signal is aborted.
 */
export async function* readMerged(
  needs: Needs,
  from: readonly { readonly stream: LaneStream; readonly fromSeq: number }[],
): AsyncGenerator<MergedMessage> {
  const arrivals = new Arrivals();
  const sources = from.map((one) => new Source(needs, arrivals, one));
  while (!needs.signal.aborted && sources.some(({ isOver }) => !isOver)) {
    const { count } = arrivals;
    const failed = sources.find(({ failure }) => failure !== undefined);
    if (failed !== undefined) throw failed.failure?.error;
    const first = sources.reduce(earlier);
    const waiting = sources.filter(({ head, isOver }) => head === undefined && !isOver);
    const { head } = first;
    if (head === undefined) {
      await arrivals.beyond(count);
      continue;
    }
    const others = await Promise.all(
      waiting.map(async (other) => (await other.isReadUntil(head.timeMs)) || other.head !== undefined),
    );
    if (others.includes(false)) {
      await arrivals.beyond(count);
      continue;
    }
    const next = sources.reduce(earlier);
    const message = next.take();
    if (message !== undefined) yield { stream: next.stream, message };
  }
}
