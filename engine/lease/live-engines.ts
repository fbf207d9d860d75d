import { subjects } from '#schemas/bus/subject.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';

/**
 * An engine not seen for this long is gone. Shorter than a lease, so that the share of others is known before
 * its leases expire.
 */
const ENGINE_TIMEOUT_MS = 2_000;

interface Needs {
  readonly bus: Bus;
  readonly clock: Clock;
  /** Name of this engine. */
  readonly engine: string;
}

/** The live engines, by their announcements on core NATS: no need to store them. */
export class LiveEngines {
  readonly #needs: Needs;
  readonly #lastSeenMs = new Map<string, number>();

  constructor(needs: Needs, signal: AbortSignal) {
    this.#needs = needs;
    needs.bus.subscribe(
      subjects.engineAlive,
      ({ data }) => {
        this.#lastSeenMs.set(new TextDecoder().decode(data), needs.clock.elapsed());
      },
      { signal },
    );
  }

  /** Announces this engine and returns the number of live engines. */
  announce(): number {
    const { bus, clock, engine } = this.#needs;
    bus.publish(subjects.engineAlive, engine);
    const nowMs = clock.elapsed();
    for (const [name, heardMs] of this.#lastSeenMs)
      if (nowMs - heardMs > ENGINE_TIMEOUT_MS) this.#lastSeenMs.delete(name);
    return this.#lastSeenMs.size + (this.#lastSeenMs.has(engine) ? 0 : 1);
  }
}
