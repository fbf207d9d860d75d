import { streams } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { LateReport } from '#schemas/collector/late-device.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { noDefinitions, type KpiDefinitions } from '#schemas/kpi/definition.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { Bus, BusMessage } from '#platform/bus/bus.ts';
import { packJson } from '#platform/bus/packed-json.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { BacktestService } from './backtest/backtest-service.ts';
import type { WorkerNeeds } from './worker/worker-needs.ts';
import { leasedPartitions, type LeasedComponent } from '#platform/lease/leased-partitions.ts';
import { engineGroup } from '#platform/lease/lease-group.ts';
import type { PartitionWork, StartPartition } from '#platform/lease/partition-work.ts';
import { LateDevices } from './worker/late-devices.ts';
import { startPartition } from './worker/start-partition.ts';

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
  'inventory' | 'alarms' | 'definitions' | 'silences' | 'backtests' | 'targets' | 'late'
> {
  /** Where backtests read measures; without it they get no response. */
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
  const late = new LateDevices({ ...needs, ...current });
  const startWork = withNumberedEpochs(needs.epoch, (partition, epoch, signal) =>
    startPartition(
      { ...needs, ...current, epoch, backtests, late, targets: loaded().targets },
      partition,
      signal,
    ),
  );
  const leased = leasedPartitions({ ...needs, group: engineGroup, member: needs.engine }, startWork);
  return [preparation, respondToLate(needs, { late, leased }), leased];
}

/** Reports the devices with late samples on request. */
const respondToLate = (
  { bus, allowedLatenessMs }: Pick<EngineNeeds, 'bus' | 'allowedLatenessMs'>,
  { late, leased }: { readonly late: LateDevices; readonly leased: LeasedComponent },
): Component => ({
  name: 'late devices',
  start(signal) {
    const respondLate = ({ respond }: BusMessage): void => {
      const report: LateReport = { engines: leased.members, allowedLatenessMs, devices: [...late.list()] };
      respond(packJson(report));
    };
    bus.subscribe(subjects.lateDevices, respondLate, { signal });
    return Promise.resolve(undefined);
  },
});

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
