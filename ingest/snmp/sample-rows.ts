import { counters } from '#schemas/counter/catalogue.ts';
import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import type { samples } from '#schemas/table/samples.ts';
import type { RowOf } from '#schemas/table/table.ts';
import type { PollResult } from './poll-device.ts';
import { uptimeMs } from './uptime.ts';
import type { Uptime } from './uptime.ts';

export type SampleRow = RowOf<(typeof samples)['columns']>;

/** An answer within a poll comes at most this long after the first: an hour. */
const LONGEST_POLL_TICKS = 360_000;
const WRAP = 2 ** 32;

/** The agent's time of one answer; that of the poll when the answer did not say. */
function timeOf(uptime: Uptime | undefined, ticks: number | undefined): bigint {
  if (uptime === undefined) return 0n;
  if (ticks === undefined) return uptimeMs(uptime);
  const hasWrapped = ticks < uptime.ticks && uptime.ticks > WRAP - LONGEST_POLL_TICKS;
  return uptimeMs({ ...uptime, ticks, wrapped: uptime.wrapped + (hasWrapped ? WRAP : 0) });
}

/** The rows of one poll, all at the same time. A device that did not answer has one row: its poll was due. */
export function sampleRows(
  device: DeviceEntry,
  { answered, atMs, interfaces }: PollResult,
  uptime: Uptime | undefined,
): readonly SampleRow[] {
  const common = { customer: device.customer, site: device.site, at: atMs };
  const own = {
    ...common,
    element: device.id,
    discontinuity: 0,
    uptime: answered ? timeOf(uptime, undefined) : 0n,
  };
  const poll: SampleRow = { ...own, counter: counters.poll.id, value: BigInt(answered) };
  if (!answered) return [poll];
  const since: readonly SampleRow[] =
    uptime === undefined ? [] : [{ ...own, counter: counters.uptime.id, value: own.uptime }];
  const ports = interfaces.flatMap(({ interfaceId, cells, discontinuity }) =>
    cells.map(({ counter, value, ticks }) => ({
      ...common,
      element: interfaceId,
      counter,
      value,
      discontinuity,
      uptime: timeOf(uptime, ticks),
    })),
  );
  return [poll, ...since, ...ports];
}
