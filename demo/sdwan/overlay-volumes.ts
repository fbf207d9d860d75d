import { unitAt } from '../random.ts';
import { lineValues, type Overlay, type OverlayDevice } from './overlay.ts';

/** What managers recognise, with its category and share of the traffic. */
const applications = [
  ['ms-office-365', 'business', 0.35],
  ['webex-meeting', 'video', 0.25],
  ['sap', 'business', 0.15],
  ['youtube', 'video', 0.15],
  ['dns', 'network-service', 0.02],
] as const;
const PLACE = 221;

/** What an application carried through a device within an interval. */
export interface SimulatedVolume {
  readonly device: OverlayDevice;
  readonly application: string;
  readonly family: string;
  readonly atMs: number;
  readonly octets: number;
  readonly packets: number;
}

/** Volumes of the devices that were up at the starts of the intervals of a period. */
export function volumesOf(
  { devices, isUp }: Overlay,
  { startMs, endMs, stepMs }: { readonly startMs: number; readonly endMs: number; readonly stepMs: number },
): readonly SimulatedVolume[] {
  const volumes: SimulatedVolume[] = [];
  for (let atMs = Math.ceil(startMs / stepMs) * stepMs; atMs < endMs; atMs += stepMs)
    for (const device of devices) {
      if (!isUp(device, atMs)) continue;
      const { rxKbps } = lineValues(device, 0, atMs);
      for (const [index, [application, family, share]] of applications.entries()) {
        const noise = 0.5 + unitAt(device.index, PLACE + index, atMs / stepMs);
        const octets = Math.round((rxKbps * stepMs * share * noise) / 8);
        volumes.push({ device, application, family, atMs, octets, packets: Math.ceil(octets / 900) });
      }
    }
  return volumes;
}
