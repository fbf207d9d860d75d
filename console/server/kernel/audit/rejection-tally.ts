import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { LRUCache } from 'lru-cache';
import type { AuditEntry, AuditOrigin } from './audit-trail.ts';

const MAX_KEYS = 10_000;

interface Tallied {
  readonly entry: AuditEntry;
  readonly origin: AuditOrigin;
  readonly untilMs: number;
  repeated: number;
}

/**
 * Records the same rejection of the same caller once a minute, and its repetitions as one further event. Without it, a client could
 * write to the audit trail as fast as it sends requests.
 */
export class RejectionTally {
  readonly #clock: Clock;
  readonly #tallied = new LRUCache<string, Tallied>({ max: MAX_KEYS });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Whether the rejection is to be recorded now. `typed`: the submitted username. Unknown usernames count separately as well: writing
   * an event takes time, and if only known names cost it, the response time would reveal them (OWASP ASVS 5.0, 6.3.8).
   */
  isNew(entry: AuditEntry, origin: AuditOrigin, typed = ''): boolean {
    const { action, code = '', subjectName = '' } = entry;
    // Only its hash: users sometimes type a password there.
    const tried = createHash('sha256').update(typed.toLowerCase()).digest('base64');
    const key = JSON.stringify([origin.actorId, origin.address, action, code, subjectName, tried]);
    const nowMs = this.#clock.now().getTime();
    const before = this.#tallied.peek(key);
    if (before !== undefined && before.untilMs > nowMs) {
      before.repeated += 1;
      return false;
    }
    this.#tallied.set(key, { entry, origin, untilMs: nowMs + MINUTE_MS, repeated: before?.repeated ?? 0 });
    return true;
  }

  /** Removes intervals that are over and yields their repetitions. */
  *drain(): Iterable<{ readonly entry: AuditEntry; readonly origin: AuditOrigin }> {
    const nowMs = this.#clock.now().getTime();
    for (const [key, { entry, origin, untilMs, repeated }] of Array.from(this.#tallied.entries())) {
      if (untilMs > nowMs) continue;
      this.#tallied.delete(key);
      if (repeated > 0) yield { entry: { ...entry, repeated }, origin };
    }
  }
}
