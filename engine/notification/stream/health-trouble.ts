import { z } from 'zod';
import { HealthReason } from '#schemas/health/component.ts';
import type { HealthReport } from '#schemas/health/report.ts';
import type { HealthNotice } from '#schemas/notification/health-notice.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

/** A process that is started again within this time, or a store that is, disturbs no operator at night. */
const HOLD_MS = 30 * SECOND_MS;
/** Servers report every five seconds. One that starts takes up to a minute. */
const MUTE_MS = 60 * SECOND_MS;
const SERVER = 'processes.server';

const Part = z.strictObject({
  id: z.string(),
  reason: HealthReason,
  /** Critical since then, milliseconds since 1970. */
  sinceMs: z.number(),
  /** Newest report in which it was. */
  untilMs: z.number(),
  isNotified: z.boolean(),
});
type Part = z.infer<typeof Part>;

/** State that survives a restart. */
export const HealthTroubleState = z.strictObject({
  parts: z.array(Part),
  /** Notices created so far. */
  notices: z.int(),
});
export type HealthTroubleState = z.infer<typeof HealthTroubleState>;

interface TroubleRule {
  /** Parts are reported together, at most once in this time. */
  readonly windowMs: number;
  /** Over after this time without a critical part. */
  readonly calmMs: number;
}

/** Streams have notices of their own, with what they rejected. */
const hasOwnNotice = (id: string): boolean => id.startsWith('streams.');

/**
 * Critical parts of the platform by the reports of servers, from half a minute after the first until a minute without any. A server that
 * reports no more is a part itself.
 */
export class HealthTrouble {
  readonly #rule: TroubleRule;
  #state: HealthTroubleState;
  #reportedMs: number;
  #nextMs = 0;

  constructor(rule: TroubleRule, nowMs: number, state?: HealthTroubleState) {
    this.#rule = rule;
    this.#state = state ?? { parts: [], notices: 0 };
    this.#reportedMs = nowMs;
  }

  /** Undefined: nothing is, or was just, critical. */
  get state(): HealthTroubleState | undefined {
    return this.#state.parts.length === 0 ? undefined : this.#state;
  }

  observe({ components }: HealthReport, nowMs: number): void {
    this.#reportedMs = nowMs;
    for (const { id, state, reason } of components)
      if (state === 'critical' && !hasOwnNotice(id)) this.#see(id, reason, nowMs);
  }

  #see(id: string, reason: HealthReason, nowMs: number): void {
    const known = this.#state.parts.find((part) => part.id === id);
    const remaining = this.#state.parts.filter((part) => part !== known);
    // In between it was in order for longer than the hold time: it begins again.
    const sinceMs = known === undefined || nowMs - known.untilMs > HOLD_MS ? nowMs : known.sinceMs;
    const part: Part = { id, reason, sinceMs, untilMs: nowMs, isNotified: known?.isNotified ?? false };
    this.#state = { ...this.#state, parts: [...remaining, part] };
  }

  /** Returns the notice that is due; unchanged until `markNotified`. */
  due(nowMs: number): HealthNotice | undefined {
    const muteMs = nowMs - this.#reportedMs;
    if (muteMs > MUTE_MS) this.#see(SERVER, { code: 'silent', facts: { ms: muteMs } }, nowMs);
    const { parts } = this.#state;
    const pending = parts.filter(
      ({ isNotified, sinceMs, untilMs }) => !isNotified && untilMs - sinceMs >= HOLD_MS,
    );
    if (pending.length > 0) return nowMs >= this.#nextMs ? this.#notice('raise', pending, nowMs) : undefined;
    const isCalm = parts.every(({ untilMs }) => nowMs - untilMs >= this.#rule.calmMs);
    if (!isCalm || parts.length === 0) return undefined;
    const notified = parts.filter(({ isNotified }) => isNotified);
    if (notified.length > 0) return this.#notice('clear', notified, nowMs);
    this.#state = { parts: [], notices: 0 };
    return undefined;
  }

  #notice(edge: HealthNotice['edge'], parts: readonly Part[], atMs: number): HealthNotice {
    const sinceMs = Math.min(...this.#state.parts.map((part) => part.sinceMs));
    return {
      is: 'health',
      edge,
      components: parts.map(({ id, reason }) => ({ id, reason })),
      correlation: `health:${String(sinceMs)}`,
      sinceMs,
      atMs,
    };
  }

  /** Records that the notice was sent. */
  markNotified({ edge, components }: HealthNotice, nowMs: number): void {
    if (edge === 'clear') {
      this.#state = { parts: [], notices: 0 };
      return;
    }
    const sent = new Set(components.map(({ id }) => id));
    this.#nextMs = nowMs + this.#rule.windowMs;
    this.#state = {
      notices: this.#state.notices + 1,
      parts: this.#state.parts.map((part) => (sent.has(part.id) ? { ...part, isNotified: true } : part)),
    };
  }
}
