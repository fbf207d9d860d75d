import { counters } from '#schemas/counter/catalogue.ts';
import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import type { samples } from '#schemas/table/samples.ts';
import type { RowOf } from '#schemas/table/table.ts';
import { discontinuityOf } from '../counter/widen.ts';
import type { PollResult } from './poll.ts';
import { uptimeMs } from './uptime.ts';
import type { Uptime } from './uptime.ts';

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

/** Rows of one poll, all with the same time. A poll without a response has one row. */
export function sampleRows(
  device: DeviceEntry,
  { answered, atMs, interfaces, components, own: values, engineTime }: PollResult,
  uptime: Uptime | undefined,
): readonly SampleRow[] {
  const common = { customer: device.customer, site: device.site, at: atMs };
  const own = {
    ...common,
    element: device.id,
    discontinuity: 0,
    uptime: answered ? agentTime(uptime, undefined) : 0n,
  };
  const poll: SampleRow = { ...own, counter: counters.poll.id, value: BigInt(answered) };
  if (!answered) return [poll];
  const running = runningMs(engineTime, uptime);
  const since: readonly SampleRow[] =
    running === undefined ? [] : [{ ...own, counter: counters.uptime.id, value: running }];
  const cells = values.map(({ counter, value, ticks }) => ({
    ...own,
    counter,
    value,
    uptime: agentTime(uptime, ticks),
  }));
  const measured = [
    ...interfaces.map(({ interfaceId, ...port }) => ({ ...port, element: interfaceId })),
    ...components.map(({ componentId, cells: own }) => ({
      cells: own,
      element: componentId,
      discontinuity: 0,
    })),
  ];
  const others = measured.flatMap(({ element, cells: own, discontinuity }) =>
    own.map(({ counter, value, ticks, epoch = 0 }) => ({
      ...common,
      element,
      counter,
      value,
      discontinuity: discontinuityOf(discontinuity, epoch),
      uptime: agentTime(uptime, ticks),
    })),
  );
  return [poll, ...since, ...cells, ...others];
}
