import { tickHeaderOf } from '#schemas/bus/header.ts';
import { streams, subjectOf } from '#schemas/bus/stream.ts';
import { fillLevel } from '#schemas/health/stream-fill.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Publisher } from '#platform/bus/publisher.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { EngineMetrics } from '../engine-metrics.ts';
import type { Lane } from '../measure/sources.ts';
import { tables } from './lane.ts';

/** Windows close in a silence at most this much, or a tenth of a window, after they could. */
const MOST_BETWEEN_MS = 30_000;
/** A stream that takes longer than this was away for everybody. */
const PATIENCE_MS = 5_000;
const NO_ROWS = new Uint8Array();

interface TickerNeeds {
  readonly bus: Pick<Bus, 'connected' | 'publisher' | 'streamState'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<EngineMetrics, 'ticks'>;
  /** How long nothing must have come; undefined: nothing is ever said. */
  readonly silenceMs?: number | (() => number) | undefined;
  readonly windowSeconds: number;
}

interface Place {
  readonly lane: Lane;
  readonly number: number;
  readonly signal: AbortSignal;
}

/**
 * Says in a lane's stream that nothing comes, so that event time goes on without data (docs/adr/0019-ticks.md). Whatever keeps
 * this engine from publishing keeps those who bring data from it too: the silence is waited for anew when it is over.
 */
export class Ticker {
  readonly #needs: TickerNeeds;
  readonly #place: Place;
  readonly #publisher: Publisher;
  readonly #betweenMs: number;
  /** By `elapsed`: since when nothing has come, and when the newest tick was made. */
  #quietSince: number;
  #toldAt = -Infinity;
  /** How long after its time the newest data came to the broker: what is still on its way is as late. */
  #delayMs = 0;
  #isTelling = false;

  constructor(needs: TickerNeeds, place: Place) {
    this.#needs = needs;
    this.#place = place;
    this.#publisher = needs.bus.publisher(1);
    this.#betweenMs = Math.min(MOST_BETWEEN_MS, needs.windowSeconds * 100);
    this.#quietSince = needs.clock.elapsed();
    place.signal.addEventListener('abort', () => {
      this.#publisher.close();
    });
  }

  /** Data moved event time on, so long after its time. */
  heard(delayMs: number): void {
    this.#delayMs = Math.max(0, delayMs);
    this.hold();
  }

  /** Nobody could have brought anything, or nobody has read it: the silence is waited for anew. */
  hold(): void {
    this.#quietSince = this.#needs.clock.elapsed();
  }

  /** To be called every second or so, with how far event time has come; never waits. */
  look(newest: number): void {
    const { bus, clock } = this.#needs;
    const silenceMs = this.#silenceMs();
    if (silenceMs === undefined) return;
    if (!bus.connected()) {
      this.hold();
      return;
    }
    const nowMs = clock.elapsed();
    const isDue = nowMs - this.#quietSince >= silenceMs && nowMs - this.#toldAt >= this.#betweenMs;
    const until = clock.now().getTime() - silenceMs - this.#delayMs;
    if (newest === 0 || !isDue || this.#isTelling || until <= newest) return;
    this.#isTelling = true;
    this.#toldAt = nowMs;
    void this.#tell({ until, silence: silenceMs });
  }

  #silenceMs(): number | undefined {
    const { silenceMs } = this.#needs;
    return typeof silenceMs === 'function' ? silenceMs() : silenceMs;
  }

  async #tell(tick: { readonly until: number; readonly silence: number }): Promise<void> {
    const { clock, metrics } = this.#needs;
    const { lane, number } = this.#place;
    const began = clock.elapsed();
    const isTold = await this.#publish(tick);
    this.#isTelling = false;
    metrics.ticks.inc({ partition: String(number), of: lane, outcome: isTold ? 'told' : 'refused' });
    if (!isTold || clock.elapsed() - began > PATIENCE_MS) this.hold();
  }

  /** A tick is so small that it fits where no data does: a stream that is all but full is taken for one that refuses. */
  async #publish(tick: { readonly until: number; readonly silence: number }): Promise<boolean> {
    const { bus, log } = this.#needs;
    const { lane, number } = this.#place;
    try {
      const { bytes, maxBytes } = await bus.streamState(streams[lane].name);
      if (fillLevel(bytes, maxBytes) === 'critical') return false;
      const published = await this.#publisher.publish({
        subject: subjectOf(lane, number),
        data: NO_ROWS,
        headers: tickHeaderOf(tables[lane], tick),
      });
      return published.ok;
    } catch (error) {
      log.debug({ err: error, partition: number, lane }, 'a tick could not be published');
      return false;
    }
  }
}
