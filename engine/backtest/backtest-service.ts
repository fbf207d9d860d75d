import { runSync } from '#platform/clock/steps.ts';
import { meansUnreachable } from '#schemas/alerting/dependency.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { BacktestOrder, type BacktestStatus, type BacktestReply } from '#schemas/cockpit/backtest-order.ts';
import type { BacktestJob } from '#schemas/cockpit/backtest.ts';
import { alarmTargetOf } from '#schemas/cockpit/target.ts';
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
import { engineConfigurationSteps } from '../configuration/engine-configuration.ts';
import type { Pipeline } from '../configuration/sources.ts';
import { inventoryWithin } from './inventory-within.ts';
import { BacktestJobs, StoppedError, type RunningJob } from './backtest-jobs.ts';
import { BacktestQueue } from './backtest-queue.ts';
import { runBacktest, pipelinesOf, valuesNeeded } from './backtest.ts';
import { customerFilterOf } from '../alarm/thresholds.ts';
import { lookback } from '../alarm/clearing.ts';
import { evaluationPeriod } from './period.ts';
import { valueReader } from './read-values.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';

const { maxValues, maxPerAccount, stalledAfterMs, buckets } = backtestLimits;
const RETRY_SECONDS = 5;

export interface BacktestServiceNeeds {
  readonly bus: Bus;
  readonly clickhouse: ClickHouse;
  readonly clock: Clock;
  readonly log: Log;
  readonly inventory: { readonly current: Inventory };
  readonly definitions: { readonly current: KpiDefinitions };
  readonly alarms: { readonly current: readonly AlarmDefinition[] };
  readonly windowSeconds: number;
}

/** A partition owned by this engine. */
export interface OwnedPartition {
  readonly number: number;
  readonly belongs: (customer: number) => boolean;
  /** Returns the number of the newest window decided in a pipeline; negative if there is none. */
  readonly decided: (pipeline: Pipeline) => number;
  /** Aborted when the engine no longer owns the partition. */
  readonly signal: AbortSignal;
}

const rejectionOf = (
  code: (BacktestReply & { ok: false })['code'],
  params: Record<string, number | string> = {},
): BacktestReply => ({ ok: false, code, params });

type Start = BacktestOrder & { readonly kind: 'start' };

/** Runs backtests for the customers of the owned partitions, alongside the live work. */
export class BacktestService {
  readonly #needs: BacktestServiceNeeds;
  readonly #queue = new BacktestQueue(backtestLimits);
  readonly #jobs: BacktestJobs;

  constructor(needs: BacktestServiceNeeds) {
    this.#needs = needs;
    this.#jobs = new BacktestJobs(needs.clock);
  }

  /** Responds to backtest requests until the signal of the partition aborts. */
  response(partition: OwnedPartition): void {
    this.#needs.bus.subscribe(
      subjects.backtest(partition.number),
      ({ data, respond }) => {
        respond(packJson(this.#responseTo(data, partition)));
      },
      { signal: partition.signal },
    );
  }

  #responseTo(data: Uint8Array, partition: OwnedPartition): BacktestReply | BacktestStatus {
    try {
      const order = BacktestOrder.parse(unpackJson(data));
      const { number } = partition;
      if (order.kind === 'poll')
        return this.#jobs.readStatus(order, number, () => this.#queue.ahead(order.id));
      if (order.kind === 'cancel')
        return this.#jobs.cancel(order, number) ? { ok: true } : rejectionOf('NOT_FOUND');
      return this.#start(order, partition);
    } catch (error) {
      this.#needs.log.warn({ err: error }, 'backtest request failed');
      return rejectionOf('UNAVAILABLE', { tier: 'engine' });
    }
  }

  #start(order: Start, partition: OwnedPartition): BacktestReply {
    const { clickhouse, log } = this.#needs;
    const { job } = order;
    const work = this.#work(job, partition);
    const customers = [...work.customers.keys()];
    const total = valuesNeeded(work);
    if (total > maxValues)
      return rejectionOf('COCKPIT_BACKTEST_TOO_LARGE', { values: total, max: maxValues });
    const room = this.#queue.roomFor(order);
    if (room === 'account full') return rejectionOf('COCKPIT_BACKTEST_OWN_LIMIT', { max: maxPerAccount });
    if (room === 'full') return rejectionOf('COCKPIT_BACKTEST_BUSY', { seconds: RETRY_SECONDS });
    const run = (running: RunningJob) =>
      this.#queue.run({ id: order.id, account: order.account, signal: running.signal }, () => {
        running.start();
        const { signal } = running;
        const onDone = (values: number): void => running.advance(values);
        return runBacktest({ ...work, read: valueReader(clickhouse, signal), signal, onDone });
      });
    this.#jobs.start(
      { key: order, partition, partitions: job.partitions, customers, total },
      run,
      (error) => {
        if (error instanceof StoppedError)
          return { code: error.code, params: { tier: 'engine', minutes: stalledAfterMs / MINUTE_MS } };
        if (partition.signal.aborted) return { code: 'COCKPIT_BACKTEST_ENDED', params: {} };
        log.warn({ err: error }, 'backtest failed');
        return { code: 'UNAVAILABLE', params: { tier: 'ClickHouse' } };
      },
    );
    return { ok: true };
  }

  /** By customer, the alarms that may explain those of the backtest. */
  #parentsOf(customers: readonly number[]): ReadonlyMap<number, readonly AlarmDefinition[]> {
    const { inventory, alarms } = this.#needs;
    const parents = alarms.current.filter(
      (alarm) => alarm.enabled && meansUnreachable(alarm) && alarmTargetOf(alarm) === 'device',
    );
    return new Map(
      customers
        .filter((customer) => inventory.current.customers.get(customer)?.explainsAlarms !== false)
        .map((customer) => [customer, parents.filter((alarm) => customerFilterOf(alarm)(customer))]),
    );
  }

  #work(job: BacktestJob, partition: OwnedPartition) {
    const { inventory, definitions, windowSeconds } = this.#needs;
    const length = job.windowSeconds ?? windowSeconds;
    const own = job.customers.filter((customer) => partition.belongs(customer));
    const measured = { rules: job.rules, definitions: definitions.current };
    const newest = Math.min(...[...pipelinesOf(measured)].map((pipeline) => partition.decided(pipeline)));
    const parents = this.#parentsOf(own);
    const looking = [...job.rules, ...[...parents.values()].flat()];
    return {
      ...measured,
      parents,
      period: evaluationPeriod({
        from: job.from,
        to: job.to,
        length,
        measures: Math.max(...looking.map((rule) => lookback(rule, length))),
        newest: Math.floor((newest * windowSeconds) / length) * length,
      }),
      bucketSeconds: Math.max(length, bucketSecondsOf(job.to - job.from, buckets)),
      customers: new Map(
        own.map((customer) => [
          customer,
          runSync(
            engineConfigurationSteps(
              inventoryWithin(inventory.current, job, customer),
              { alarms: [] },
              { belongs: (one) => one === customer },
            ),
          ).elements,
        ]),
      ),
    };
  }
}
