import { counters } from '#schemas/counter/catalogue.ts';
import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import type { samples } from '#schemas/table/samples.ts';
import type { RowOf } from '#schemas/table/table.ts';
import { discontinuityOf } from '../counter/discontinuity.ts';
import type { PollResult } from './poll.ts';
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

/**
 * How long the device has been running: by its engine, whose seconds go on for 68 years, else by sysUpTime, whose rounds of 497 days are
 * known as far as they were seen.
 */
function runningMs(engineTime: number | undefined, uptime: Uptime | undefined): bigint | undefined {
  if (engineTime !== undefined) return BigInt(engineTime) * 1_000n;
  return uptime === undefined ? undefined : uptimeMs(uptime);
}

/** The rows of one poll, all at the same time. A device that did not answer has one row: its poll was due. */
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
    uptime: answered ? timeOf(uptime, undefined) : 0n,
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
    uptime: timeOf(uptime, ticks),
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
      uptime: timeOf(uptime, ticks),
    })),
  );
  return [poll, ...since, ...cells, ...others];
}
