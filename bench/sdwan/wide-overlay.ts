import type { Overlay, OverlayDevice } from '#demo/sdwan/overlay.ts';

/** Kilometres do not matter: devices lie on a grid. */
const COLUMNS = 100;

function deviceAt(index: number): OverlayDevice {
  const name = `edge-${String(index)}`;
  return {
    index,
    name,
    site: `Site ${String(index)}`,
    systemIp: `10.${String(index >> 8)}.${String(index & 255)}.1`,
    serial: `SIM${String(100_000 + index)}`,
    model: 'C8300-1N1S-4T2X',
    latitude: 40 + (index % COLUMNS) / 10,
    longitude: Math.floor(index / COLUMNS) / 10,
    uplinks: ['GigabitEthernet0/0/0', 'GigabitEthernet0/0/1'],
  };
}

/** Devices each with as many tunnels, to those that follow it in a circle. */
export function wideOverlay(count: number, tunnelsPerDevice: number): Overlay {
  const devices = Array.from({ length: count }, (_, index) => deviceAt(index));
  const tunnels = devices.flatMap((from) =>
    Array.from({ length: tunnelsPerDevice }, (_, step) => ({
      index: from.index * tunnelsPerDevice + step,
      from,
      line: 0 as const,
      to: devices[(from.index + step + 1) % count] ?? from,
    })),
  );
  return { devices, tunnels, isUp: () => true };
}
