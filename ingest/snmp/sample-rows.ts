import { counters } from '#schemas/counter/catalogue.ts';
import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import type { samples } from '#schemas/table/samples.ts';
import type { RowOf } from '#schemas/table/table.ts';
import { discontinuityOf } from '../counter/widen.ts';
import type { Cell } from './cell.ts';
import type { PollStart, PollValues } from './poll.ts';
import { uptimeMs, type Uptime } from './uptime.ts';

export type SampleRow = RowOf<(typeof samples)['columns']>;

/** Maximum time from the first to the last response of a poll: an hour. */
const MAX_POLL_TICKS = 360_000;
const WRAP = 2 ** 32;

/** Agent time of a response; the poll's time if it has none. */
function agentTime(uptime: Uptime | undefined, ticks: number | undefined): bigint {
  if (uptime === undefined) return 0n;
  if (ticks === undefined) return uptimeMs(uptime);
  const hasWrapped = ticks < uptime.ticks && uptime.ticks > WRAP - MAX_POLL_TICKS;
  return uptimeMs({ ...uptime, ticks, wrapped: uptime.wrapped + (hasWrapped ? WRAP : 0) });
}

/**
 * Uptime of the device: by its engine, whose seconds last 68 years, else by sysUpTime with the wraps of 497 days seen
 * so far.
 */
function runningMs(engineTime: number | undefined, uptime: Uptime | undefined): bigint | undefined {
  if (engineTime !== undefined) return BigInt(engineTime) * 1_000n;
  return uptime === undefined ? undefined : uptimeMs(uptime);
}

type PolledDevice = Pick<DeviceEntry, 'id' | 'customer' | 'site'>;

/** Rows of the device itself at the start of a poll. A poll without a response has one row. */
export function startRows(
  { id, customer, site }: PolledDevice,
  { responded, atMs, engineTime }: PollStart,
  uptime: Uptime | undefined,
): readonly SampleRow[] {
  const own = {
    customer,
    site,
    at: atMs,
    element: id,
    discontinuity: 0,
    uptime: responded ? agentTime(uptime, undefined) : 0n,
  };
  const poll: SampleRow = { ...own, counter: counters.poll.id, value: BigInt(responded) };
  const running = responded ? runningMs(engineTime, uptime) : undefined;
  return running === undefined ? [poll] : [poll, { ...own, counter: counters.uptime.id, value: running }];
}

/** Rows of values, each with the time of its response. `atMs`: time of values without one. */
export function valueRows(
  { id, customer, site }: PolledDevice,
  { interfaces = [], components = [], own: ofDevice = [] }: Partial<PollValues>,
  { atMs, uptime }: { readonly atMs: number; readonly uptime: Uptime | undefined },
): readonly SampleRow[] {
  const rows: SampleRow[] = [];
  const add = (element: number, cells: readonly Cell[], discontinuity: number): void => {
    for (const { counter, value, read, epoch = 0 } of cells)
      rows.push({
        customer,
        site,
        element,
        counter,
        value,
        at: read?.atMs ?? atMs,
        discontinuity: discontinuityOf(discontinuity, epoch),
        uptime: agentTime(uptime, read?.ticks),
      });
  };
  add(id, ofDevice, 0);
  for (const { interfaceId, cells, discontinuity } of interfaces) add(interfaceId, cells, discontinuity);
  for (const { componentId, cells } of components) add(componentId, cells, 0);
  return rows;
}
