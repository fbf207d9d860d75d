import { BacktestOrder } from '#schemas/cockpit/backtest-order.ts';
import type { BacktestStanding, BacktestTaken } from '#schemas/cockpit/backtest-order.ts';
import type { BacktestJob } from '#schemas/cockpit/backtest.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import { backtestLimits } from '#schemas/limit/backtest.ts';
import { bucketSecondsOf } from '#schemas/time/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { packJson, unpackJson } from '#platform/bus/packed-json.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { engineConfiguration } from '../configuration/engine-configuration.ts';
import type { Lane } from '../measure/sources.ts';
import { inventoryWithin } from './inventory-within.ts';
import { BacktestJobs, StoppedError } from './backtest-jobs.ts';
import type { RunningJob } from './backtest-jobs.ts';
import { BacktestQueue } from './backtest-queue.ts';
import { backtest, lanesOf, valuesNeeded } from './backtest.ts';
import { periodOf } from './period.ts';
import { valueReader } from './read-values.ts';

const { maxValues, waiting, buckets } = backtestLimits;
const AGAIN_SECONDS = 5;

export interface BacktestServiceNeeds {
  readonly bus: Bus;
  readonly clickhouse: ClickHouse;
  readonly clock: Clock;
  readonly log: Log;
  readonly inventory: { readonly current: Inventory };
  readonly definitions: { readonly current: KpiDefinitions };
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

/** An engine may own several partitions of one backtest. */
const turnOf = ({ id }: Pick<BacktestOrder, 'id'>, partition: number): string => `${id}:${String(partition)}`;

const refusal = (
  code: (BacktestTaken & { ok: false })['code'],
  params: Record<string, number | string> = {},
): BacktestTaken => ({ ok: false, code, params });

type Start = BacktestOrder & { readonly kind: 'start' };

/** Runs backtests of the customers of the partitions that this engine owns, beside its live work. */
export class BacktestService {
  readonly #needs: BacktestServiceNeeds;
  readonly #queue = new BacktestQueue(waiting);
  readonly #jobs: BacktestJobs;

  constructor(needs: BacktestServiceNeeds) {
    this.#needs = needs;
    this.#jobs = new BacktestJobs(needs.clock);
  }

  /** Until the signal of the partition is aborted. */
  answer(partition: OwnedPartition): void {
    this.#needs.bus.subscribe(
      subjects.backtest(partition.number),
      ({ data, respond }) => {
        respond(packJson(this.#answerTo(data, partition)));
      },
      { signal: partition.signal },
    );
  }

  #answerTo(data: Uint8Array, partition: OwnedPartition): BacktestTaken | BacktestStanding {
    try {
      const order = BacktestOrder.parse(unpackJson(data));
      const { number } = partition;
      if (order.kind === 'look')
        return this.#jobs.look(order, number, () => this.#queue.ahead(turnOf(order, number)));
      if (order.kind === 'end') return this.#jobs.end(order, number) ? { ok: true } : refusal('NOT_FOUND');
      return this.#start(order, partition);
    } catch (error) {
      this.#needs.log.warn({ err: error }, 'a backtest cannot begin');
      return refusal('UNAVAILABLE', { tier: 'engine' });
    }
  }

  #start(order: Start, partition: OwnedPartition): BacktestTaken {
    const { clickhouse, log } = this.#needs;
    const { job } = order;
    const work = this.#work(job, partition);
    const customers = [...work.customers.keys()];
    const total = valuesNeeded(work);
    if (total > maxValues) return refusal('COCKPIT_BACKTEST_TOO_LARGE', { values: total, max: maxValues });
    if (!this.#queue.takes(customers)) return refusal('COCKPIT_BACKTEST_BUSY', { seconds: AGAIN_SECONDS });
    const run = (running: RunningJob) =>
      this.#queue.run({ id: turnOf(order, partition.number), customers, signal: running.signal }, () => {
        running.begin();
        const { signal } = running;
        const onDone = (values: number): void => running.advance(values);
        return backtest({ ...work, read: valueReader(clickhouse, signal), signal, onDone });
      });
    this.#jobs.begin(
      { key: order, partition, partitions: job.partitions, customers, total },
      run,
      (error) => {
        if (error instanceof StoppedError) return { code: error.code, params: { tier: 'engine' } };
        const isLost = partition.signal.aborted;
        if (!isLost) log.warn({ err: error }, 'a backtest failed');
        return { code: 'UNAVAILABLE', params: { tier: isLost ? 'engine' : 'ClickHouse' } };
      },
    );
    return { ok: true };
  }

  #work(job: BacktestJob, partition: OwnedPartition) {
    const { inventory, definitions, windowSeconds } = this.#needs;
    const length = job.windowSeconds ?? windowSeconds;
    const own = job.customers.filter((customer) => partition.belongs(customer));
    const measured = { rules: job.rules, definitions: definitions.current };
    const newest = Math.min(...[...lanesOf(measured)].map((lane) => partition.decided(lane)));
    return {
      ...measured,
      period: periodOf({
        from: job.from,
        to: job.to,
        length,
        measures: Math.max(...job.rules.map(({ measures }) => measures)),
        newest: Math.floor((newest * windowSeconds) / length) * length,
      }),
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
  }
}
