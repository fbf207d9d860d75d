import { subjects } from '#schemas/bus/subject.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';

/** An engine that was not heard for so long is gone. Below the life of a lease: its share is known before its leases are free. */
const SILENT_MS = 2_000;

interface Needs {
  readonly bus: Bus;
  readonly clock: Clock;
  /** Name of this engine. */
  readonly engine: string;
}

/** Which engines are alive, by what they say on core NATS: nothing of it needs to be kept. */
export class LiveEngines {
  readonly #needs: Needs;
  readonly #heardMs = new Map<string, number>();

  constructor(needs: Needs, signal: AbortSignal) {
    this.#needs = needs;
    needs.bus.subscribe(
      subjects.engineAlive,
      ({ data }) => {
        this.#heardMs.set(new TextDecoder().decode(data), needs.clock.elapsed());
      },
      { signal },
    );
  }

  /** Says that this engine is alive; answers how many are. */
  count(): number {
    const { bus, clock, engine } = this.#needs;
    bus.publish(subjects.engineAlive, engine);
    const nowMs = clock.elapsed();
    for (const [name, heardMs] of this.#heardMs) if (nowMs - heardMs > SILENT_MS) this.#heardMs.delete(name);
    return this.#heardMs.size + (this.#heardMs.has(engine) ? 0 : 1);
  }
}
