import type { Bus, BusMessage } from '#platform/bus/bus.ts';
import { packJson } from '#platform/bus/packed-json.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { pollerGroup } from '#platform/lease/lease-group.ts';
import { leasedPartitions } from '#platform/lease/leased-partitions.ts';
import type { StartPartition } from '#platform/lease/partition-work.ts';
import type { Log } from '#platform/log/log.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { PollerReport } from '#schemas/collector/polled-device.ts';
import type { DeviceReports } from './device/device-reports.ts';
import { POLL_PARTITIONS } from './schedule.ts';

interface SharingNeeds {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Name of this poller, unique among those that share the devices. */
  readonly name: string;
  readonly reports: Pick<DeviceReports, 'list'>;
}

/** The part of the devices that this process polls. */
export interface PollSharing {
  /** Partitions whose devices are polled; another object after a change. */
  readonly owned: () => ReadonlySet<number>;
  /** Live pollers, this one included. */
  readonly members: () => number;
  readonly ready: () => boolean | Promise<boolean>;
  /** Releases the partitions: another poller takes over at once. */
  readonly stop: () => Promise<void>;
}

/** Acquires a fair share of the devices among the live pollers, and reports on them. */
export async function startSharing(
  { bus, clock, log, name, reports }: SharingNeeds,
  signal: AbortSignal,
): Promise<PollSharing> {
  let owned: ReadonlySet<number> = new Set();
  /** Polls the devices of a partition until the signal aborts. Running polls end by themselves. */
  const startPartition: StartPartition = (partition, ending) => {
    owned = new Set([...owned, partition]);
    const ended = new Promise<void>((resolve) => {
      const end = (): void => {
        owned = new Set([...owned].filter((one) => one !== partition));
        resolve();
      };
      ending.addEventListener('abort', end, { once: true });
    });
    return Promise.resolve({ ready: () => true, ended, stop: () => ended, abandon: () => undefined });
  };
  const leased = leasedPartitions(
    { bus, clock, log, partitions: POLL_PARTITIONS, group: pollerGroup, member: name },
    startPartition,
  );
  const respondPolled = ({ respond }: BusMessage): void => {
    const report: PollerReport = { poller: name, pollers: leased.members, devices: [...reports.list()] };
    respond(packJson(report));
  };
  bus.subscribe(subjects.polledDevices, respondPolled, { signal });
  const started = await leased.start(signal);
  return {
    owned: () => owned,
    members: () => leased.members,
    ready: () => started?.ready?.() ?? true,
    stop: async () => started?.stop?.(),
  };
}
