import { NotificationJob } from '#schemas/notification/job.ts';
import type { Job } from '#platform/bus/work-queue.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { NotificationMetrics } from '../notification-metrics.ts';
import type { Attempted, DeliveryLog } from './delivery-log.ts';
import type { Deliverer, Outcome } from './outcome.ts';
import { reasonOf } from './outcome.ts';
import type { TargetGate } from './target-gate.ts';

export interface WorkerNeeds {
  readonly log: Log;
  readonly clock: Clock;
  readonly metrics: NotificationMetrics;
  readonly deliveries: DeliveryLog;
  readonly gate: TargetGate;
  /** A job whose matter is older is given up. */
  readonly maxAgeMs: number;
  /** Puts jobs into their queue; resolves when they are stored. */
  readonly put: (jobs: readonly NotificationJob[], signal: AbortSignal) => Promise<void>;
  /** Keeps a job that nobody can read, with the cause. */
  readonly park: (job: Job, cause: string) => Promise<void>;
  /** Aborted when the process has to end now: what is under way is cut off and comes again. */
  readonly ending: AbortSignal;
}

const STORE_RETRY_MS = 1_000;
const TWIN_RETRY_MS = 1_000;
const UNREAD_RETRY_MS = 5_000;

const stateOf = { delivered: 'delivered', refused: 'dead', dropped: 'dropped', failed: 'retrying' } as const;

const isOver = (known: Attempted | undefined): boolean => known !== undefined && known.state !== 'retrying';

/** Delivers the jobs of one kind: each is recorded as delivered, dropped or dead before it leaves the queue. */
export class JobWorker<Kind extends NotificationJob> {
  readonly #needs: WorkerNeeds;
  readonly #deliverer: Deliverer<Kind>;
  /** The same job can be in the queue twice: not both at once. */
  readonly #running = new Set<string>();

  constructor(needs: WorkerNeeds, deliverer: Deliverer<Kind>) {
    this.#needs = needs;
    this.#deliverer = deliverer;
  }

  handle = async (message: Job): Promise<void> => {
    const read = this.#read(message);
    if (typeof read === 'string') {
      this.#needs.log.error({ cause: read, seq: message.seq }, 'a job that nobody can read is parked');
      await this.#needs.park(message, read);
      await message.done();
      return;
    }
    if (this.#running.has(read.key)) {
      message.retry(TWIN_RETRY_MS);
      return;
    }
    this.#running.add(read.key);
    try {
      await this.#work(read, message);
    } catch (error) {
      // PostgreSQL is away: nothing was sent, since that it was not sent before is not known.
      this.#needs.log.warn({ err: error, key: read.key }, 'a job could not be begun, tried again');
      message.retry(UNREAD_RETRY_MS);
    } finally {
      this.#running.delete(read.key);
    }
  };

  /** The job, or why it is none. */
  #read({ data }: Job): Kind | string {
    try {
      const job = NotificationJob.parse(JSON.parse(new TextDecoder().decode(data)));
      return job.kind === this.#deliverer.kind ? (job as Kind) : `a job of kind ${job.kind}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async #work(job: Kind, message: Job): Promise<void> {
    const { clock, deliveries, gate, maxAgeMs } = this.#needs;
    const target = this.#deliverer.targetOf(job);
    const nowMs = clock.now().getTime();
    // Before the database is asked: many jobs may wait for a target that is away.
    const closedMs = gate.waitMs(target, clock.elapsed());
    if (closedMs > 0) {
      message.retry(closedMs);
      return;
    }
    const known = await deliveries.find(job.key);
    if (isOver(known)) {
      await message.done();
      return;
    }
    const attempts = known?.attempts ?? 0;
    if (nowMs - job.sinceMs > maxAgeMs) {
      const answer = `too old after ${String(attempts)} attempts; the last one: ${known?.answer ?? 'none'}`;
      await this.#end(job, message, { state: 'dead', attempts, answer });
      return;
    }
    const waitMs = gate.enter(target, clock.elapsed());
    if (waitMs > 0) message.retry(waitMs);
    else await this.#attempt(job, message, attempts + 1);
  }

  async #attempt(job: Kind, message: Job, attempts: number): Promise<void> {
    const { metrics, log, ending } = this.#needs;
    const outcome = await this.#deliver(job);
    metrics.attempts.inc({ kind: job.kind, outcome: outcome.is });
    const waitMs = this.#leave(job, outcome);
    // Cut off by our own end: whoever begins next delivers it.
    if (ending.aborted && outcome.is === 'failed') {
      message.retry(1);
      return;
    }
    const attempted = { state: stateOf[outcome.is], attempts, answer: outcome.answer };
    if (outcome.is !== 'failed') {
      // Before the end is recorded: killed in between, it is all done again rather than a part of it never.
      if ('follow' in outcome) await this.#needs.put(outcome.follow ?? [], ending);
      await this.#end(job, message, attempted);
      return;
    }
    log.info({ key: job.key, attempts, answer: outcome.answer, waitMs }, 'not delivered, tried again');
    await this.#record(job, attempted);
    message.retry(waitMs);
  }

  async #deliver(job: Kind): Promise<Outcome> {
    try {
      return await this.#deliverer.deliver(job, this.#needs.ending);
    } catch (error) {
      this.#needs.log.error({ err: error, key: job.key }, 'a delivery failed in a way that nobody foresaw');
      return { is: 'failed', answer: reasonOf(error) };
    }
  }

  /** Tells the gate; answers how long a failed job waits. */
  #leave(job: Kind, outcome: Outcome): number {
    const { gate, clock } = this.#needs;
    const target = this.#deliverer.targetOf(job);
    if (outcome.is === 'failed') return gate.failed(target, clock.elapsed(), outcome.retryAfterMs);
    gate.succeeded(target);
    return 0;
  }

  async #end(job: Kind, message: Job, attempted: Attempted): Promise<void> {
    const { log } = this.#needs;
    const { state, attempts, answer } = attempted;
    if (state === 'dead') log.warn({ key: job.key, attempts, answer }, 'a notification is given up');
    // Not recorded, it stays in the queue and comes again.
    if (await this.#record(job, attempted)) await message.done();
  }

  /** Tries until it is recorded, meanwhile the job is held; false when the process ends before. */
  async #record(job: Kind, attempted: Attempted): Promise<boolean> {
    const { deliveries, log, clock, ending } = this.#needs;
    for (;;) {
      try {
        await deliveries.record(job, attempted);
        return true;
      } catch (error) {
        if (ending.aborted) return false;
        log.warn({ err: error, key: job.key }, 'a delivery could not be recorded, tried again');
        await clock.wait(STORE_RETRY_MS, ending);
      }
    }
  }
}
