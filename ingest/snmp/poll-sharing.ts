import type { Bus, BusMessage } from '#platform/bus/bus.ts';
import { packJson } from '#platform/bus/packed-json.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { shareShards, type SharedShards } from '#platform/lease/shared-shards.ts';
import type { Log } from '#platform/log/log.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { PollerReport } from '#schemas/collector/polled-device.ts';
import type { DeviceReports } from './device/device-reports.ts';
import { POLL_SHARDS } from './schedule.ts';

interface SharingNeeds {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Name of this poller, unique among those that share the devices. */
  readonly name: string;
  readonly reports: Pick<DeviceReports, 'list'>;
}

/** Polls a fair share of the devices among the live pollers, and reports on them. Running polls of released shards end by themselves. */
export async function startSharing(
  { bus, clock, log, name, reports }: SharingNeeds,
  signal: AbortSignal,
): Promise<SharedShards> {
  const shards = await shareShards(
    { bus, clock, log, shards: POLL_SHARDS, prefix: 'shards.poller', member: name },
    signal,
  );
  const respondPolled = ({ respond }: BusMessage): void => {
    const report: PollerReport = { poller: name, pollers: shards.members(), devices: [...reports.list()] };
    respond(packJson(report));
  };
  bus.subscribe(subjects.polledDevices, respondPolled, { signal });
  return shards;
}
