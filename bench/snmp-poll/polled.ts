import type { Bus } from '#platform/bus/bus.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { PollerReport, type PolledDevice } from '#schemas/collector/polled-device.ts';
import { subjects } from '#schemas/bus/subject.ts';

const PATIENCE_MS = 400_000;

/** What the poller says of each device; none as long as it is not up. */
export async function polledDevices(bus: Bus): Promise<readonly PolledDevice[]> {
  try {
    return PollerReport.parse(unpackJson(await bus.request(subjects.polledDevices, ''))).devices;
  } catch {
    return [];
  }
}

export const totalPolls = (devices: readonly PolledDevice[]): number =>
  devices.reduce((sum, one) => sum + one.polls, 0);

export const pollsOf = async (bus: Bus): Promise<number> => totalPolls(await polledDevices(bus));

/** Looks twice a second until there is enough. */
export async function untilPolled(
  bus: Bus,
  enough: (devices: readonly PolledDevice[]) => boolean,
): Promise<readonly PolledDevice[]> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const devices = await polledDevices(bus);
    if (enough(devices)) return devices;
    if (performance.now() > deadline) throw new Error('the poller did not come round');
    await systemClock.wait(500);
  }
}

/** Waits until each device was polled this often: its first poll also discovers its ports. */
export const allPolled = (bus: Bus, count: number): Promise<readonly PolledDevice[]> =>
  untilPolled(bus, (all) => all.length === count && all.every((one) => one.polls > 0));
