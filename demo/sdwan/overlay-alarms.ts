import { BAD_S, isBadQuarter, type Overlay, type OverlayDevice } from './overlay.ts';
import { DAY_MS } from '#schemas/time/duration.ts';

/** An alarm as the simulated managers have it. */
export interface SimulatedAlarm {
  readonly key: string;
  readonly device: OverlayDevice;
  readonly type: string;
  readonly severity: 'Critical' | 'Major' | 'Minor';
  readonly message: string;
  readonly raisedMs: number;
  /** Undefined while it is raised. */
  readonly clearedMs: number | undefined;
}

interface Period {
  readonly startMs: number;
  readonly endMs: number;
}

/** A device that is away for less may be missed. */
const STEP_MS = 300_000;

/** What a manager remembers: from the start of the day before, so that what has begun earlier keeps its key for a day. */
export const remembered = (nowMs: number): Period => ({
  startMs: Math.floor(nowMs / DAY_MS) * DAY_MS - DAY_MS,
  endMs: nowMs,
});

type Said = Pick<SimulatedAlarm, 'device' | 'type' | 'severity' | 'message'>;

/** An alarm for every stretch of steps that is bad. */
function stretches(
  { startMs, endMs }: Period,
  stepMs: number,
  { of, isBad }: { readonly of: Said; readonly isBad: (atMs: number) => boolean },
): readonly SimulatedAlarm[] {
  const alarms: SimulatedAlarm[] = [];
  let raisedMs: number | undefined;
  const add = (clearedMs: number | undefined): void => {
    if (raisedMs !== undefined)
      alarms.push({ ...of, key: `${of.type}-${of.message}-${String(raisedMs)}`, raisedMs, clearedMs });
    raisedMs = undefined;
  };
  for (let atMs = Math.ceil(startMs / stepMs) * stepMs; atMs <= endMs; atMs += stepMs)
    if (!isBad(atMs)) add(atMs);
    else raisedMs ??= atMs;
  add(undefined);
  return alarms;
}

/** Devices that were away and tunnels that were bad within a period, the oldest first. */
export function overlayAlarms(overlay: Overlay, period: Period): readonly SimulatedAlarm[] {
  const away = overlay.devices.flatMap((device) =>
    stretches(period, STEP_MS, {
      of: {
        device,
        type: 'System_Down',
        severity: 'Critical',
        message: `${device.name} does not respond`,
      },
      isBad: (atMs) => !overlay.isUp(device, atMs),
    }),
  );
  const bad = overlay.tunnels.flatMap((tunnel) =>
    stretches(period, BAD_S * 1_000, {
      of: {
        device: tunnel.from,
        type: 'SLA_Violation',
        severity: 'Major',
        message: `Tunnel ${tunnel.from.uplinks[tunnel.line]} to ${tunnel.to.name} misses its SLA`,
      },
      isBad: (atMs) => isBadQuarter(tunnel, atMs),
    }),
  );
  return [...away, ...bad].toSorted((one, other) => one.raisedMs - other.raisedMs);
}
