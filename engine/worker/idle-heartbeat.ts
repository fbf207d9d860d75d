import { heartbeatHeaderOf } from '#schemas/bus/header.ts';
import { streams, subjectOf } from '#schemas/bus/stream.ts';
import { fillLevel } from '#schemas/health/stream-fill.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Publisher } from '#platform/bus/publisher.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { EngineMetrics } from './engine-metrics.ts';
import type { Pipeline } from '../configuration/sources.ts';
import { inputLayouts } from './pipeline-task.ts';

/** While idle, windows close at most this much, or a tenth of a window, late. */
const MAX_INTERVAL_MS = 30_000;
/** If publishing takes longer than this, the stream was unavailable for producers too. */
const PUBLISH_TIMEOUT_MS = 5_000;
const NO_ROWS = new Uint8Array();

interface HeartbeatNeeds {
  readonly bus: Pick<Bus, 'connected' | 'publisher' | 'streamState'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<EngineMetrics, 'heartbeats'>;
  /** Time without data before heartbeats start; undefined: none are sent. */
  readonly idleTimeoutMs?: number | (() => number) | undefined;
  readonly windowSeconds: number;
  /** Whether producers are paused, because the disk of the stores is nearly full. */
  readonly isPaused?: (() => boolean) | undefined;
}

interface PipelineKey {
  readonly pipeline: Pipeline;
  readonly number: number;
  readonly signal: AbortSignal;
}

/**
 * Publishes heartbeats in the stream of an idle pipeline, so that its watermark moves without data
 * (docs/adr/0019-heartbeats.md). Whatever keeps this engine from publishing keeps producers from it too, so the
 * idle timeout restarts after it.
 */
export class IdleHeartbeat {
  readonly #needs: HeartbeatNeeds;
  readonly #key: PipelineKey;
  readonly #publisher: Publisher;
  readonly #intervalMs: number;
  /** By `elapsed`: since when the pipeline is idle, and when the newest heartbeat was sent. */
  #idleSince: number;
  #sentAt = -Infinity;
  /**
   * Delay between the time of the newest data and its arrival at the broker: data still on its way has the
   * same delay.
   */
  #delayMs = 0;
  #isSending = false;

  constructor(needs: HeartbeatNeeds, place: PipelineKey) {
    this.#needs = needs;
    this.#key = place;
    this.#publisher = needs.bus.publisher(1);
    this.#intervalMs = Math.min(MAX_INTERVAL_MS, needs.windowSeconds * 100);
    this.#idleSince = needs.clock.elapsed();
    place.signal.addEventListener('abort', () => {
      this.#publisher.close();
    });
  }

  /** Data moved the watermark; `delayMs`: its delay. */
  observeData(delayMs: number): void {
    this.#delayMs = Math.max(0, delayMs);
    this.restart();
  }

  /** Restarts the idle timeout: data could not arrive, or was not read yet. */
  restart(): void {
    this.#idleSince = this.#needs.clock.elapsed();
  }

  /** To be called about every second with the watermark; does not block. */
  checkIdle(newest: number): void {
    const { bus, clock, isPaused = () => false } = this.#needs;
    const idleMs = this.#idleTimeoutMs();
    if (idleMs === undefined) return;
    if (!bus.connected() || isPaused()) {
      this.restart();
      return;
    }
    const nowMs = clock.elapsed();
    const isDue = nowMs - this.#idleSince >= idleMs && nowMs - this.#sentAt >= this.#intervalMs;
    const until = clock.now().getTime() - idleMs - this.#delayMs;
    if (newest === 0 || !isDue || this.#isSending || until <= newest) return;
    this.#isSending = true;
    this.#sentAt = nowMs;
    void this.#send({ until, idleMs });
  }

  #idleTimeoutMs(): number | undefined {
    const { idleTimeoutMs } = this.#needs;
    return typeof idleTimeoutMs === 'function' ? idleTimeoutMs() : idleTimeoutMs;
  }

  async #send(heartbeat: { readonly until: number; readonly idleMs: number }): Promise<void> {
    const { clock, metrics } = this.#needs;
    const { pipeline, number } = this.#key;
    const began = clock.elapsed();
    const isSent = await this.#publish(heartbeat);
    this.#isSending = false;
    metrics.heartbeats.inc({ partition: String(number), pipeline, outcome: isSent ? 'sent' : 'rejected' });
    if (!isSent || clock.elapsed() - began > PUBLISH_TIMEOUT_MS) this.restart();
  }

  /** A heartbeat is so small that it fits where no data does, so a nearly full stream counts as full. */
  async #publish(heartbeat: { readonly until: number; readonly idleMs: number }): Promise<boolean> {
    const { bus, log } = this.#needs;
    const { pipeline, number } = this.#key;
    try {
      const { bytes, maxBytes } = await bus.streamState(streams[pipeline].name);
      if (fillLevel(bytes, maxBytes) === 'critical') return false;
      const published = await this.#publisher.publish({
        subject: subjectOf(pipeline, number),
        data: NO_ROWS,
        headers: heartbeatHeaderOf(inputLayouts[pipeline][0], heartbeat),
      });
      return published.ok;
    } catch (error) {
      log.debug({ err: error, partition: number, pipeline }, 'heartbeat publish failed');
      return false;
    }
  }
}
