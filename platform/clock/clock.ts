/** Time as an argument. */
export interface Clock {
  now(): Date;
  /** Milliseconds of a monotonic clock, for ages, rates and deadlines. `now` jumps when the machine's clock is corrected. */
  elapsed(): number;
  /** Runs `run` every `periodMs` until the signal aborts; runs do not overlap. */
  every(periodMs: number, run: () => void | Promise<void>, signal: AbortSignal): void;
  /** Resolves after `durationMs`, or when the signal aborts. */
  wait(durationMs: number, signal?: AbortSignal): Promise<void>;
}
