import { subjects } from '#schemas/bus/subject.ts';
import type { RejectionCause, StreamRejection } from '#schemas/health/stream-rejection.ts';
import { systemClock } from '../clock/system-clock.ts';

/** Minimum time between two notices: thousands of messages may be offered again and again. */
const MIN_INTERVAL_MS = 1_000;

type Counts = Pick<StreamRejection, 'rejected' | 'dropped'> & { readonly cause: RejectionCause };

/**
 * Messages of this process that full streams rejected, and rows that it dropped as a result. Published with core NATS, which
 * stores nothing and so works when no stream has room.
 */
export class Rejections {
  readonly #publish: (subject: string, text: string) => void;
  readonly #isReachable: () => boolean;
  readonly #process: string;
  #pending = new Map<string, Counts>();
  #isDue = false;

  /** Counts wait while `isReachable` returns false: a notice would be lost. */
  constructor(
    process: string,
    publish: (subject: string, text: string) => void,
    isReachable: () => boolean = () => true,
  ) {
    this.#process = process;
    this.#publish = publish;
    this.#isReachable = isReachable;
  }

  /** Counts a rejected message of this subject, or its dropped rows. */
  count(subject: string, { rejected = 0, dropped = 0, cause = 'full' }: Partial<Counts>): void {
    const [stream = subject] = subject.split('.');
    const before = this.#pending.get(stream);
    this.#pending.set(stream, {
      rejected: (before?.rejected ?? 0) + rejected,
      dropped: (before?.dropped ?? 0) + dropped,
      cause,
    });
    if (!this.#isDue) void this.#flushSoon();
  }

  async #flushSoon(): Promise<void> {
    this.#isDue = true;
    do await systemClock.wait(MIN_INTERVAL_MS);
    while (!this.#isReachable());
    this.#isDue = false;
    this.flush();
  }

  /** Publishes pending counts: the process ends. */
  flush(): void {
    const counted = this.#pending;
    this.#pending = new Map();
    for (const [stream, counts] of counted) {
      const rejection: StreamRejection = { process: this.#process, stream, ...counts };
      this.#publish(subjects.streamRejected, JSON.stringify(rejection));
    }
  }
}
