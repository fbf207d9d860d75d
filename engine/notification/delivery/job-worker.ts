import { streams } from '#schemas/bus/stream.ts';
import { NotificationJob } from '#schemas/notification/job.ts';
import type { Job } from '#platform/bus/work-queue.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { NotificationMetrics } from '../notification-metrics.ts';
import type { Attempted, DeliveryLog } from './delivery-log.ts';
import { reasonOf, type Deliverer, type AttemptOutcome } from './outcome.ts';
import { Permits } from './permits.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';

export interface JobWorkerNeeds {
  readonly log: Log;
  readonly clock: Clock;
  readonly metrics: NotificationMetrics;
  readonly deliveries: DeliveryLog;
  readonly breaker: CircuitBreaker;
  /** Older jobs are dead. */
  readonly maxAgeMs: number;
  /** Enqueues jobs; resolves when they are stored. */
  readonly enqueue: (jobs: readonly NotificationJob[], signal: AbortSignal) => Promise<void>;
  /** Returns the sequence of the oldest job of a subject. */
  readonly firstSequence: (subject: string) => Promise<number | undefined>;
  /** Parks an unreadable job with the cause. */
  readonly park: (job: Job, cause: string) => Promise<void>;
  /** Aborted when the process must end now: running attempts are interrupted and retried later. */
  readonly ending: AbortSignal;
}

const STORE_RETRY_MS = 1_000;
const DUPLICATE_RETRY_MS = 1_000;
const UNREAD_RETRY_MS = 5_000;
/** How long a job waits for its predecessor before it looks again: at first, and once it is `OLD_MS` old. */
const TURN_RETRY_MS = 250;
const OLD_TURN_RETRY_MS = 2_000;
const OLD_MS = 5_000;

const stateOf = { delivered: 'delivered', rejected: 'dead', dropped: 'dropped', failed: 'retrying' } as const;

const isOver = (known: Attempted | undefined): boolean => known !== undefined && known.state !== 'retrying';

/**
 * Delivers the jobs of one kind. Each is recorded as delivered, dropped or dead before it leaves the queue.
 */
export class JobWorker<Kind extends NotificationJob> {
  readonly #needs: JobWorkerNeeds;
  readonly #deliverer: Deliverer<Kind>;
  /** Keys of running jobs: a job that is queued twice is not delivered concurrently. */
  readonly #running = new Set<string>();
  readonly #permits: Permits;

  /** `attempts`: that run at once. Jobs that only wait for their turn are not counted. */
  constructor(needs: JobWorkerNeeds, deliverer: Deliverer<Kind>, attempts: number) {
    this.#permits = new Permits(attempts);
    this.#needs = needs;
    this.#deliverer = deliverer;
  }

  handle = async (message: Job): Promise<void> => {
    const read = this.#read(message);
    if (typeof read === 'string') {
      this.#needs.log.error(
        { stream: streams.jobs.name, seq: message.seq, reason: read },
        'dead letter parked',
      );
      await this.#needs.park(message, read);
      await message.done();
      return;
    }
    if (this.#running.has(read.key)) {
      message.retry(DUPLICATE_RETRY_MS);
      return;
    }
    this.#running.add(read.key);
    try {
      await this.#work(read, message);
    } catch (error) {
      // A store is unavailable: nothing was sent, since earlier attempts and jobs are unknown.
      this.#needs.log.warn({ err: error, job: read.key }, 'job start failed');
      message.retry(UNREAD_RETRY_MS);
    } finally {
      this.#running.delete(read.key);
    }
  };

  /** Returns the job, or why it cannot be read. */
  #read({ data }: Job): Kind | string {
    try {
      const job = NotificationJob.parse(JSON.parse(new TextDecoder().decode(data)));
      return job.kind === this.#deliverer.kind ? (job as Kind) : `a job of kind ${job.kind}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async #work(job: Kind, message: Job): Promise<void> {
    const { clock, breaker } = this.#needs;
    const target = this.#deliverer.targetOf(job);
    // Checked before the database: many jobs may wait for an unavailable target.
    const closedMs = breaker.waitMs(target, clock.elapsed());
    if (closedMs > 0) {
      message.retry(closedMs);
      return;
    }
    const turnMs = await this.#waitForTurnMs(job, message);
    if (turnMs > 0) {
      message.retry(turnMs);
      return;
    }
    await this.#permits.run(() => this.#deliverOnce(job, message));
  }

  async #deliverOnce(job: Kind, message: Job): Promise<void> {
    const { clock, deliveries, breaker, maxAgeMs, ending } = this.#needs;
    if (ending.aborted) {
      message.retry(1);
      return;
    }
    const target = this.#deliverer.targetOf(job);
    const known = await deliveries.find(job.key);
    if (isOver(known)) {
      await message.done();
      return;
    }
    const attempts = known?.attempts ?? 0;
    if (clock.now().getTime() - job.sinceMs > maxAgeMs) {
      const response = `expired after ${String(attempts)} attempts; last response: ${known?.response ?? 'none'}`;
      await this.#end(job, message, { state: 'dead', attempts, response });
      return;
    }
    const waitMs = breaker.tryAcquire(target, clock.elapsed());
    if (waitMs > 0) message.retry(waitMs);
    else await this.#attempt(job, message, attempts + 1);
  }

  /**
   * Returns how long to wait for the predecessor, 0 if it is over. A job leaves the stream when it is over, so the oldest of the subject is
   * next: in every process, after every restart.
   */
  async #waitForTurnMs({ order }: Kind, { subject, seq, timeMs }: Job): Promise<number> {
    if (order === undefined) return 0;
    const first = await this.#needs.firstSequence(subject);
    if (first === undefined || first >= seq) return 0;
    return this.#needs.clock.now().getTime() - timeMs < OLD_MS ? TURN_RETRY_MS : OLD_TURN_RETRY_MS;
  }

  async #attempt(job: Kind, message: Job, attempts: number): Promise<void> {
    const { metrics, log, ending } = this.#needs;
    const outcome = await this.#deliver(job);
    metrics.attempts.inc({ kind: job.kind, outcome: outcome.is });
    const waitMs = this.#release(job, outcome);
    // Interrupted by shutdown: the next process delivers it.
    if (ending.aborted && outcome.is === 'failed') {
      message.retry(1);
      return;
    }
    const attempted = { state: stateOf[outcome.is], attempts, response: outcome.response };
    if (outcome.is !== 'failed') {
      // Enqueued before the outcome is recorded: if killed in between, all is repeated rather than a part
      // lost.
      if ('follow' in outcome) await this.#needs.enqueue(outcome.follow ?? [], ending);
      await this.#end(job, message, attempted);
      return;
    }
    log.info({ job: job.key, attempts, response: outcome.response, waitMs }, 'delivery failed');
    await this.#record(job, attempted);
    message.retry(waitMs);
  }

  async #deliver(job: Kind): Promise<AttemptOutcome> {
    try {
      return await this.#deliverer.deliver(job, this.#needs.ending);
    } catch (error) {
      this.#needs.log.error({ err: error, job: job.key }, 'delivery attempt crashed');
      return { is: 'failed', response: reasonOf(error) };
    }
  }

  /** Reports the outcome to the circuit breaker and returns how long a failed job waits. */
  #release(job: Kind, outcome: AttemptOutcome): number {
    const { breaker, clock } = this.#needs;
    const target = this.#deliverer.targetOf(job);
    if (outcome.is === 'failed') return breaker.failed(target, clock.elapsed(), outcome.retryAfterMs);
    breaker.succeeded(target);
    return 0;
  }

  async #end(job: Kind, message: Job, attempted: Attempted): Promise<void> {
    const { log } = this.#needs;
    const { state, attempts, response } = attempted;
    if (state === 'dead') log.warn({ job: job.key, attempts, response }, 'notification not delivered');
    // If it cannot be recorded, the job stays in the queue and is redelivered.
    if (await this.#record(job, attempted)) await message.done();
  }

  /** Retries until recorded, while the job is held; returns false if the process ends first. */
  async #record(job: Kind, attempted: Attempted): Promise<boolean> {
    const { deliveries, log, clock, ending } = this.#needs;
    for (;;) {
      try {
        await deliveries.record(job, attempted);
        return true;
      } catch (error) {
        if (ending.aborted) return false;
        log.warn({ err: error, job: job.key }, 'delivery record failed');
        await clock.wait(STORE_RETRY_MS, ending);
      }
    }
  }
}
