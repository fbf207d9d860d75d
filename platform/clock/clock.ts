/** Time as an argument. */
export interface Clock {
  now(): Date;
  /** Runs `run` every `periodMs` until the signal aborts; a run that is still going on is not started twice. */
  every(periodMs: number, run: () => void | Promise<void>, signal: AbortSignal): void;
  /** Resolves after `durationMs`, or at once when the signal aborts. */
  wait(durationMs: number, signal?: AbortSignal): Promise<void>;
}
