import { z } from 'zod';
import type { StreamNotice } from '#schemas/notification/stream-notice.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

/** What refuses within this time of the first refusal, or a shorter window, is told together. */
const GATHERED_MS = 5 * SECOND_MS;
/** Told as over after so long without a refusal: one that comes and goes is one trouble. */
export const CALM_MS = 60 * SECOND_MS;

/** What outlives the process that watches: times in milliseconds since 1970. */
export const TroubleState = z.strictObject({
  sinceMs: z.number(),
  /** Newest refusal. */
  untilMs: z.number(),
  refused: z.int(),
  givenUp: z.int(),
  /** Streams that refused, and of these those that were told of. */
  streams: z.array(z.string()),
  told: z.array(z.string()),
  /** Notices made so far, and the earliest time of the next. */
  notices: z.int(),
  nextMs: z.number(),
});
export type TroubleState = z.infer<typeof TroubleState>;

interface Refusal {
  readonly stream: string;
  readonly refused: number;
  readonly givenUp: number;
}

interface TroubleRule {
  /** Streams that begin to refuse within it are told together. */
  readonly windowMs: number;
  readonly calmMs: number;
}

/** Full streams from the first refusal until none was refused for a minute: told of together, and at most once a window. */
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

  /** Whether a trouble, or that of a stream, begins: the state is then to be stored. */
  refuse({ stream, refused, givenUp }: Refusal, nowMs: number): boolean {
    const before = this.#state ?? {
      ...{
        sinceMs: nowMs,
        untilMs: nowMs,
        refused: 0,
        givenUp: 0,
        notices: 0,
        nextMs: nowMs + Math.min(GATHERED_MS, this.#rule.windowMs),
      },
      ...{ streams: [], told: [] },
    };
    const isNew = !before.streams.includes(stream);
    this.#state = {
      ...before,
      untilMs: nowMs,
      refused: before.refused + refused,
      givenUp: before.givenUp + givenUp,
      streams: isNew ? [...before.streams, stream].sort() : before.streams,
    };
    return isNew;
  }

  /** What is to be told now; until `told` it stays the same. */
  due(nowMs: number): StreamNotice | undefined {
    const state = this.#state;
    if (state === undefined) return undefined;
    const { streams, told, nextMs, untilMs } = state;
    const untold = streams.filter((name) => !told.includes(name));
    const notice = noticeAt(state, nowMs);
    if (untold.length > 0) return nowMs >= nextMs ? notice('raise', untold) : undefined;
    return nowMs - untilMs >= this.#rule.calmMs ? notice('clear', streams) : undefined;
  }

  /** It was told. */
  told({ edge, streams }: StreamNotice, nowMs: number): void {
    const state = this.#state;
    if (state === undefined) return;
    this.#state =
      edge === 'clear'
        ? undefined
        : {
            ...state,
            told: [...state.told, ...streams].sort(),
            notices: state.notices + 1,
            nextMs: nowMs + this.#rule.windowMs,
          };
  }
}

const noticeAt =
  ({ sinceMs, refused, givenUp }: TroubleState, atMs: number) =>
  (edge: StreamNotice['edge'], streams: readonly string[]): StreamNotice => {
    const correlation = `streams:${String(sinceMs)}`;
    return { is: 'streams', edge, streams: [...streams], correlation, refused, givenUp, sinceMs, atMs };
  };
