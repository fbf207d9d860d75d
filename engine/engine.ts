import { streams } from '#schemas/bus/stream.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { noDefinitions } from '#schemas/kpi/definition.ts';
import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { BacktestService } from './backtest/backtest-service.ts';
import type { WorkerNeeds } from './worker/worker-needs.ts';
import { leasedPartitions } from './lease/leased-partitions.ts';
import type { StartPartition } from './lease/leased-partitions.ts';
import { startPartition } from './worker/start-partition.ts';
import type { PartitionWork } from './worker/start-partition.ts';

/** Loaded at start and kept current until the signal aborts. */
export interface Configuration {
  readonly inventory: { readonly current: Inventory };
  readonly alarms: { readonly current: readonly AlarmDefinition[] };
  /** None by default. */
  readonly definitions?: { readonly current: KpiDefinitions };
  /** None by default. */
  readonly silences?: { readonly current: readonly Silence[] };
  /** Creates elements for flow targets; none by default. */
  readonly targets?: WorkerNeeds['targets'];
}

const noSilences: readonly Silence[] = [];

export interface EngineNeeds extends Omit<
  WorkerNeeds,
  'inventory' | 'alarms' | 'definitions' | 'silences' | 'backtests' | 'targets'
> {
  /** Where backtests read measures; without it they are not answered. */
  readonly clickhouse?: ClickHouse;
  /** Unique name of this engine among those that share the partitions. */
  readonly engine: string;
  /** See `LeaseOptions`. */
  readonly leaseMs?: number | undefined;
  readonly configuration: (signal: AbortSignal) => Promise<Configuration>;
}

/**
 * The numbering of deltas starts over whenever a partition is acquired: each time under a new epoch, the
 * first one being that of the process.
 */
function withNumberedEpochs(
  epoch: string,
  start: (partition: number, epoch: string, signal: AbortSignal) => Promise<PartitionWork>,
): StartPartition {
  const taken = new Map<number, number>();
  return (partition, signal) => {
    const times = taken.get(partition) ?? 0;
    taken.set(partition, times + 1);
    return start(partition, times === 0 ? epoch : `${epoch}.${String(times)}`, signal);
  };
}

/**
 * The components of the engine in start order: streams and configuration, then its share of the partitions.
 */
export function engineComponents({ configuration, clickhouse, ...needs }: EngineNeeds): readonly Component[] {
  let held: Configuration | undefined;
  const loaded = (): Configuration => {
    if (held === undefined) throw new Error('configuration used before it was loaded');
    return held;
  };
  const current = {
    inventory: {
      get current() {
        return loaded().inventory.current;
      },
    },
    alarms: {
      get current() {
        return loaded().alarms.current;
      },
    },
    definitions: {
      get current() {
        return loaded().definitions?.current ?? noDefinitions;
      },
    },
    silences: {
      get current() {
        return loaded().silences?.current ?? noSilences;
      },
    },
  };
  const preparation: Component = {
    name: 'configuration',
    async start(signal) {
      await prepareStreams(needs.bus);
      held = await configuration(signal);
    },
  };
  const backtests =
    clickhouse === undefined ? undefined : new BacktestService({ ...needs, ...current, clickhouse });
  const startWork = withNumberedEpochs(needs.epoch, (partition, epoch, signal) =>
    startPartition({ ...needs, ...current, epoch, backtests, targets: loaded().targets }, partition, signal),
  );
  return [preparation, leasedPartitions(needs, startWork)];
}

const prepareStreams = (bus: Bus): Promise<void> =>
  bus.ensureStreams([
    streams.samples,
    streams.flows,
    streams.metrics,
    streams.measures,
    streams.alarms,
    streams.commands,
    streams.dead,
  ]);
