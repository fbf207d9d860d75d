import { requestsPerPoll } from '#schemas/polling/cost.ts';
import {
  MAX_USE_DEVICES,
  type PollerUse,
  type PollerUseRequest,
  type PollerUseReport,
} from '#schemas/polling/poller-use.ts';
import { deviceUses, type DeviceUse, type UsedDevice } from './device-uses.ts';

/** A device that this process polls. */
export interface PolledUse extends UsedDevice {
  readonly id: number;
  readonly interfaces: number;
  /** Its agent is polled by SNMPv1. */
  readonly isV1: boolean;
}

type Sum = { -readonly [Key in keyof PollerUse]: PollerUse[Key] };

/** Adds what a poller reads of one device. */
function addUse(sum: Sum, { objects, values, walks }: DeviceUse, bindings: number): void {
  sum.devices += 1;
  sum.objects += objects;
  sum.values = values === undefined ? null : (sum.values ?? 0) + values;
  sum.requests += requestsPerPoll({ objects, walks }, bindings);
}

/** What pollers read of these devices. */
export function useReport(
  polled: Iterable<PolledUse>,
  { devices: desired, poller }: PollerUseRequest,
): Pick<PollerUseReport, 'devices' | 'interfaces' | 'uses' | 'listed'> {
  const counted = desired === null ? undefined : new Set(desired);
  const sums = new Map<string, Sum>();
  const listed: PollerUseReport['listed'] = [];
  let [devices, interfaces] = [0, 0];
  const seen = Iterator.from(polled).filter(({ id }) => counted?.has(id) ?? true);
  for (const device of seen) {
    devices += 1;
    interfaces += device.interfaces;
    const uses = deviceUses(device);
    for (const [id, use] of uses) {
      const sum = sums.get(id) ?? { id, devices: 0, objects: 0, values: null, requests: 0 };
      sums.set(id, sum);
      addUse(sum, use, device.memory.bindings);
    }
    const own = poller === null ? undefined : uses.get(poller);
    if (own !== undefined)
      listed.push({ device: device.id, objects: own.objects, values: own.values ?? null });
  }
  // Devices that gave a value come first.
  listed.sort((one, other) => Number(one.values === 0) - Number(other.values === 0));
  return { devices, interfaces, uses: [...sums.values()], listed: listed.slice(0, MAX_USE_DEVICES) };
}
