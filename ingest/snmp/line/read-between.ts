import { narrowReading, wrapMs, type ReadingLimits } from '#schemas/line/narrow-counter.ts';
import type { DeviceMemory, LearnedPort } from '../device/device-memory.ts';
import { toStoredValue } from '../interface/interface-rows.ts';
import { holdsPort } from '../interface/learn-indexes.ts';
import { narrowColumns } from '../interface/objects.ts';
import type { Poll } from '../poll.ts';
import type { RequestContext } from '../request/get-objects.ts';
import { readInOrder } from '../request/read-in-order.ts';
import { widenNarrow } from './line-cells.ts';
import type { LineState } from './line-state.ts';

/** Interval at which 32-bit counters of the device are read between polls; undefined: its polls are enough, or nothing is. */
export function betweenIntervalMs(
  { lines }: Pick<DeviceMemory, 'lines'>,
  limits: ReadingLimits,
): number | undefined {
  let least: number | undefined;
  for (const { narrow } of lines.values()) {
    if (narrow === undefined) continue;
    const reading = narrowReading(narrow.withinMs, limits);
    if (reading.is === 'between polls') least = Math.min(least ?? Infinity, reading.everyMs);
  }
  return least;
}

/** A port whose counters wrap too fast for the polls. */
interface FastPort {
  readonly id: number;
  readonly port: LearnedPort;
  readonly line: LineState;
  readonly counters: readonly number[];
  readonly oids: readonly string[];
}

function fastPorts({ ports, lines }: DeviceMemory, limits: ReadingLimits): readonly FastPort[] {
  const isFast = (line: LineState, counter: number): boolean => {
    const { bits = Infinity } = narrowColumns.get(counter) ?? {};
    return narrowReading(wrapMs(line.speed?.bps ?? 0, bits), limits).is === 'between polls';
  };
  return [...(ports ?? [])].flatMap(([id, port]) => {
    const line = lines.get(id);
    if (line?.narrow === undefined) return [];
    const counters = [...port.narrow].filter((counter) => isFast(line, counter));
    const columns = [port.nameColumn, ...counters.map((counter) => narrowColumns.get(counter)?.oid ?? '')];
    const oids = columns.map((column) => `${column}.${String(port.index)}`);
    return counters.length === 0 ? [] : [{ id, port, line, counters, oids }];
  });
}

/**
 * Reads the 32-bit counters that wrap too fast for the polls, so that each wrap is seen; the values are published by the polls. A device
 * that has restarted or moved a port is left to its next poll.
 */
export async function readBetween(
  poll: Pick<Poll, 'memory' | 'clock' | 'count'>,
  context: RequestContext,
  limits: ReadingLimits,
): Promise<void> {
  const { memory } = poll;
  await readInOrder(context, fastPorts(memory, limits), (ports, { values }) => {
    for (const { id, port, line, counters, oids } of ports) {
      const [held, ...measured] = oids.map((oid) => values.get(oid));
      if (held === undefined || !holdsPort(port, held.value)) continue;
      if ((held.read.ticks ?? Infinity) < (memory.uptime?.ticks ?? 0)) continue;
      const narrow = counters.flatMap((counter, at) => {
        const found = measured[at];
        const value = found && toStoredValue('counter32', found.value);
        return value === undefined ? [] : [{ counter, value, read: found?.read }];
      });
      widenNarrow(poll, { narrow, speed: line.speed }, { entry: { id }, restarted: false });
    }
  });
}
