import type { Steps } from '#platform/clock/steps.ts';
import { trafficLimits, trafficTiming, type TrafficState } from '#schemas/flowmap/traffic-state.ts';
import { SumTable } from '../flow/sum-table.ts';
import { TRAFFIC_WIDTH, slotColumns, type TrafficSlot, type TrafficSums } from './traffic-slots.ts';

/** Keys merged in one step: about a millisecond. */
const KEYS_PER_STEP = 4_096;
const KEY_WORDS = 4;

interface MergedTraffic {
  readonly total: SumTable;
  readonly others: ReadonlyMap<number, TrafficSums>;
}

/** Adds up the slots: sums of integers, whose order does not matter. */
function* mergeSteps(slots: readonly (TrafficSlot | undefined)[]): Steps<MergedTraffic> {
  const total = new SumTable(TRAFFIC_WIDTH);
  const others = new Map<number, TrafficSums>();
  // Copied at once: rows arrive between two steps.
  const states = slots.flatMap((slot) => (slot === undefined ? [] : [slot.table.state()]));
  for (const slot of slots)
    for (const [customer, { bytes, packets }] of slot?.others ?? []) {
      const known = others.get(customer);
      others.set(customer, {
        bytes: (known?.bytes ?? 0) + bytes,
        packets: (known?.packets ?? 0) + packets,
      });
    }
  for (const { keys, sums } of states)
    for (let row = 0; row * KEY_WORDS < keys.length; row += 1) {
      const [customer = 0, site = 0, high = 0, low = 0] = keys.subarray(row * KEY_WORDS);
      const key = { customer, site, high, low };
      const known = total.find(key);
      const cell = known < 0 ? total.insert(key) : known;
      for (let column = 0; column < TRAFFIC_WIDTH; column += 1)
        total.add(cell + column, sums[row * TRAFFIC_WIDTH + column] ?? 0);
      if (row % KEYS_PER_STEP === KEYS_PER_STEP - 1) yield undefined;
    }
  return { total, others };
}

/** Rows of a merged table by customer, the heaviest first. */
function rowsByCustomer({
  keys,
  sums,
}: ReturnType<SumTable['state']>): ReadonlyMap<number, readonly number[]> {
  const rows = new Map<number, number[]>();
  for (let row = 0; row * KEY_WORDS < keys.length; row += 1) {
    const customer = keys[row * KEY_WORDS] ?? 0;
    const own = rows.get(customer);
    if (own === undefined) rows.set(customer, [row]);
    else own.push(row);
  }
  const bytesOf = (row: number): number => sums[row * TRAFFIC_WIDTH + slotColumns.bytes] ?? 0;
  for (const own of rows.values()) own.sort((a, b) => bytesOf(b) - bytesOf(a));
  return rows;
}

export interface TrafficTime {
  readonly epoch: string;
  readonly end: number;
}

/** The traffic of every customer in some slots. */
export function* trafficStatesSteps(
  slots: readonly (TrafficSlot | undefined)[],
  { epoch, end }: TrafficTime,
): Steps<readonly TrafficState[]> {
  const { total, others } = yield* mergeSteps(slots);
  const { keys, sums } = total.state();
  const rows = rowsByCustomer({ keys, sums });
  yield undefined;
  const states: TrafficState[] = [];
  for (const customer of new Set([...rows.keys(), ...others.keys()])) {
    const all = rows.get(customer) ?? [];
    const own = all.slice(0, trafficLimits.keysPerCustomer);
    const left = all.slice(trafficLimits.keysPerCustomer);
    const word = (index: number) => own.map((row) => keys[row * KEY_WORDS + index] ?? 0);
    const sum = (column: number) => (row: number) => sums[row * TRAFFIC_WIDTH + column] ?? 0;
    const leftSum = (column: number) => left.map(sum(column)).reduce((a, b) => a + b, 0);
    const over = others.get(customer);
    states.push({
      customer,
      epoch,
      end,
      seconds: slots.length * trafficTiming.slotSeconds,
      source: word(1),
      destination: word(2),
      dscp: word(3),
      bytes: own.map(sum(slotColumns.bytes)),
      packets: own.map(sum(slotColumns.packets)),
      others: {
        bytes: (over?.bytes ?? 0) + leftSum(slotColumns.bytes),
        packets: (over?.packets ?? 0) + leftSum(slotColumns.packets),
      },
    });
    yield undefined;
  }
  return states;
}
