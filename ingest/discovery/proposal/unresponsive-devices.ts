import { addMs } from '#platform/clock/time.ts';
import type { UnansweredReason } from '#schemas/discovery/run.ts';
import type { InventoryDevice } from './inventory-devices.ts';

/**
 * A device is proposed as vanished when this many runs in a row have missed it, the first of them at least this long ago: a reboot or
 * a maintenance of a line is over by then.
 */
const VANISHED_AFTER_RUNS = 2;
const VANISHED_AFTER_MS = 15 * 60_000;

/** What a second probe of the address of a device shows. */
export type AddressEvidence = Exclude<UnansweredReason, 'never answered'>;

/** A device of the inventory that a run did not find although its address is in the ranges. */
export interface MissedDevice {
  readonly device: InventoryDevice;
  readonly reason: UnansweredReason;
  /** Consecutive runs that missed the device, and the first of them. Undefined if the reason proves nothing. */
  readonly miss: { readonly runs: number; readonly since: Date } | undefined;
  readonly isVanished: boolean;
}

/** Only a device that has responded before can have stopped, and only these reasons show it. */
const proving: ReadonlySet<UnansweredReason> = new Set(['silent', 'another device']);

/** Returns why a device was not found, and whether that makes it vanished. */
export function judgeUnresponsive(
  device: InventoryDevice,
  evidence: AddressEvidence,
  now: Date,
): MissedDevice {
  const reason = evidence === 'silent' && !device.discovered ? 'never answered' : evidence;
  if (!device.discovered || !proving.has(reason))
    return { device, reason, miss: undefined, isVanished: false };
  const miss = { runs: (device.miss?.runs ?? 0) + 1, since: device.miss?.since ?? now };
  const isVanished = miss.runs >= VANISHED_AFTER_RUNS && miss.since <= addMs(now, -VANISHED_AFTER_MS);
  return { device, reason, miss, isVanished };
}
