import type { Clock } from '#platform/clock/clock.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

/** A source that has not replied after this time does not respond. */
const TIMEOUT_MS = 3 * SECOND_MS;
/** A read that has not ended after this time is started again. */
const EXPIRY_MS = 30 * SECOND_MS;

/** What was last read of a source. Times are milliseconds since 1970. */
export interface ReadingState<Value> {
  /** The newest value, however old; undefined: there was none. */
  readonly value: Value | undefined;
  readonly readAt: number | null;
  /** Why the newest read failed; undefined: it did not. */
  readonly error: string | undefined;
  /** Duration of the newest read that returned. */
  readonly responseMs: number;
}

interface ReadingNeeds<Value> {
  readonly clock: Clock;
  readonly periodMs: number;
  readonly read: () => Promise<Value>;
}

/** Reads a source again and again; one that hangs is waited for once, and reported after three seconds. */
export class SourceReading<Value> {
  readonly #needs: ReadingNeeds<Value>;
  #state: ReadingState<Value> = { value: undefined, readAt: null, error: undefined, responseMs: 0 };
  #startedMs: number | undefined;

  constructor(needs: ReadingNeeds<Value>) {
    this.#needs = needs;
  }

  get state(): ReadingState<Value> {
    return this.#state;
  }

  start(signal: AbortSignal): void {
    const { clock, periodMs } = this.#needs;
    void this.read();
    clock.every(periodMs, () => void this.read(), signal);
  }

  /** Reads once; resolves when the value is there, when the source fails, or after three seconds. */
  async read(): Promise<void> {
    const { clock } = this.#needs;
    const nowMs = clock.elapsed();
    if (this.#startedMs !== undefined && nowMs - this.#startedMs < EXPIRY_MS) return;
    this.#startedMs = nowMs;
    const done = new AbortController();
    const late = clock.wait(TIMEOUT_MS, done.signal).then(() => {
      if (!done.signal.aborted) this.#state = { ...this.#state, error: 'no reply within 3 s' };
    });
    const reading = this.#take(nowMs).finally(() => {
      if (this.#startedMs === nowMs) this.#startedMs = undefined;
      done.abort();
    });
    await Promise.race([reading, late]);
  }

  async #take(startedMs: number): Promise<void> {
    const { clock, read } = this.#needs;
    try {
      const value = await read();
      const responseMs = clock.elapsed() - startedMs;
      this.#state = { value, readAt: clock.now().getTime(), error: undefined, responseMs };
    } catch (error) {
      this.#state = { ...this.#state, error: wordsOf(error) };
    }
  }
}

const MAX_WORDS = 200;

/** The innermost cause: what wraps it says only that something failed. Addresses may carry a password. */
function wordsOf(error: unknown): string {
  let cause = error;
  for (let depth = 0; depth < 5 && cause instanceof Error && cause.cause instanceof Error; depth += 1)
    cause = cause.cause;
  const words = cause instanceof Error ? cause.message || cause.name : String(cause);
  const [line = ''] = words.replaceAll(/\/\/[^/@\s]*@/g, '//').split('\n', 1);
  return line.slice(0, MAX_WORDS);
}
