import { subjects } from '#schemas/bus/subject.ts';
import type { StreamRefusal } from '#schemas/health/stream-refusal.ts';
import { systemClock } from '../clock/system-clock.ts';

/** Told at most so often: thousands of messages may be offered again and again. */
const TELL_MS = 1_000;

/**
 * What full streams refused of this process, and what it gave up for that. Told by core NATS, which stores nothing: it arrives also
 * when no stream has room.
 */
export class Refusals {
  readonly #tell: (subject: string, text: string) => void;
  readonly #process: string;
  #untold = new Map<string, { refused: number; givenUp: number }>();
  #isDue = false;

  constructor(process: string, tell: (subject: string, text: string) => void) {
    this.#process = process;
    this.#tell = tell;
  }

  /** Of a message with this subject. */
  count(subject: string, { refused = 0, givenUp = 0 }: { refused?: number; givenUp?: number }): void {
    const [stream = subject] = subject.split('.');
    const counts = this.#untold.get(stream) ?? { refused: 0, givenUp: 0 };
    counts.refused += refused;
    counts.givenUp += givenUp;
    this.#untold.set(stream, counts);
    if (!this.#isDue) void this.#tellSoon();
  }

  async #tellSoon(): Promise<void> {
    this.#isDue = true;
    await systemClock.wait(TELL_MS);
    this.#isDue = false;
    this.tellNow();
  }

  /** Nothing is kept back: the process ends. */
  tellNow(): void {
    const told = this.#untold;
    this.#untold = new Map();
    for (const [stream, counts] of told) {
      const refusal: StreamRefusal = { process: this.#process, stream, ...counts };
      this.#tell(subjects.streamRefused, JSON.stringify(refusal));
    }
  }
}
