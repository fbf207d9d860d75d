import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { BoundedMap } from '../rate/bounded-map.ts';
import type { AuditEntry, Origin } from './audit-trail.ts';

const KEYS = 10_000;

interface Tallied {
  readonly entry: AuditEntry;
  readonly origin: Origin;
  readonly untilMs: number;
  repeated: number;
}

/**
 * The same refusal of the same caller is an event once a minute; how often it happened again is another. Without this anybody
 * could write into the audit as fast as he can ask.
 */
export class RefusalTally {
  readonly #clock: Clock;
  readonly #tallied = new BoundedMap<string, Tallied>(KEYS);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Whether this one is to be told now. `typed`: the name that was tried. Names that nobody has are told apart as well: writing
   * an event takes time, and being the only one that costs it would say that a name is somebody's (OWASP ASVS 5.0, 6.3.8).
   */
  isFirst(entry: AuditEntry, origin: Origin, typed = ''): boolean {
    const { action, code = '', subjectName = '' } = entry;
    // Its hash only: what is typed there may be a password.
    const tried = createHash('sha256').update(typed.toLowerCase()).digest('base64');
    const key = JSON.stringify([origin.actorId, origin.address, action, code, subjectName, tried]);
    const nowMs = this.#clock.now().getTime();
    const before = this.#tallied.get(key);
    if (before !== undefined && before.untilMs > nowMs) {
      before.repeated += 1;
      return false;
    }
    this.#tallied.set(key, { entry, origin, untilMs: nowMs + MINUTE_MS, repeated: before?.repeated ?? 0 });
    return true;
  }

  /** What happened again in minutes that are over. */
  *due(): Iterable<{ readonly entry: AuditEntry; readonly origin: Origin }> {
    const nowMs = this.#clock.now().getTime();
    for (const [key, { entry, origin, untilMs, repeated }] of this.#tallied.entries()) {
      if (untilMs > nowMs) continue;
      this.#tallied.delete(key);
      if (repeated > 0) yield { entry: { ...entry, repeated }, origin };
    }
  }
}
