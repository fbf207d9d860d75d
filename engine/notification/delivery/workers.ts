import { streams } from '#schemas/bus/stream.ts';
import {
  jobSubjects,
  type JobKind,
  type MailJob,
  type TrapJob,
  type WebhookJob,
} from '#schemas/notification/job.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Job } from '#platform/bus/work-queue.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { DeliveryLog } from './delivery-log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { JobQueue } from '../dispatch/job-queue.ts';
import { JobWorker, type JobWorkerNeeds } from './job-worker.ts';
import type { Deliverer } from './outcome.ts';
import type { NotificationThreads } from '../webhook/notification-threads.ts';
import { parkJob } from './park-job.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

export interface WorkersNeeds extends Omit<
  JobWorkerNeeds,
  'deliveries' | 'breaker' | 'ending' | 'park' | 'enqueue' | 'firstSequence'
> {
  readonly bus: Bus;
  readonly db: Db;
  /** From 0 to 1. */
  readonly random: () => number;
  /** A job of a killed process is redelivered after this time. */
  readonly ackWaitMs: number;
  readonly threads: Pick<NotificationThreads, 'deleteExpired'>;
  readonly deliverers: {
    readonly webhook: Deliverer<WebhookJob>;
    readonly trap: Deliverer<TrapJob>;
    readonly mail: Deliverer<MailJob>;
  };
}

/** Jobs that a worker looks at at once: most only find that it is not their turn. */
const MAX_HELD = 256;
/** Concurrent attempts per kind. */
const ATTEMPTS = { webhook: 64, trap: 32, mail: 4 } as const satisfies Record<JobKind, number>;
/** Time for running attempts to finish at shutdown. */
const SHUTDOWN_TIMEOUT_MS = 7_000;
const SWEEP_MS = 3_600_000;

function sweepDeliveries(
  deliveries: DeliveryLog,
  { clock, log, threads }: Pick<WorkersNeeds, 'clock' | 'log' | 'threads'>,
  signal: AbortSignal,
): void {
  const sweep = async (): Promise<void> =>
    Promise.all([deliveries.deleteExpired(), threads.deleteExpired()])
      .then(() => undefined)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'delivery log sweep failed');
      });
  clock.every(SWEEP_MS, sweep, signal);
}

/** Consumes and delivers jobs. */
export const workers = (needs: WorkersNeeds): Component => ({
  name: 'workers',
  async start(signal) {
    const { bus, clock, log, ackWaitMs, deliverers } = needs;
    await bus.ensureStreams([streams.jobs, streams.dead]);
    const publisher = bus.publisher();
    const queue = new JobQueue({
      bus,
      clock,
      onFull: () => {
        log.warn({ stream: streams.jobs.name }, 'stream full');
      },
    });
    const ending = new AbortController();
    const deliveries = new DeliveryLog(needs);
    const shared = {
      ...needs,
      deliveries,
      breaker: new CircuitBreaker(needs.random),
      ending: ending.signal,
      enqueue: queue.enqueue.bind(queue),
      firstSequence: (subject: string) => bus.firstSequence(streams.jobs.name, subject),
      park: (job: Job, cause: string) => parkJob(publisher, job, cause),
    };
    const run = (kind: JobKind, handle: JobWorker<WebhookJob>['handle']): Promise<void> =>
      bus.work(
        {
          stream: streams.jobs.name,
          subject: jobSubjects(kind),
          name: `notification-${kind}`,
          ackWaitMs,
          concurrency: MAX_HELD,
          signal,
          onFailure: (error) => {
            log.warn({ err: error, kind }, 'job fetch failed');
          },
        },
        handle,
      );
    const { webhook, trap, mail } = deliverers;
    const running = Promise.all([
      run('webhook', new JobWorker(shared, webhook, ATTEMPTS.webhook).handle),
      run('trap', new JobWorker(shared, trap, ATTEMPTS.trap).handle),
      run('mail', new JobWorker(shared, mail, ATTEMPTS.mail).handle),
    ]);
    sweepDeliveries(deliveries, needs, signal);
    return {
      ready: () => bus.connected(),
      async stop() {
        await Promise.race([running, clock.wait(SHUTDOWN_TIMEOUT_MS)]);
        ending.abort(new Error('process shutting down'));
        await running;
        queue.close();
        publisher.close();
      },
    };
  },
});
