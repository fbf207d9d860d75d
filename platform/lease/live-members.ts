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

interface LiveMember {
  readonly heardMs: number;
  /** Partitions that the member owns. */
  readonly owned: number;
}

/** The other live members of a group, by their announcements on core NATS: no need to store them. */
export class LiveMembers {
  readonly #needs: Needs;
  readonly #announced = new Map<string, LiveMember>();

  constructor(needs: Needs, signal: AbortSignal) {
    this.#needs = needs;
    needs.bus.subscribe(
      needs.group.alive,
      ({ data }) => {
        const [name = '', owned = '0'] = new TextDecoder().decode(data).split(' ');
        if (name !== needs.member)
          this.#announced.set(name, { heardMs: needs.clock.elapsed(), owned: Number(owned) });
      },
      { signal },
    );
  }

  /** Announces this process with the number of partitions that it owns, and returns the numbers of the others. */
  announce(owned: number): ReadonlyMap<string, number> {
    const { bus, clock, group, member } = this.#needs;
    bus.publish(group.alive, `${member} ${String(owned)}`);
    const nowMs = clock.elapsed();
    for (const [name, { heardMs }] of this.#announced)
      if (nowMs - heardMs > MEMBER_TIMEOUT_MS) this.#announced.delete(name);
    return new Map([...this.#announced].map(([name, announced]) => [name, announced.owned]));
  }
}
