import { runSync } from '#platform/clock/steps.ts';
import { createFlowPartition, type FlowPartition } from '#engine/flow/flow-partition.ts';
import { TrafficSlots } from '#engine/traffic/traffic-slots.ts';
import { trafficStatesSteps } from '#engine/traffic/traffic-states.ts';
import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { flowBenchInventory, flowBenchMessage, ROWS_PER_MESSAGE } from '../flow-measures.ts';
import { quantile } from '../harness/quantile.ts';
import type { BenchResult } from '../harness/result.ts';

const START_MS = Date.UTC(2026, 0, 1);
/** Ten seconds of flows: states are made after each. */
const SLOTS = 24;
const MESSAGES_PER_SLOT = 500;
const SLOT_MS = 10_000;
const ROUNDS = 5;
const { rowBytes, offset } = layoutOf(flows);

/** Puts the time of a message into its rows. */
function stamp(bytes: Uint8Array, at: number): void {
  const view = new DataView(bytes.buffer);
  for (let row = 0; row < bytes.length; row += rowBytes) {
    view.setBigInt64(row + offset.last, BigInt(at), true);
    view.setBigInt64(row + offset.received, BigInt(at), true);
  }
}

/** CPU in microseconds. A call takes a few of them, so that it has to be about many messages. */
const cpu = (run: () => void): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

function newPartition(traffic?: TrafficSlots): FlowPartition {
  const ignore = (): void => undefined;
  return createFlowPartition({
    windowSeconds: 300,
    allowedLatenessMs: 60_000,
    inventory: flowBenchInventory(),
    alarms: [],
    maxUnknownKeys: 20_000,
    output: { measures: ignore, events: ignore },
    ...(traffic === undefined ? {} : { traffic }),
  });
}

interface SentMessage {
  readonly bytes: Uint8Array;
  readonly receivedAt: number;
}

function push(partition: FlowPartition, messages: readonly SentMessage[]): void {
  for (const { bytes, receivedAt } of messages)
    runSync(partition.pushSteps('flows', bytes, { sequence: 0, receivedAt }));
}

function publish(slots: TrafficSlots, at: number): void {
  const { end, slots: covered } = slots.coveredSlots(at);
  for (const state of runSync(trafficStatesSteps(covered, { epoch: 'bench', end }))) JSON.stringify(state);
}

/** Nanoseconds a row of the pipeline alone, with the traffic between sites, and of making its states. */
function measure(messages: readonly Uint8Array[]) {
  const slots = new TrafficSlots(START_MS);
  const [alone, both] = [newPartition(), newPartition(slots)];
  const spent = { alone: 0, both: 0, states: 0 };
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const from = START_MS + slot * SLOT_MS;
    const own = messages.map((bytes, number) => {
      const receivedAt = from + Math.floor((number * SLOT_MS) / messages.length);
      stamp(bytes, receivedAt);
      return { bytes, receivedAt };
    });
    const pushAlone = (): void => {
      spent.alone += cpu(() => {
        push(alone, own);
      });
    };
    // In turns, so that neither always finds the messages in the caches.
    if (slot % 2 === 0) pushAlone();
    spent.both += cpu(() => {
      push(both, own);
    });
    if (slot % 2 === 1) pushAlone();
    spent.states += cpu(() => {
      publish(slots, from + SLOT_MS);
    });
  }
  const perRow = (of: number): number => (of * 1_000) / (SLOTS * messages.length * ROWS_PER_MESSAGE);
  return { alone: perRow(spent.alone), both: perRow(spent.both), states: perRow(spent.states) };
}

/** CPU of the live traffic between sites as a share of that of the flow pipeline, which sums the same rows by window. */
async function run(): Promise<readonly BenchResult[]> {
  const messages = Array.from({ length: MESSAGES_PER_SLOT }, (_, number) => flowBenchMessage(number));
  measure(messages);
  const rounds = Array.from({ length: ROUNDS }, () => measure(messages));
  const result = (name: string, unit: string, of: (round: (typeof rounds)[number]) => number) => {
    const samples = rounds.map(of);
    return { name, value: quantile(samples, 0.5), unit, samples };
  };
  return Promise.resolve([
    result(
      'live-traffic',
      '% of the engine',
      ({ alone, both, states }) => 100 * (1 - alone / (both + states)),
    ),
    result('  flow pipeline without it', 'ns/row', ({ alone }) => alone),
    result('  flow pipeline with it', 'ns/row', ({ both }) => both),
    result('  states published', 'ns/row', ({ states }) => states),
  ]);
}

export const liveTraffic = { name: 'live-traffic', run };
