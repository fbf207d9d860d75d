import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { WriterHeartbeat } from '#schemas/health/tier.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

/** A process without a heartbeat for this time does not work. Engines send two a second, writers one in two seconds. */
const SILENT_AFTER_MS = 10 * SECOND_MS;
/** A server that has just started has heard of none. */
const GRACE_MS = 30 * SECOND_MS;

interface Needs {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly partitions: number;
}

/** When the engines and the writer of each partition last said that they work. */
export class Heartbeats {
  readonly #needs: Needs;
  readonly #startedMs: number;
  readonly #writers = new Map<number, number>();
  #engineMs: number | undefined;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#startedMs = needs.clock.elapsed();
  }

  start(signal: AbortSignal): void {
    const { bus, clock } = this.#needs;
    bus.subscribe(subjects.engineAlive, () => (this.#engineMs = clock.elapsed()), { signal });
    bus.subscribe(subjects.writerAlive, ({ data }) => this.observeWriter(data), { signal });
  }

  observeWriter(data: Uint8Array): void {
    const { partitions, writes } = WriterHeartbeat.parse(JSON.parse(Buffer.from(data).toString()));
    if (!writes) return;
    for (const partition of partitions) this.#writers.set(partition, this.#needs.clock.elapsed());
  }

  /** Whether an engine works. */
  get engine(): boolean {
    return this.#isRecent(this.#engineMs);
  }

  /** Whether every partition is written. */
  get writer(): boolean {
    const { partitions } = this.#needs;
    return Array.from({ length: partitions }, (_, partition) => this.#writers.get(partition)).every(
      (seenMs) => this.#isRecent(seenMs),
    );
  }

  #isRecent(seenMs: number | undefined): boolean {
    const nowMs = this.#needs.clock.elapsed();
    return seenMs === undefined ? nowMs - this.#startedMs < GRACE_MS : nowMs - seenMs < SILENT_AFTER_MS;
  }
}
