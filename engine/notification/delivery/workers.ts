import { streams } from '#schemas/bus/stream.ts';
import { jobSubject } from '#schemas/notification/job.ts';
import type { JobKind, MailJob, TrapJob, WebhookJob } from '#schemas/notification/job.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Job } from '#platform/bus/work-queue.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { DeliveryLog } from './delivery-log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { JobQueue } from '../dispatch/job-queue.ts';
import { JobWorker } from './job-worker.ts';
import type { WorkerNeeds } from './job-worker.ts';
import type { Deliverer } from './outcome.ts';
import { parkJob } from './park-job.ts';
import { TargetGate } from './target-gate.ts';

export interface WorkersNeeds extends Omit<WorkerNeeds, 'deliveries' | 'gate' | 'ending' | 'park' | 'put'> {
  readonly bus: Bus;
  readonly db: Db;
  /** From 0 to 1. */
  readonly random: () => number;
  /** A job of a process that was killed comes again after so long. */
  readonly ackWaitMs: number;
  readonly deliverers: {
    readonly webhook: Deliverer<WebhookJob>;
    readonly trap: Deliverer<TrapJob>;
    readonly mail: Deliverer<MailJob>;
  };
}

/** Attempts of a kind at once. */
const CONCURRENCY = { webhook: 64, trap: 32, mail: 4 } as const satisfies Record<JobKind, number>;
/** When the process ends, what is under way gets so long. */
const PATIENCE_MS = 7_000;
const SWEEP_MS = 3_600_000;

/** Takes jobs out of their queues and delivers them. */
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
        log.warn('the stream of jobs is full: what is to be tried again waits');
      },
    });
    const ending = new AbortController();
    const deliveries = new DeliveryLog(needs);
    const shared = {
      ...needs,
      deliveries,
      gate: new TargetGate(needs.random),
      ending: ending.signal,
      put: queue.put.bind(queue),
      park: (job: Job, cause: string) => parkJob(publisher, job, cause),
    };
    const run = (kind: JobKind, handle: JobWorker<WebhookJob>['handle']): Promise<void> =>
      bus.work(
        {
          stream: streams.jobs.name,
          subject: jobSubject(kind),
          name: `notification-${kind}`,
          ackWaitMs,
          concurrency: CONCURRENCY[kind],
          signal,
          onFailure: (error) => {
            log.warn({ err: error, kind }, 'jobs could not be taken, tried again');
          },
        },
        handle,
      );
    const running = Promise.all([
      run('webhook', new JobWorker(shared, deliverers.webhook).handle),
      run('trap', new JobWorker(shared, deliverers.trap).handle),
      run('mail', new JobWorker(shared, deliverers.mail).handle),
    ]);
    const sweep = (): Promise<void> =>
      deliveries.sweep().catch((error: unknown) => {
        log.warn({ err: error }, 'old deliveries could not be removed');
      });
    clock.every(SWEEP_MS, sweep, signal);
    return {
      ready: () => bus.connected(),
      async stop() {
        await Promise.race([running, clock.wait(PATIENCE_MS)]);
        ending.abort(new Error('the process ends'));
        await running;
        queue.close();
        publisher.close();
      },
    };
  },
});
