import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { acquireLease } from '#platform/bus/lease.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import { buckets, streams, type StreamKey } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { HealthReport } from '#schemas/health/report.ts';
import { StreamRejection } from '#schemas/health/stream-rejection.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { LEASE_MS } from '#platform/lease/leased-partitions.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import { JobQueue } from '../dispatch/job-queue.ts';
import type { NotificationMetrics } from '../notification-metrics.ts';
import { HealthTrouble, HealthTroubleState } from './health-trouble.ts';
import { platformJobs } from './platform-jobs.ts';
import { CLEAR_AFTER_MS, StreamTrouble, TroubleState } from './stream-trouble.ts';

interface Needs {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: NotificationMetrics;
  readonly settings: { readonly current: NotificationSettings };
  readonly rule: { readonly windowMs: number };
  /** Full streams are reported as clear after this time without a rejection; a minute by default. */
  readonly calmMs?: number;
  /** Unique name of this process among those of which one watches. */
  readonly process: string;
}

const CHECK_INTERVAL_MS = SECOND_MS;
const RETRY_MS = SECOND_MS;
/** Keys in the positions bucket. */
const STATE_KEY = 'streams.trouble';
const HEALTH_KEY = 'health.trouble';
const isStream = (name: string): name is StreamKey => Object.hasOwn(streams, name);

async function storedTrouble(needs: Needs, positions: Bucket): Promise<StreamTrouble> {
  const { log, calmMs = CLEAR_AFTER_MS } = needs;
  const rule = { windowMs: needs.rule.windowMs, calmMs };
  const stored = await positions.get(STATE_KEY);
  if (stored === undefined) return new StreamTrouble(rule);
  const state = TroubleState.safeParse(JSON.parse(Buffer.from(stored.value).toString() || 'null'));
  if (!state.success) log.warn({ err: state.error }, 'stream trouble state unreadable');
  return new StreamTrouble(rule, state.data);
}

async function storedHealthTrouble(needs: Needs, positions: Bucket): Promise<HealthTrouble> {
  const { log, clock, calmMs = CLEAR_AFTER_MS } = needs;
  const rule = { windowMs: needs.rule.windowMs, calmMs };
  const nowMs = clock.now().getTime();
  const stored = await positions.get(HEALTH_KEY);
  if (stored === undefined) return new HealthTrouble(rule, nowMs);
  const state = HealthTroubleState.safeParse(JSON.parse(Buffer.from(stored.value).toString() || 'null'));
  if (!state.success) log.warn({ err: state.error }, 'stream trouble state unreadable');
  return new HealthTrouble(rule, nowMs, state.data);
}

interface Troubles {
  readonly streams: StreamTrouble;
  readonly health: HealthTrouble;
}

/** Watches for full streams and critical parts of the platform. The state is stored in a bucket, so that another process can continue. */
class StreamWatch {
  readonly #needs: Needs;
  readonly #positions: Bucket;
  readonly #queue: JobQueue;
  readonly #trouble: StreamTrouble;
  readonly #health: HealthTrouble;
  #storedHealth = '';
  #isChanged = false;

  constructor(needs: Needs, positions: Bucket, { streams: trouble, health }: Troubles) {
    this.#needs = needs;
    this.#positions = positions;
    this.#trouble = trouble;
    this.#health = health;
    this.#queue = new JobQueue({ ...needs, onFull: () => needs.metrics.full.inc() });
  }

  async run(signal: AbortSignal): Promise<void> {
    const { bus, clock } = this.#needs;
    bus.subscribe(subjects.streamRejected, ({ data }) => this.#observe(data), { signal });
    bus.subscribe(
      subjects.health,
      ({ data }) => this.#health.observe(HealthReport.parse(unpackJson(data)), clock.now().getTime()),
      { signal },
    );
    try {
      while (!signal.aborted) {
        await this.#notifyIfDue(signal);
        await this.#notifyOfHealth(signal);
        await clock.wait(CHECK_INTERVAL_MS, signal);
      }
    } finally {
      this.#queue.close();
    }
  }

  #observe(data: Uint8Array): void {
    const { stream, ...counts } = StreamRejection.parse(JSON.parse(Buffer.from(data).toString()));
    if (!isStream(stream)) return;
    const rejection = { ...counts, stream: streams[stream].name };
    if (this.#trouble.observeRejection(rejection, this.#needs.clock.now().getTime())) this.#isChanged = true;
  }

  /** Stores the state before the jobs: if another process sends them again, they have the same keys. */
  async #notifyIfDue(signal: AbortSignal): Promise<void> {
    const { clock, settings } = this.#needs;
    if (this.#isChanged) await this.#store();
    const nowMs = clock.now().getTime();
    const notice = this.#trouble.due(nowMs);
    if (notice === undefined) return;
    const number = this.#trouble.state?.notices ?? 0;
    await this.#queue.enqueue(platformJobs(notice, number, settings.current), signal);
    this.#trouble.markNotified(notice, nowMs);
    await this.#store();
  }

  /** As for streams: the state is stored before the jobs. */
  async #notifyOfHealth(signal: AbortSignal): Promise<void> {
    const { clock, settings } = this.#needs;
    const nowMs = clock.now().getTime();
    const notice = this.#health.due(nowMs);
    if (notice === undefined) return;
    await this.#storeHealth();
    const number = this.#health.state?.notices ?? 0;
    await this.#queue.enqueue(platformJobs(notice, number, settings.current), signal);
    this.#health.markNotified(notice, nowMs);
    await this.#storeHealth();
  }

  async #storeHealth(): Promise<void> {
    const { state } = this.#health;
    const text = state === undefined ? '' : JSON.stringify(state);
    if (text === this.#storedHealth) return;
    this.#storedHealth = text;
    if (state === undefined) await this.#positions.remove(HEALTH_KEY);
    else await this.#positions.put(HEALTH_KEY, text);
  }

  async #store(): Promise<void> {
    const { state } = this.#trouble;
    this.#isChanged = false;
    if (state === undefined) await this.#positions.remove(STATE_KEY);
    else await this.#positions.put(STATE_KEY, JSON.stringify(state));
  }
}

/** Watches for as long as it holds the lease. */
async function watchWhileLeased(
  needs: Needs,
  { leases, positions }: { readonly leases: Bucket; readonly positions: Bucket },
  signal: AbortSignal,
): Promise<void> {
  const { clock, process: owner } = needs;
  const lease = await acquireLease(
    { bucket: leases, ttlMs: LEASE_MS, owner, clock },
    'notification.streams',
    signal,
  );
  if (lease === undefined) return;
  try {
    const watch = new StreamWatch(needs, positions, {
      streams: await storedTrouble(needs, positions),
      health: await storedHealthTrouble(needs, positions),
    });
    await watch.run(AbortSignal.any([signal, lease.lost]));
  } finally {
    if (!lease.lost.aborted) await lease.release();
  }
}

/** Notifies the provider of full streams and critical parts of the platform by mail, webhook and trap. One process watches at a time. */
export const streamWatch = (needs: Needs): Component => ({
  name: 'stream watch',
  async start(signal) {
    const { bus, clock, log } = needs;
    await bus.ensureStreams([streams.jobs]);
    const leases = await bus.bucket(buckets.leases, { ttlMs: LEASE_MS });
    const positions = await bus.bucket(buckets.positions);
    const watching = async (): Promise<void> => {
      while (!signal.aborted) {
        try {
          await watchWhileLeased(needs, { leases, positions }, signal);
        } catch (error) {
          if (!signal.aborted) log.warn({ err: error }, 'stream watch failed');
        }
        await clock.wait(RETRY_MS, signal);
      }
    };
    const running = watching();
    return {
      async stop() {
        await running;
      },
    };
  },
});
