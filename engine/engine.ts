import { streams } from '#schemas/bus/stream.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import type { WorkerNeeds } from './worker/partition-worker.ts';
import { partitionWorker } from './worker/partition-worker.ts';

/** Read at start and kept up to date until the signal is aborted. */
export interface Configuration {
  readonly inventory: { readonly current: Inventory };
  readonly alarms: { readonly current: readonly AlarmDefinition[] };
}

export interface EngineNeeds extends Omit<WorkerNeeds, 'inventory' | 'alarms'> {
  readonly configuration: (signal: AbortSignal) => Promise<Configuration>;
}

/** The parts of the engine in the order of their start: streams and configuration, then one worker for each partition. */
export function engineComponents({ configuration, ...needs }: EngineNeeds): readonly Component[] {
  let held: Configuration | undefined;
  const loaded = (): Configuration => {
    if (held === undefined) throw new Error('the configuration is read before anything else starts');
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
  };
  const preparation: Component = {
    name: 'configuration',
    async start(signal) {
      await prepareStreams(needs.bus);
      held = await configuration(signal);
    },
  };
  const workers = Array.from({ length: needs.partitions }, (_, number) =>
    partitionWorker({ ...needs, ...current }, number),
  );
  return [preparation, ...workers];
}

const prepareStreams = (bus: Bus): Promise<void> =>
  bus.ensureStreams([streams.samples, streams.measures, streams.alarms, streams.dead]);
