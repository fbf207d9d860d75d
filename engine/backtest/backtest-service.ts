import { BacktestJob } from '#schemas/cockpit/backtest.ts';
import type { BacktestOutcome, BacktestReply } from '#schemas/cockpit/backtest.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { backtestLimits } from '#schemas/limit/backtest.ts';
import { bucketSecondsOf } from '#schemas/time/bucket.ts';
import type { Bus, Notice } from '#platform/bus/bus.ts';
import { packJson, unpackJson } from '#platform/bus/packed-json.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { engineConfiguration } from '../configuration/engine-configuration.ts';
import type { Lane } from '../measure/sources.ts';
import { inventoryWithin } from './inventory-within.ts';
import { BacktestQueue } from './backtest-queue.ts';
import { backtest, lanesOf, valuesNeeded } from './backtest.ts';
import { periodOf } from './period.ts';
import { valueReader } from './read-values.ts';

const { maxValues, waiting, deadlineMs, buckets } = backtestLimits;
const AGAIN_SECONDS = 5;

export interface BacktestServiceNeeds {
  readonly bus: Bus;
  readonly clickhouse: ClickHouse;
  readonly clock: Clock;
  readonly log: Log;
  readonly inventory: { readonly current: Inventory };
  readonly windowSeconds: number;
}

/** A partition that this engine owns. */
export interface OwnedPartition {
  readonly number: number;
  readonly belongs: (customer: number) => boolean;
  /** Number of the newest window decided of a lane; negative when it has none. */
  readonly decided: (lane: Lane) => number;
  /** Aborted when the partition goes. */
  readonly signal: AbortSignal;
}

class RefusedError extends Error {
  readonly reply: BacktestReply & { ok: false };

  constructor(code: (BacktestReply & { ok: false })['code'], params: Record<string, number | string> = {}) {
    super(code);
    this.reply = { ok: false, code, params };
  }
}

/** Answers backtests of the customers of the partitions that this engine owns, beside its live work. */
export class BacktestService {
  readonly #needs: BacktestServiceNeeds;
  readonly #queue = new BacktestQueue(waiting);

  constructor(needs: BacktestServiceNeeds) {
    this.#needs = needs;
  }

  /** Until the signal of the partition is aborted. */
  answer(partition: OwnedPartition): void {
    this.#needs.bus.subscribe(
      subjects.backtest(partition.number),
      (notice) => void this.#reply(notice, partition),
      { signal: partition.signal },
    );
  }

  async #reply({ data, respond }: Notice, partition: OwnedPartition): Promise<void> {
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, partition.signal]);
    // Its own timer, so that a store that hangs is given up as well.
    void this.#needs.clock.wait(deadlineMs, signal).then(() => {
      ending.abort(new RefusedError('TIMED_OUT'));
    });
    try {
      const outcome = await this.#run(BacktestJob.parse(unpackJson(data)), partition, signal);
      respond(packJson({ ok: true, outcome } satisfies BacktestReply));
    } catch (error) {
      respond(packJson(this.#refused(error, signal)));
    } finally {
      ending.abort();
    }
  }

  #refused(error: unknown, { aborted, reason }: AbortSignal): BacktestReply {
    const cause: unknown = aborted ? reason : error;
    if (cause instanceof RefusedError) return cause.reply;
    this.#needs.log.warn({ err: error }, 'a backtest failed');
    return { ok: false, code: 'UNAVAILABLE', params: { tier: aborted ? 'engine' : 'ClickHouse' } };
  }

  async #run(job: BacktestJob, partition: OwnedPartition, signal: AbortSignal): Promise<BacktestOutcome> {
    const { clickhouse, inventory, windowSeconds } = this.#needs;
    const length = job.windowSeconds ?? windowSeconds;
    const own = job.customers.filter((customer) => partition.belongs(customer));
    const newest = Math.min(...[...lanesOf(job.rules)].map((lane) => partition.decided(lane)));
    const period = periodOf({
      from: job.from,
      to: job.to,
      length,
      measures: Math.max(...job.rules.map(({ measures }) => measures)),
      newest: Math.floor((newest * windowSeconds) / length) * length,
    });
    const work = {
      rules: job.rules,
      period,
      bucketSeconds: Math.max(length, bucketSecondsOf(job.to - job.from, buckets)),
      customers: new Map(
        own.map((customer) => [
          customer,
          engineConfiguration(
            inventoryWithin(inventory.current, job, customer),
            { alarms: [] },
            { belongs: (one) => one === customer },
          ).elements,
        ]),
      ),
    };
    const values = valuesNeeded(work);
    if (values > maxValues) throw new RefusedError('COCKPIT_BACKTEST_TOO_LARGE', { values, max: maxValues });
    if (!this.#queue.takes(own)) throw new RefusedError('COCKPIT_BACKTEST_BUSY', { seconds: AGAIN_SECONDS });
    return this.#queue.run(own, () => {
      signal.throwIfAborted();
      return backtest({ ...work, read: valueReader(clickhouse, signal), signal });
    });
  }
}
