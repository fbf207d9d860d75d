/** Values read by a slow poll are published after this time, before the poll ends. */
export const PUBLISH_DELAY_MS = 500;
/** Maximum share of the interval for one poll. */
export const MAX_POLL_SHARE = 0.9;
/** Lower bound of the automatic allowed lateness: brokers need time to reconnect, and busy machines to catch up. */
const MIN_LATENESS_MS = 60_000;
/** Requests over which the objects of one element may be spread, and repeated in smaller batches. */
const REQUESTS_PER_ELEMENT = 3;

export interface PollLimits {
  readonly intervalMs: number;
  /** Response timeout of a request and number of its retries. */
  readonly timeoutMs: number;
  readonly retries: number;
}

/**
 * How late a value can be published after it was read. Values are dated when they are read and published as soon as those of
 * their element are there, each request lasting at most all of its attempts; no poll is longer than its share of the interval
 * and the request in progress.
 */
export function maxPublishDelayMs({ intervalMs, timeoutMs, retries }: PollLimits): number {
  const requestMs = timeoutMs * (1 + retries);
  const pollMs = intervalMs * MAX_POLL_SHARE + requestMs;
  return PUBLISH_DELAY_MS + Math.min(REQUESTS_PER_ELEMENT * requestMs, pollMs);
}

/** Allowed lateness of samples that fits the limits of the poller. */
export const latenessOf = (limits: PollLimits): number =>
  Math.max(MIN_LATENESS_MS, Math.ceil(maxPublishDelayMs(limits) / 1_000) * 1_000);
