import type { FleetDevice } from '../model.ts';
import { unitAt } from '../random.ts';

/** A router as its SD-WAN manager knows it. */
export interface OverlayDevice {
  /** From 0, unique in the overlay: the seed of its values. */
  readonly index: number;
  readonly name: string;
  readonly site: string;
  /** Address by which the manager knows it: the one in the inventory. */
  readonly systemIp: string;
  readonly serial: string;
  readonly model: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Its lines to carriers. */
  readonly uplinks: readonly [string, string];
}

/** A tunnel, measured from one of its ends. */
export interface OverlayTunnel {
  readonly index: number;
  readonly from: OverlayDevice;
  readonly to: OverlayDevice;
  /** Position of the line at both ends: 0 or 1. */
  readonly line: 0 | 1;
}

/** The devices of one customer that one manager manages. The first is the hub. */
export interface Overlay {
  readonly devices: readonly OverlayDevice[];
  readonly tunnels: readonly OverlayTunnel[];
  /** Whether a device runs at a time, milliseconds since 1970. */
  readonly isUp: (device: OverlayDevice, atMs: number) => boolean;
}

export interface TunnelValues {
  readonly isUp: boolean;
  readonly latencyMs: number;
  readonly jitterMs: number;
  readonly lossPercent: number;
}

const PLACE = {
  base: 201,
  wave: 202,
  noise: 203,
  bad: 204,
  loss: 205,
  cpu: 206,
  memory: 207,
  line: 208,
} as const;
export const BAD_S = 900;
/** One of this many quarters of an hour is bad on a tunnel. */
const BAD_EVERY = 24;

/** Whether a tunnel is bad in the quarter of an hour of a time. */
export const isBadQuarter = ({ index }: OverlayTunnel, atMs: number): boolean =>
  unitAt(index, PLACE.bad, Math.floor(atMs / 1_000 / BAD_S)) < 1 / BAD_EVERY;

/** Address of a line, which its tunnels start from. */
export const lineAddress = ({ index }: OverlayDevice, line: 0 | 1): string =>
  `100.${String(64 + (index >> 14))}.${String((index >> 6) & 255)}.${String(((index & 63) << 2) + 2 * line + 1)}`;

/** What a tunnel measures at a time: its own level, a wave by day, noise, and a bad quarter of an hour now and then. */
export function tunnelValues(overlay: Overlay, tunnel: OverlayTunnel, atMs: number): TunnelValues {
  const { index, from, to, line } = tunnel;
  const isUp = overlay.isUp(from, atMs) && overlay.isUp(to, atMs);
  if (!isUp) return { isUp, latencyMs: 0, jitterMs: 0, lossPercent: 100 };
  const seconds = Math.floor(atMs / 1_000);
  const isBad = isBadQuarter(tunnel, atMs);
  const base = 8 + 40 * unitAt(index, PLACE.base) + 15 * line;
  const wave = 1 + 0.2 * Math.sin((2 * Math.PI * seconds) / 86_400 + 6 * unitAt(index, PLACE.wave));
  const noise = unitAt(index, PLACE.noise, seconds);
  const latencyMs = base * wave + 4 * noise + (isBad ? 90 : 0);
  const lossPercent = (isBad ? 4 : 0.1) * unitAt(index, PLACE.loss, seconds);
  return { isUp, latencyMs, jitterMs: 1 + 3 * noise + (isBad ? 20 : 0), lossPercent };
}

/** What a device measures of itself at a time. */
export function deviceValues({ index }: OverlayDevice, atMs: number) {
  const seconds = Math.floor(atMs / 1_000);
  return {
    cpuPercent: 5 + 30 * unitAt(index, PLACE.cpu) + 10 * unitAt(index, PLACE.cpu, seconds),
    memoryPercent: 40 + 30 * unitAt(index, PLACE.memory),
  };
}

/** What a line of a device carries at a time. */
export function lineValues({ index }: OverlayDevice, line: 0 | 1, atMs: number) {
  const seconds = Math.floor(atMs / 1_000);
  const level = 2_000 + 20_000 * unitAt(index, PLACE.line + line);
  const share = 0.5 + 0.5 * unitAt(index, PLACE.line + line, seconds);
  return { rxKbps: Math.round(level * share), txKbps: Math.round((level * share) / 3) };
}

function overlayDevice(
  { name, site, address, model, latitude, longitude, ports }: FleetDevice,
  index: number,
) {
  const [access, backup] = [ports[0]?.name ?? 'wan1', ports.find(({ role }) => role === 'backup')?.name];
  const uplinks = [access, backup ?? `${access}.2`] as const;
  const serial = `SIM${String(100_000 + index)}`;
  return { index, name, site, systemIp: address, serial, model, latitude, longitude, uplinks };
}

/** An overlay over devices of the fleet: a tunnel over each line to the hub, and from the hub to the second device. */
export function overlayOf(
  fleet: readonly FleetDevice[],
  responds: (device: FleetDevice, atMs: number) => boolean = () => true,
): Overlay {
  const devices = fleet.map(overlayDevice);
  const [hub, second] = devices;
  const tunnels = devices.flatMap((from): readonly Omit<OverlayTunnel, 'index'>[] => {
    const to = from === hub ? second : hub;
    return to === undefined ? [] : ([0, 1] as const).map((line) => ({ from, to, line }));
  });
  return {
    devices,
    tunnels: tunnels.map((tunnel, index) => ({ ...tunnel, index })),
    isUp({ index }, atMs) {
      const device = fleet[index];
      return device === undefined || responds(device, atMs);
    },
  };
}
