import { z } from 'zod';
import { RejectionCause } from '#schemas/health/stream-rejection.ts';
import type { StreamNotice } from '#schemas/notification/stream-notice.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

/**
 * Streams that refuse within this time of the first rejection, or within a shorter window, are reported
 * together.
 */
const GROUPING_MS = 5 * SECOND_MS;
/** Cleared after this time without a rejection: an intermittent one is a single trouble. */
export const CLEAR_AFTER_MS = 60 * SECOND_MS;

/** State that survives a restart: times in milliseconds since 1970. */
export const TroubleState = z.strictObject({
  sinceMs: z.number(),
  /** Newest rejection. */
  untilMs: z.number(),
  rejected: z.int(),
  dropped: z.int(),
  /** Cause of the newest rejection. */
  cause: RejectionCause.default('full'),
  /** Streams that rejected, and those of them that were notified. */
  streams: z.array(z.string()),
  notified: z.array(z.string()),
  /** Notices created so far, and the earliest time of the next. */
  notices: z.int(),
  nextMs: z.number(),
});
export type TroubleState = z.infer<typeof TroubleState>;

interface Rejection {
  readonly stream: string;
  readonly rejected: number;
  readonly dropped: number;
  readonly cause: RejectionCause;
}

interface TroubleRule {
  /** Streams that start to refuse within it are reported together. */
  readonly windowMs: number;
  readonly calmMs: number;
}

/**
 * Full streams, from the first rejection until a minute without one: reported together, and at most once per
 * window.
 */
export class StreamTrouble {
  readonly #rule: TroubleRule;
  #state: TroubleState | undefined;

  constructor(rule: TroubleRule, state?: TroubleState) {
    this.#rule = rule;
    this.#state = state;
  }

  get state(): TroubleState | undefined {
    return this.#state;
  }

  /** Records a rejection. Returns whether it is the first one of a stream: the state must then be stored. */
  observeRejection({ stream, rejected, dropped, cause }: Rejection, nowMs: number): boolean {
    const before: TroubleState = this.#state ?? {
      cause,
      sinceMs: nowMs,
      untilMs: nowMs,
      rejected: 0,
      dropped: 0,
      notices: 0,
      nextMs: nowMs + Math.min(GROUPING_MS, this.#rule.windowMs),
      streams: [],
      notified: [],
    };
    const isNew = !before.streams.includes(stream);
    this.#state = {
      ...before,
      untilMs: nowMs,
      rejected: before.rejected + rejected,
      dropped: before.dropped + dropped,
      cause,
      streams: isNew ? [...before.streams, stream].sort() : before.streams,
    };
    return isNew;
  }

  /** Returns the notice that is due; unchanged until `markNotified`. */
  due(nowMs: number): StreamNotice | undefined {
    const state = this.#state;
    if (state === undefined) return undefined;
    const { streams, notified, nextMs, untilMs } = state;
    const pending = streams.filter((name) => !notified.includes(name));
    const notice = noticeAt(state, nowMs);
    if (pending.length > 0) return nowMs >= nextMs ? notice('raise', pending) : undefined;
    return nowMs - untilMs >= this.#rule.calmMs ? notice('clear', streams) : undefined;
  }

  /** Records that the notice was sent. */
  markNotified({ edge, streams }: StreamNotice, nowMs: number): void {
    const state = this.#state;
    if (state === undefined) return;
    this.#state =
      edge === 'clear'
        ? undefined
        : {
            ...state,
            notified: [...state.notified, ...streams].sort(),
            notices: state.notices + 1,
            nextMs: nowMs + this.#rule.windowMs,
          };
  }
}

const noticeAt =
  ({ sinceMs, rejected, dropped, cause }: TroubleState, atMs: number) =>
  (edge: StreamNotice['edge'], streams: readonly string[]): StreamNotice => {
    const correlation = `streams:${String(sinceMs)}`;
    const counts = { rejected, dropped, cause };
    return { is: 'streams', edge, streams: [...streams], correlation, ...counts, sinceMs, atMs };
  };
