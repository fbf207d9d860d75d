import { subjects } from '#schemas/bus/subject.ts';
import type { StreamRejection } from '#schemas/health/stream-rejection.ts';
import { systemClock } from '../clock/system-clock.ts';

/** Minimum time between two notices: thousands of messages may be offered again and again. */
const MIN_INTERVAL_MS = 1_000;

/**
 * Messages of this process that full streams rejected, and rows that it dropped as a result. Published with core NATS, which
 * stores nothing and so works when no stream has room.
 */
export class Rejections {
  readonly #publish: (subject: string, text: string) => void;
  readonly #process: string;
  #pending = new Map<string, { rejected: number; dropped: number }>();
  #isDue = false;

  constructor(process: string, publish: (subject: string, text: string) => void) {
    this.#process = process;
    this.#publish = publish;
  }

  /** Counts a rejected message of this subject. */
  count(subject: string, { rejected = 0, dropped = 0 }: { rejected?: number; dropped?: number }): void {
    const [stream = subject] = subject.split('.');
    const counts = this.#pending.get(stream) ?? { rejected: 0, dropped: 0 };
    counts.rejected += rejected;
    counts.dropped += dropped;
    this.#pending.set(stream, counts);
    if (!this.#isDue) void this.#flushSoon();
  }

  async #flushSoon(): Promise<void> {
    this.#isDue = true;
    await systemClock.wait(MIN_INTERVAL_MS);
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
