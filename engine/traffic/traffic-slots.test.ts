import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSync } from '#platform/clock/steps.ts';
import { createFlowPartition } from '#engine/flow/flow-partition.ts';
import { trafficLimits } from '#schemas/flowmap/traffic-state.ts';
import {
  aFlow,
  flowInventory,
  networkFlowCodec,
  type TestFlowRow,
} from '#tests/fixtures/engine/flow-network.ts';
import { rounds } from '#tests/fixtures/rounds.ts';
import { TrafficSlots } from './traffic-slots.ts';
import { trafficStatesSteps } from './traffic-states.ts';

const START = Date.UTC(2026, 0, 1);
const SLOT = 10_000;

const row = fc
  .record({
    customer: fc.integer({ min: 1, max: 2 }),
    site: fc.integer({ min: 0, max: 3 }),
    source_site: fc.integer({ min: 0, max: 3 }),
    destination_site: fc.integer({ min: 0, max: 3 }),
    dscp: fc.constantFrom(0, 46),
    duplicate: fc.integer({ min: 0, max: 2 }),
    bytes: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    packets: fc.bigInt({ min: 1n, max: 1_000n }),
    received: fc.integer({ min: START, max: START + 9 * SLOT - 1 }),
  })
  .map(({ received, ...cells }) => aFlow({ at: received, ...cells, received }));

const keyOf = (each: Pick<TestFlowRow, 'customer' | 'source_site' | 'destination_site' | 'dscp'>) =>
  [each.customer, each.source_site, each.destination_site, each.dscp].join(' ');

/** Each flow that counts for its customer, between two places, received in the last minute. */
function naiveSums(rows: readonly TestFlowRow[], from: number, to: number): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const each of rows) {
    if (each.duplicate !== 0 || each.source_site === each.destination_site) continue;
    if (each.received < from || each.received >= to) continue;
    sums.set(keyOf(each), (sums.get(keyOf(each)) ?? 0) + Number(each.bytes));
  }
  return sums;
}

function statesAt(slots: TrafficSlots, now: number) {
  const covered = slots.coveredSlots(now);
  return covered.slots.length === 0
    ? []
    : runSync(trafficStatesSteps(covered.slots, { epoch: 'a', end: covered.end }));
}

const published = (slots: TrafficSlots, now: number): ReadonlyMap<string, number> =>
  new Map(
    statesAt(slots, now).flatMap(({ customer, source, destination, dscp, bytes }) =>
      bytes.map((sum, index): [string, number] => [
        [customer, source[index], destination[index], dscp[index]].join(' '),
        sum,
      ]),
    ),
  );

/** The flow pipeline, whose rows the slots see. */
function pipelineOf(slots: TrafficSlots): (rows: readonly TestFlowRow[], receivedAt: number) => void {
  const partition = createFlowPartition({
    windowSeconds: 60,
    allowedLatenessMs: SLOT,
    inventory: flowInventory(2, 3),
    alarms: [],
    maxUnknownKeys: 2,
    traffic: slots,
    output: { measures: () => undefined, events: () => undefined },
  });
  return (rows, receivedAt) => {
    runSync(partition.pushSteps('flows', networkFlowCodec.encode(rows), { sequence: 0, receivedAt }));
  };
}

/** As the broker delivers them: in the order of their arrival, some rows a message. */
function acceptAll(slots: TrafficSlots, rows: readonly TestFlowRow[], perMessage: number): void {
  const accept = pipelineOf(slots);
  const sorted = [...rows].sort((a, b) => a.received - b.received);
  for (let from = 0; from < sorted.length; from += perMessage) {
    const own = sorted.slice(from, from + perMessage);
    accept(own, (own.at(-1)?.received ?? 0) + 200);
  }
}

describe('traffic between sites', () => {
  it('is the sum of the flows of the last minute, each counted once for its customer', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 120 }), fc.integer({ min: 1, max: 20 }), (rows, perMessage) => {
        const slots = new TrafficSlots(START - SLOT);
        acceptAll(slots, rows, perMessage);
        const now = START + 9 * SLOT + 1_000;
        expect(published(slots, now)).toEqual(naiveSums(rows, START + 3 * SLOT, START + 9 * SLOT));
      }),
      { numRuns: rounds(50) },
    );
  });

  it('covers the complete slots since a takeover, and no slot that the former owner has seen in part', () => {
    const slots = new TrafficSlots(START + 5 * SLOT);
    // The checkpoint of the former owner ends in the middle of a slot.
    const rows = [3.5, 4.2, 5.5].map((at) =>
      aFlow({ at: START + at * SLOT, source_site: 1, destination_site: 2, bytes: 100n }),
    );
    const accept = pipelineOf(slots);
    for (const each of rows) accept([each], each.received);
    const [state] = statesAt(slots, START + 6 * SLOT);
    expect(state).toMatchObject({ seconds: 20, end: START + 6 * SLOT, bytes: [200] });
    expect(statesAt(slots, START + 4 * SLOT)).toEqual([]);
  });

  it('counts keys above the limit together', () => {
    const slots = new TrafficSlots(START, { ...trafficLimits, keysPerCustomer: 2 });
    const rows = [1, 2, 3, 4].map((site) =>
      aFlow({ at: START + SLOT, source_site: site, destination_site: 0, bytes: BigInt(site) }),
    );
    pipelineOf(slots)(rows, START + SLOT);
    const [state] = statesAt(slots, START + 2 * SLOT);
    expect(state).toMatchObject({ source: [2, 1], bytes: [2, 1], others: { bytes: 7 } });
  });

  it('is bounded while hours of stored flows are consumed', () => {
    const slots = new TrafficSlots(START);
    const hours = Array.from({ length: 200 }, (_, slot) => START + slot * SLOT);
    const accept = pipelineOf(slots);
    for (const at of hours) accept([aFlow({ at, source_site: 1 })], at);
    const covered = slots.coveredSlots(START + 200 * SLOT);
    expect(covered.slots.filter((slot) => slot !== undefined)).toHaveLength(6);
    expect(slots.coveredSlots(START + 100 * SLOT).slots.every((slot) => slot === undefined)).toBe(true);
  });

  it('takes a receive time ahead of the broker as the time of the broker', () => {
    const slots = new TrafficSlots(START);
    const early = aFlow({ at: START + 30 * SLOT, source_site: 1, bytes: 5n });
    pipelineOf(slots)([early], START + SLOT);
    expect(statesAt(slots, START + 2 * SLOT)).toMatchObject([{ bytes: [5] }]);
  });
});
