import { counters } from '#schemas/counter/catalogue.ts';
import { wrapMs } from '#schemas/line/narrow-counter.ts';
import { bitsPerCount } from '#schemas/line/plausible-growth.ts';
import { contractOf } from '#schemas/inventory/contract.ts';
import type { InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { discontinuityOf, isWrapKnown, wideValue, widen } from '../../counter/widen.ts';
import type { Cell } from '../cell.ts';
import type { InterfaceReading } from '../interface/interface-rows.ts';
import { narrowColumns } from '../interface/objects.ts';
import type { Poll } from '../poll.ts';
import { LineState, type AboveSpeed, type NarrowCounters, type Way } from './line-state.ts';

/** Shortest time over which traffic is compared with the speed of the line: bursts and delayed responses are shorter. */
const MEASURED_MS = 60_000;
/** Times of responses differ from those of counters: a full line is measured at about 100 %. */
const LEAST_PERCENT = 101;
const MS_PER_SECOND = 1_000;

const ways: readonly (readonly [Way, number])[] = [
  ['in', counters.in_octets.id],
  ['out', counters.out_octets.id],
];

/** Contracted bandwidth, else the reported speed; undefined: no percentage can be given. */
function comparedSpeed(
  entry: Pick<InterfaceEntry, 'bandwidthInBps' | 'bandwidthOutBps'>,
  way: Way,
  { speed }: Pick<LineState, 'speed'>,
): Pick<AboveSpeed, 'of' | 'speedBps'> | undefined {
  const { inBps, outBps } = contractOf(entry);
  const contract = way === 'in' ? inBps : outBps;
  if (contract !== undefined) return { of: 'contract', speedBps: contract };
  return speed && { of: speed.from, speedBps: speed.bps };
}

/** Compares the traffic of one way with the speed of the line, at most once a minute. */
function measureWay(
  line: LineState,
  [way, entry]: readonly [Way, InterfaceEntry],
  now: { readonly value: bigint; readonly atMs: number; readonly discontinuity: number },
): void {
  const start = line.measured[way];
  const isComparable = start?.discontinuity === now.discontinuity && now.value >= start.value;
  if (start === undefined || !isComparable) {
    line.measured[way] = now;
    return;
  }
  const elapsedMs = now.atMs - start.atMs;
  if (elapsedMs < MEASURED_MS) return;
  line.measured[way] = now;
  delete line.above[way];
  const speed = comparedSpeed(entry, way, line);
  if (speed === undefined) return;
  const bits = Number(now.value - start.value) * bitsPerCount.octet;
  const percent = (100 * bits * MS_PER_SECOND) / elapsedMs / speed.speedBps;
  if (percent > LEAST_PERCENT) line.above[way] = { ...speed, percent, atMs: now.atMs };
}

/** A port as it was read in a poll. */
interface ReadPort {
  readonly entry: InterfaceEntry;
  readonly restarted: boolean;
}

/** Extends 32-bit counters to 64 bits. */
export function widenNarrow(
  { memory, clock, count }: Pick<Poll, 'memory' | 'clock' | 'count'>,
  { narrow, speed }: Pick<InterfaceReading, 'narrow' | 'speed'>,
  { entry, restarted }: { readonly entry: Pick<InterfaceEntry, 'id'>; readonly restarted: boolean },
): readonly Cell[] {
  return narrow.map(({ counter, value, read }) => {
    const key = `${String(entry.id)}.${String(counter)}`;
    const before = memory.widened.get(key);
    const reading = {
      raw: Number(value),
      seenMs: read?.atMs ?? clock.now().getTime(),
      restarted,
      maxPerSecond: (speed?.bps ?? 0) / (narrowColumns.get(counter)?.bits ?? 1),
    };
    if (!isWrapKnown(before, reading)) count('may have wrapped');
    const wide = widen(before, reading);
    memory.widened.set(key, wide);
    return { counter, value: wideValue(wide), read, epoch: wide.epoch };
  });
}

/** The 32-bit counters that wrap first. */
function narrowCounters({ narrow, speed }: InterfaceReading): NarrowCounters | undefined {
  const bits = narrow.map(({ counter }) => narrowColumns.get(counter)?.bits ?? Infinity);
  if (bits.length === 0 || speed === undefined) return undefined;
  const least = Math.min(...bits);
  return {
    withinMs: wrapMs(speed.bps, least),
    of: least === bitsPerCount.octet ? 'octets' : 'packets',
  };
}

const lineOf = (lines: Map<number, LineState>, id: number): LineState => {
  const line = lines.get(id) ?? new LineState();
  lines.set(id, line);
  return line;
};

/** Remembers what the agent says of the line. */
function describeLine(line: LineState, reading: InterfaceReading, { entry, restarted }: ReadPort): void {
  line.speed = reading.speed;
  line.narrow = narrowCounters(reading);
  line.hasNoSpeed = ways.some(([way]) => comparedSpeed(entry, way, line) === undefined);
  line.begin(reading.discontinuity, restarted);
}

/** The 64-bit values without those that no line could have carried, and what is no traffic. */
function acceptedCells(
  { cells, speed }: InterfaceReading,
  line: LineState,
  { count, timeOf }: Pick<Poll, 'count'> & { readonly timeOf: (cell: Cell) => number },
): readonly Cell[] {
  return cells.flatMap((cell): readonly Cell[] => {
    const counted = { counter: cell.counter, value: Number(cell.value), atMs: timeOf(cell) };
    const epoch = line.accept(counted, speed?.bps ?? 0);
    if (epoch === undefined) {
      count('counter fault');
      return [];
    }
    return [epoch === 0 ? cell : { ...cell, epoch }];
  });
}

/**
 * The cells of a port that are stored: 32-bit counters widened, without values that no line could have carried, which are counted. What the
 * counters say of the line is remembered.
 */
export function lineCells(
  poll: Pick<Poll, 'memory' | 'clock' | 'count'>,
  reading: InterfaceReading,
  port: ReadPort,
): readonly Cell[] {
  const { memory, count, clock } = poll;
  const line = lineOf(memory.lines, port.entry.id);
  describeLine(line, reading, port);
  const nowMs = clock.now().getTime();
  const timeOf = ({ read }: Cell): number => read?.atMs ?? nowMs;
  const cells = [...acceptedCells(reading, line, { count, timeOf }), ...widenNarrow(poll, reading, port)];
  for (const [way, counter] of ways) {
    const cell = cells.find((one) => one.counter === counter);
    if (cell === undefined) continue;
    const discontinuity = discontinuityOf(reading.discontinuity, cell.epoch ?? 0);
    measureWay(line, [way, port.entry], { value: cell.value, atMs: timeOf(cell), discontinuity });
  }
  return cells;
}
