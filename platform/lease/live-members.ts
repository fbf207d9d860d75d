import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { LeaseGroup } from './lease-group.ts';

/**
 * A member not seen for this long counts as stopped. Shorter than a lease, so that the share of others is known before
 * its leases expire.
 */
const MEMBER_TIMEOUT_MS = 2_000;

interface Needs {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly group: LeaseGroup;
  /** Name of this process. */
  readonly member: string;
}

/** The live members of a group, by their announcements on core NATS: no need to store them. */
export class LiveMembers {
  readonly #needs: Needs;
  readonly #lastSeenMs = new Map<string, number>();

  constructor(needs: Needs, signal: AbortSignal) {
    this.#needs = needs;
    needs.bus.subscribe(
      needs.group.alive,
      ({ data }) => {
        this.#lastSeenMs.set(new TextDecoder().decode(data), needs.clock.elapsed());
      },
      { signal },
    );
  }

  /** Announces this process and returns the number of live members. */
  announce(): number {
    const { bus, clock, group, member } = this.#needs;
    bus.publish(group.alive, member);
    const nowMs = clock.elapsed();
    for (const [name, heardMs] of this.#lastSeenMs)
      if (nowMs - heardMs > MEMBER_TIMEOUT_MS) this.#lastSeenMs.delete(name);
    return this.#lastSeenMs.size + (this.#lastSeenMs.has(member) ? 0 : 1);
  }
}
