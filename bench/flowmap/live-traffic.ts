import { runSync } from '#platform/clock/steps.ts';
import { createFlowPartition } from '#engine/flow/flow-partition.ts';
import { TrafficSlots } from '#engine/traffic/traffic-slots.ts';
import { trafficStatesSteps } from '#engine/traffic/traffic-states.ts';
import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { flowBenchInventory, flowBenchMessage } from '../flow-measures.ts';
import type { BenchResult } from '../harness/result.ts';

const MESSAGES = 4_000;
const START_MS = Date.UTC(2026, 0, 1);
/** Ten seconds of flows: states are made after each. */
const MESSAGES_PER_SLOT = 500;
const SLOT_MS = 10_000;
const { rowBytes, offset } = layoutOf(flows);

/** Puts the time of a message into its rows. */
function stamp(bytes: Uint8Array, at: number): void {
  const view = new DataView(bytes.buffer);
  for (let row = 0; row < bytes.length; row += rowBytes) {
    view.setBigInt64(row + offset.last, BigInt(at), true);
    view.setBigInt64(row + offset.received, BigInt(at), true);
  }
}

const cpu = (run: () => void): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

/** CPU of the live traffic between sites as a share of that of the flow pipeline, which sums the same rows by window. */
async function run(): Promise<readonly BenchResult[]> {
  const messages = Array.from({ length: 200 }, (_, number) => flowBenchMessage(number));
  const ignore = (): void => undefined;
  const samples: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const partition = createFlowPartition({
      windowSeconds: 300,
      allowedLatenessMs: 60_000,
      inventory: flowBenchInventory(),
      alarms: [],
      maxUnknownKeys: 20_000,
      output: { measures: ignore, events: ignore },
    });
    const slots = new TrafficSlots(START_MS);
    let [pipeline, traffic] = [0, 0];
    for (let number = 0; number < MESSAGES; number += 1) {
      const bytes = messages[number % messages.length] ?? new Uint8Array();
      const at = START_MS + (number * SLOT_MS) / MESSAGES_PER_SLOT;
      stamp(bytes, at);
      pipeline += cpu(() => runSync(partition.pushSteps('flows', bytes)));
      traffic += cpu(() => slots.accept(bytes, at));
      if (number % MESSAGES_PER_SLOT !== MESSAGES_PER_SLOT - 1) continue;
      traffic += cpu(() => {
        const { end, slots: covered } = slots.coveredSlots(at);
        const states = runSync(trafficStatesSteps(covered, { epoch: 'bench', end }));
        for (const state of states) JSON.stringify(state);
      });
    }
    samples.push((100 * traffic) / (pipeline + traffic));
  }
  const value = [...samples].sort((a, b) => a - b)[1] ?? 0;
  return Promise.resolve([{ name: 'live-traffic', value, unit: '% of the engine', samples }]);
}

export const liveTraffic = { name: 'live-traffic', run };
