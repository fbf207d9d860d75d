/** Time as an argument. */
export interface Clock {
  now(): Date;
  /**
   * Milliseconds since some moment, that nobody can set: for ages, pace and what is due. `now` jumps when the machine's clock is
   * corrected.
   */
  elapsed(): number;
  /** Runs `run` every `periodMs` until the signal aborts; a run that is still going on is not started twice. */
  every(periodMs: number, run: () => void | Promise<void>, signal: AbortSignal): void;
  /** Resolves after `durationMs`, or at once when the signal aborts. */
  wait(durationMs: number, signal?: AbortSignal): Promise<void>;
}
