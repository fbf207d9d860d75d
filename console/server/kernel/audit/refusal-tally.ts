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

  /** Whether this one is to be told now. */
  isFirst(entry: AuditEntry, origin: Origin): boolean {
    const { action, code = '', subjectName = '' } = entry;
    const key = JSON.stringify([origin.actorId, origin.address, action, code, subjectName]);
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
