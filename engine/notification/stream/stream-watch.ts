import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { takeLease } from '#platform/bus/lease.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import { buckets, streams } from '#schemas/bus/stream.ts';
import type { StreamKey } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { StreamRefusal } from '#schemas/health/stream-refusal.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { LEASE_MS } from '../../lease/leased-partitions.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import { JobQueue } from '../dispatch/job-queue.ts';
import type { NotificationMetrics } from '../notification-metrics.ts';
import { streamJobs } from './stream-jobs.ts';
import { CALM_MS, StreamTrouble, TroubleState } from './stream-trouble.ts';

interface Needs {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: NotificationMetrics;
  readonly settings: { readonly current: NotificationSettings };
  readonly rule: { readonly windowMs: number };
  /** Full streams are told as well again after so long without a refusal. */
  readonly calmMs?: number;
  /** Name of this process among those of which one watches. */
  readonly process: string;
}

const LOOK_MS = SECOND_MS;
const RETRY_MS = SECOND_MS;
/** In the bucket of positions. */
const STATE = 'streams.trouble';
const isStream = (name: string): name is StreamKey => Object.hasOwn(streams, name);

async function storedTrouble(needs: Needs, positions: Bucket): Promise<StreamTrouble> {
  const { log, calmMs = CALM_MS } = needs;
  const rule = { windowMs: needs.rule.windowMs, calmMs };
  const stored = await positions.get(STATE);
  if (stored === undefined) return new StreamTrouble(rule);
  const state = TroubleState.safeParse(JSON.parse(Buffer.from(stored.value).toString() || 'null'));
  if (!state.success) log.warn({ err: state.error }, 'what was told of full streams cannot be read');
  return new StreamTrouble(rule, state.data);
}

/** What is told of full streams, kept in the bucket, so that another process tells it on. */
class StreamWatch {
  readonly #needs: Needs;
  readonly #positions: Bucket;
  readonly #queue: JobQueue;
  readonly #trouble: StreamTrouble;
  #isChanged = false;

  constructor(needs: Needs, positions: Bucket, trouble: StreamTrouble) {
    this.#needs = needs;
    this.#positions = positions;
    this.#trouble = trouble;
    this.#queue = new JobQueue({ ...needs, onFull: () => needs.metrics.full.inc() });
  }

  async run(signal: AbortSignal): Promise<void> {
    const { bus, clock } = this.#needs;
    bus.subscribe(subjects.streamRefused, ({ data }) => this.#saw(data), { signal });
    try {
      while (!signal.aborted) {
        await this.#look(signal);
        await clock.wait(LOOK_MS, signal);
      }
    } finally {
      this.#queue.close();
    }
  }

  #saw(data: Uint8Array): void {
    const { stream, ...told } = StreamRefusal.parse(JSON.parse(Buffer.from(data).toString()));
    if (!isStream(stream)) return;
    const refusal = { ...told, stream: streams[stream].name };
    if (this.#trouble.refuse(refusal, this.#needs.clock.now().getTime())) this.#isChanged = true;
  }

  /** The state before the jobs: told again by whoever comes after, they have the same keys. */
  async #look(signal: AbortSignal): Promise<void> {
    const { clock, settings } = this.#needs;
    if (this.#isChanged) await this.#store();
    const nowMs = clock.now().getTime();
    const notice = this.#trouble.due(nowMs);
    if (notice === undefined) return;
    const number = this.#trouble.state?.notices ?? 0;
    await this.#queue.put(streamJobs(notice, number, settings.current), signal);
    this.#trouble.told(notice, nowMs);
    await this.#store();
  }

  async #store(): Promise<void> {
    const { state } = this.#trouble;
    this.#isChanged = false;
    if (state === undefined) await this.#positions.remove(STATE);
    else await this.#positions.put(STATE, JSON.stringify(state));
  }
}

/** Holds the lease as long as it can, and watches meanwhile. */
async function watchInTurn(
  needs: Needs,
  { leases, positions }: { readonly leases: Bucket; readonly positions: Bucket },
  signal: AbortSignal,
): Promise<void> {
  const { clock, process: owner } = needs;
  const lease = await takeLease(
    { bucket: leases, ttlMs: LEASE_MS, owner, clock },
    'notification.streams',
    signal,
  );
  if (lease === undefined) return;
  try {
    const watch = new StreamWatch(needs, positions, await storedTrouble(needs, positions));
    await watch.run(AbortSignal.any([signal, lease.lost]));
  } finally {
    if (!lease.lost.aborted) await lease.release();
  }
}

/** Tells the provider by mail, webhook and trap of streams that are full; one process does. */
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
          await watchInTurn(needs, { leases, positions }, signal);
        } catch (error) {
          if (!signal.aborted) log.warn({ err: error }, 'full streams could not be told of, tried again');
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
