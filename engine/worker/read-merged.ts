import { streams, subjectOf } from '#schemas/bus/stream.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InputStream } from './pipeline-task.ts';

/** How far one stream may be ahead of the other in broker time: far less than the allowed lateness. */
const MAX_SKEW_MS = 5_000;

interface Needs {
  readonly bus: Pick<Bus, 'orderedReader' | 'lastMessage'>;
  readonly clock: Clock;
  readonly partition: number;
  readonly signal: AbortSignal;
}

export interface MergedMessage {
  readonly stream: InputStream;
  readonly message: StoredMessage;
}

/**
 * Wakes a reader that waits for a message of any stream. `Promise.race` would add a reaction to the promise
 * of a silent stream with each message of the other, for days.
 */
class Arrivals {
  count = 0;
  #wake: () => void = () => undefined;

  notify(): void {
    this.count += 1;
    this.#wake();
  }

  /** Resolves when there were more than `count` arrivals. */
  async waitOver(count: number): Promise<void> {
    if (this.count > count) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}

/** One of the merged streams. */
class MergedSource {
  readonly stream: InputStream;
  readonly #needs: Needs;
  readonly #reader: AsyncGenerator<StoredMessage>;
  readonly #arrivals: Arrivals;
  head: StoredMessage | undefined;
  isDone = false;
  failure: { readonly error: unknown } | undefined;
  #reached: number;
  /** Everything that the broker stored before this time has been read. */
  #knownUntil = 0;

  /** Notifies `arrivals` of each head and of the end. */
  constructor(
    needs: Needs,
    arrivals: Arrivals,
    { stream, fromSeq }: { readonly stream: InputStream; readonly fromSeq: number },
  ) {
    this.#needs = needs;
    this.#arrivals = arrivals;
    this.stream = stream;
    this.#reached = fromSeq - 1;
    const subject = subjectOf(stream, needs.partition);
    const { name } = streams[stream];
    this.#reader = needs.bus.orderedReader({ stream: name, subject, fromSeq, signal: needs.signal });
    this.#readNext();
  }

  /** Returns the head and reads the next message. */
  next(): StoredMessage | undefined {
    const { head } = this;
    if (head === undefined) return undefined;
    this.#reached = head.seq;
    this.#knownUntil = Math.max(this.#knownUntil, head.timeMs);
    this.head = undefined;
    this.#readNext();
    return head;
  }

  /** Whether everything that the broker stored well before `timeMs` has been read. */
  async isReadUntil(timeMs: number): Promise<boolean> {
    if (timeMs <= this.#knownUntil + MAX_SKEW_MS) return true;
    const requestedAt = this.#needs.clock.now().getTime();
    const last = await this.#needs.bus.lastMessage(
      streams[this.stream].name,
      subjectOf(this.stream, this.#needs.partition),
    );
    if ((last?.seq ?? 0) > this.#reached) return false;
    this.#knownUntil = Math.max(this.#knownUntil, Math.min(requestedAt, timeMs));
    return true;
  }

  #readNext(): void {
    this.#reader
      .next()
      .then(
        (next) => {
          if (next.done === true) this.isDone = true;
          else this.head = next.value;
        },
        (error: unknown) => {
          this.isDone = true;
          this.failure = { error };
        },
      )
      .finally(() => {
        this.#arrivals.notify();
      });
  }
}

const earlier = (one: MergedSource, other: MergedSource): MergedSource =>
  (one.head?.timeMs ?? Infinity) <= (other.head?.timeMs ?? Infinity) ? one : other;

/**
 * Merges several streams in approximate broker time, so that after a restart one of them does not close
 * windows before the other has been read. Ends when the signal aborts.
 */
export async function* readMerged(
  needs: Needs,
  from: readonly { readonly stream: InputStream; readonly fromSeq: number }[],
): AsyncGenerator<MergedMessage> {
  const arrivals = new Arrivals();
  const sources = from.map((one) => new MergedSource(needs, arrivals, one));
  while (!needs.signal.aborted && sources.some(({ isDone }) => !isDone)) {
    const { count } = arrivals;
    const failed = sources.find(({ failure }) => failure !== undefined);
    if (failed !== undefined) throw failed.failure?.error;
    const first = sources.reduce(earlier);
    const waiting = sources.filter(({ head, isDone }) => head === undefined && !isDone);
    const { head } = first;
    if (head === undefined) {
      await arrivals.waitOver(count);
      continue;
    }
    const others = await Promise.all(
      waiting.map(async (other) => (await other.isReadUntil(head.timeMs)) || other.head !== undefined),
    );
    if (others.includes(false)) {
      await arrivals.waitOver(count);
      continue;
    }
    const next = sources.reduce(earlier);
    const message = next.next();
    if (message !== undefined) yield { stream: next.stream, message };
  }
}
