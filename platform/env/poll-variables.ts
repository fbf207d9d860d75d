import type { PollLimits } from '#schemas/polling/limits.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { optionalNumber, integerVariable } from './variable.ts';

/** Limits of polls, read by the poller and by the engine, whose allowed lateness follows from them. */
export const pollVariables = {
  /** Polling interval of each device. */
  POLL_INTERVAL_SECONDS: integerVariable(1, 86_400, 300),
  /** Response timeout and number of retries. */
  POLL_TIMEOUT_MS: integerVariable(10, 60_000, 2_000),
  POLL_RETRIES: integerVariable(0, 10, 1),
};

/** Allowed lateness of samples; unset: by the limits of polls. Read by the engine, and by what dates samples of others. */
export const latenessVariable = { WINDOW_LATENESS_SECONDS: optionalNumber(0, 3_600) };

export const pollLimitsOf = (config: {
  readonly POLL_INTERVAL_SECONDS: number;
  readonly POLL_TIMEOUT_MS: number;
  readonly POLL_RETRIES: number;
}): PollLimits => ({
  intervalMs: config.POLL_INTERVAL_SECONDS * SECOND_MS,
  timeoutMs: config.POLL_TIMEOUT_MS,
  retries: config.POLL_RETRIES,
});
