import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { subjects } from '#schemas/bus/subject.ts';
import { BEAT_PERIOD_MS, beatFigures, type ProcessBeat } from '#schemas/health/process-beat.ts';
import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock/clock.ts';
import type { IdSource } from '../id/id.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { release } from './release.ts';

interface BeatNeeds {
  readonly process: string;
  /** Distinguishes processes of the same kind; empty where there is one. */
  readonly instance?: string;
  readonly metrics: Pick<Metrics, 'sums'>;
  readonly clock: Clock;
  readonly ids: Pick<IdSource, 'uuid'>;
}

const MICROSECONDS = 1_000;
const NANOSECONDS = 1_000_000;
const DELAY_RESOLUTION_MS = 20;

/** What a process says of itself to the server: what it uses, what it waits for, and a part of its metrics. */
export class ProcessBeats {
  readonly #needs: BeatNeeds;
  readonly run: string;
  readonly #startedAt: number;
  readonly #delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  #cpu = process.cpuUsage();
  #atMs: number;
  #notReady: () => Promise<readonly string[]> = () => Promise.resolve([]);

  constructor(needs: BeatNeeds) {
    this.#needs = needs;
    this.run = needs.ids.uuid();
    this.#startedAt = needs.clock.now().getTime() - Math.round(process.uptime() * MICROSECONDS);
    this.#atMs = needs.clock.elapsed();
  }

  /** Source of the parts of the process that are not ready. */
  judgedBy(notReady: () => Promise<readonly string[]>): void {
    this.#notReady = notReady;
  }

  /** Publishes a beat now and every two seconds until the signal aborts, and then a last one. */
  start(bus: Pick<Bus, 'publish'>, signal: AbortSignal): void {
    const { clock } = this.#needs;
    this.#delay.enable();
    const send = async (isEnding: boolean): Promise<void> => {
      bus.publish(subjects.processAlive, JSON.stringify(await this.#beat(isEnding)));
    };
    void send(false);
    clock.every(BEAT_PERIOD_MS, () => send(false), signal);
    signal.addEventListener(
      'abort',
      () => {
        this.#delay.disable();
        void send(true);
      },
      { once: true },
    );
  }

  async #beat(isEnding: boolean): Promise<ProcessBeat> {
    const { process: name, instance = '', clock, metrics } = this.#needs;
    const [waitingFor, figures] = isEnding
      ? [[], {}]
      : [await this.#notReady(), await metrics.sums(beatFigures)];
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    const loopDelayMs = Math.max(0, this.#delay.max / NANOSECONDS - DELAY_RESOLUTION_MS);
    this.#delay.reset();
    return {
      process: name,
      instance,
      run: this.run,
      release,
      startedAt: this.#startedAt,
      sentAt: clock.now().getTime(),
      isEnding,
      waitingFor: [...waitingFor],
      cpu: this.#cores(),
      memoryBytes: process.memoryUsage.rss(),
      heapShare: used / limit,
      loopDelayMs,
      figures,
    };
  }

  #cores(): number {
    const nowMs = this.#needs.clock.elapsed();
    const { user, system } = process.cpuUsage(this.#cpu);
    const elapsedMs = Math.max(1, nowMs - this.#atMs);
    this.#cpu = process.cpuUsage();
    this.#atMs = nowMs;
    return (user + system) / MICROSECONDS / elapsedMs;
  }
}
