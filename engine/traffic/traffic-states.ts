import type { Steps } from '#platform/clock/steps.ts';
import { trafficLimits, trafficTiming, type TrafficState } from '#schemas/flowmap/traffic-state.ts';
import { SumTable } from '../flow/sum-table.ts';
import { TRAFFIC_WIDTH, slotColumns, type TrafficSlot, type TrafficSums } from './traffic-slot.ts';
import type { TrafficPairs } from './traffic-pairs.ts';

/** Keys merged in one step: about a millisecond. */
const KEYS_PER_STEP = 4_096;
const KEY_WORDS = 4;

/** Sums by key. */
interface TrafficTable {
  /** Four words per key: customer, source, destination, DSCP. */
  readonly keys: Uint32Array;
  readonly sums: Float64Array;
}

const noSums: TrafficSums = { bytes: 0, packets: 0 };

const addSums = (a: TrafficSums, b: TrafficSums): TrafficSums => ({
  bytes: a.bytes + b.bytes,
  packets: a.packets + b.packets,
});

/** By customer: what had no room in the slots. */
function mergeOthers(slots: readonly TrafficSlot[]): Map<number, TrafficSums> {
  const others = new Map<number, TrafficSums>();
  for (const slot of slots)
    for (const [customer, sums] of slot.others)
      others.set(customer, addSums(others.get(customer) ?? noSums, sums));
  return others;
}

/** Adds up slots that number pairs alike: sums of integers, whose order does not matter. Pairs without flows are left out. */
function sumOf(pairs: TrafficPairs, slots: readonly TrafficSlot[]): TrafficTable {
  const sums = new Float64Array(pairs.size * TRAFFIC_WIDTH);
  const present = new Uint8Array(pairs.size);
  for (const slot of slots) {
    const size = Math.min(pairs.size, slot.present.length);
    for (let pair = 0; pair < size; pair += 1)
      present[pair] = (present[pair] as number) | (slot.present[pair] as number);
    for (let at = 0; at < size * TRAFFIC_WIDTH; at += 1)
      sums[at] = (sums[at] as number) + (slot.sums[at] as number);
  }
  const keys = pairs.keys();
  let size = 0;
  for (let pair = 0; pair < pairs.size; pair += 1) {
    if (present[pair] !== 1) continue;
    for (let word = 0; word < KEY_WORDS; word += 1)
      keys[size * KEY_WORDS + word] = keys[pair * KEY_WORDS + word] as number;
    for (let column = 0; column < TRAFFIC_WIDTH; column += 1)
      sums[size * TRAFFIC_WIDTH + column] = sums[pair * TRAFFIC_WIDTH + column] as number;
    size += 1;
  }
  return { keys: keys.subarray(0, size * KEY_WORDS), sums: sums.subarray(0, size * TRAFFIC_WIDTH) };
}

function addRow(total: SumTable, { keys, sums }: TrafficTable, row: number): void {
  const at = row * KEY_WORDS;
  const word = (index: number): number => keys[at + index] ?? 0;
  const key = { customer: word(0), site: word(1), high: word(2), low: word(3) };
  const known = total.find(key);
  const cell = known < 0 ? total.insert(key) : known;
  for (let column = 0; column < TRAFFIC_WIDTH; column += 1)
    total.add(cell + column, sums[row * TRAFFIC_WIDTH + column] ?? 0);
}

/** Adds up the slots. */
function* mergeSteps(slots: readonly TrafficSlot[]): Steps<TrafficTable> {
  // Summed at once: rows arrive between two steps.
  const tables = [...Map.groupBy(slots, ({ pairs }) => pairs)].map(([pairs, own]) => sumOf(pairs, own));
  const [first, ...more] = tables;
  if (first !== undefined && more.length === 0) return first;
  const total = new SumTable(TRAFFIC_WIDTH);
  for (const table of tables)
    for (let row = 0; row * KEY_WORDS < table.keys.length; row += 1) {
      addRow(total, table, row);
      if (row % KEYS_PER_STEP === KEYS_PER_STEP - 1) yield undefined;
    }
  return total.state();
}

/** Rows of a merged table by customer, the heaviest first. */
function rowsByCustomer({ keys, sums }: TrafficTable): ReadonlyMap<number, readonly number[]> {
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
  const summed = slots.filter((slot) => slot !== undefined);
  const others = mergeOthers(summed);
  const { keys, sums } = yield* mergeSteps(summed);
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
      others: addSums(others.get(customer) ?? noSums, {
        bytes: leftSum(slotColumns.bytes),
        packets: leftSum(slotColumns.packets),
      }),
    });
    yield undefined;
  }
  return states;
}
