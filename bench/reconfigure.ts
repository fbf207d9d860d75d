import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { runSync, runCooperatively, type Steps } from '#platform/clock/steps.ts';
import { createPartition, type Partition } from '#engine/partition/partition.ts';
import { manyPortsAlarm, inventoryOf, pollRows, type ManyPorts } from './live/many-ports.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';

const WINDOW_SECONDS = 300;
const ALARMS = 5;
const ROUNDS = 3;
const CUSTOMER = 1;

const sites = Array.from({ length: 2_000 }, (_, at) => ({
  id: 1_000 + at,
  customer: CUSTOMER,
  name: `Site ${String(at)}`,
  active: true,
  city: '',
  country: '',
  latitude: 45,
  longitude: 4,
  networks: [],
}));

/** As they are saved for the `round`th time, some ports with thresholds of their own. */
const alarmsOf = (round: number, ports: readonly number[]): readonly AlarmDefinition[] =>
  Array.from({ length: ALARMS }, (_, index) =>
    manyPortsAlarm({
      id: index + 1,
      threshold: 3e7 + 1_000 * round + index,
      outliers: 3,
      measures: 5,
      byElement: new Map(ports.slice(0, index === 0 ? 20_000 : 0).map((port) => [port, 5e7 + round])),
    }),
  );

/** Other ports are removed after each round. */
const without = (inventory: Inventory, round: number): Inventory => ({
  ...inventory,
  interfaces: new Map([...inventory.interfaces].filter(([id]) => id % 100 !== round)),
});

interface Found {
  /** Longest time for which nothing else had its turn, and how long it took altogether, milliseconds. */
  readonly standsStill: number;
  readonly took: number;
}

const signal = new AbortController().signal;

async function watched<Value>(steps: Steps<Value>): Promise<Found> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  await systemClock.wait(50);
  delays.enable();
  const fromMs = performance.now();
  await runCooperatively(steps, { clock: systemClock, signal });
  const took = performance.now() - fromMs;
  // A delay of the last steps shows in the next turn.
  await systemClock.wait(20);
  delays.disable();
  return { standsStill: delays.max / 1e6, took };
}

async function measured(many: ManyPorts): Promise<{ taken: Found[]; changed: Found[] }> {
  const inventory = inventoryOf(many);
  const ids = [...inventory.interfaces.keys()];
  const partition: Partition = createPartition({
    windowSeconds: WINDOW_SECONDS,
    allowedLatenessMs: 60_000,
    inventory,
    alarms: alarmsOf(0, ids),
    output: { measures: () => undefined, events: () => undefined },
  });
  const at = (poll: number) => poll * WINDOW_SECONDS * 1_000;
  const load = (poll: number) => (port: number) => poll * (port % 100 === 0 ? 2e9 : 2e8);
  /** A sample that closes the windows before. */
  const closing = (poll: number): Steps =>
    partition.pushSteps(pollRows({ ...many, ports: 1 }, at(poll) + 120_000, load(poll)), {
      sequence: 0,
      receivedAt: Infinity,
    });
  const [taken, changed]: [Found[], Found[]] = [[], []];
  for (let poll = 0; poll < ROUNDS + 2; poll += 1) {
    runSync(partition.pushSteps(pollRows(many, at(poll), load(poll))));
    if (poll < 2) {
      for (const _ of closing(poll));
      continue;
    }
    const defined = { alarms: alarmsOf(poll, ids) };
    taken.push(await watched(partition.configureSteps(without(inventory, poll), defined)));
    changed.push(await watched(closing(poll)));
  }
  return { taken, changed };
}

async function run(): Promise<readonly BenchResult[]> {
  const results: BenchResult[] = [];
  for (const ports of [40_000, 200_000]) {
    const { taken, changed } = await measured({ customer: CUSTOMER, sites, ports });
    const name = `${String(ports * ALARMS)} instances`;
    const add = (what: string, found: readonly Found[], key: keyof Found): void => {
      const samples = found.map((one) => one[key]);
      results.push({ name: `${name}: ${what}`, value: quantile(samples, 0.5), unit: 'ms', samples });
    };
    add('a changed configuration is taken', taken, 'took');
    add('event loop stalled for at most', taken, 'standsStill');
    add('the window after which it is in force', changed, 'took');
    add('event loop stalled for at most', changed, 'standsStill');
  }
  return results;
}

/** How long an engine stands still while definitions, thresholds and inventory of very many alarm instances change. */
export const reconfigureBench = { name: 'reconfigure', run };
