/**
 * Why a customer, a site or a device is not monitored, from the one to mend first. Monitored is what is measured and has an active
 * alarm definition: only that is shown as healthy while no alarm runs.
 */
export const unmonitoredReasons = [
  /** It is measured, and no active alarm definition applies to its customer. */
  'no definition',
  /** Its address must not be called (`schemas/polling/address-refusal.ts`). */
  'address refused',
  /** Nothing is polled, no exporter is named, and no SD-WAN manager measures it. */
  'no source',
  /** It has a source that has delivered nothing within `DATA_SECONDS`. */
  'no data',
  /** Its collection is switched off. */
  'deactivated',
  /** There is nothing to monitor: no device, and no flows. */
  'no device',
] as const;
export type UnmonitoredReason = (typeof unmonitoredReasons)[number];

/** What was measured within this time is monitored, seconds: longer than any polling interval and than a restart. */
export const DATA_SECONDS = 3_600;

export interface MonitoredDevice {
  /** It and its site are active. */
  readonly isCollected: boolean;
  /** An SNMP access, an exporter address, or an SD-WAN manager that measures it. */
  readonly hasSource: boolean;
  readonly isRefused: boolean;
  /** Its availability was measured, also as 0, or flow records of it arrived. */
  readonly hasData: boolean;
}

/** Returns why a device is not monitored; undefined: it is. */
export function deviceReason(
  { isCollected, hasSource, isRefused, hasData }: MonitoredDevice,
  hasDefinition: boolean,
): UnmonitoredReason | undefined {
  if (!isCollected) return 'deactivated';
  if (hasData) return hasDefinition ? undefined : 'no definition';
  if (isRefused) return 'address refused';
  return hasSource ? 'no data' : 'no source';
}

export interface MonitoredPlace {
  /** The reasons of its parts: devices of a site, sites of a customer. One that is monitored is enough. */
  readonly parts: Iterable<UnmonitoredReason | undefined>;
  /** Flows are measured, whichever device exports them. */
  readonly hasFlows?: boolean;
  /** Its own collection is switched off, whatever the devices of others say of it. */
  readonly isDeactivated?: boolean;
}

/** Returns why a site or customer is not monitored: the reason of its parts to mend first. Undefined: it is. */
export function placeReason(
  { parts, hasFlows = false, isDeactivated = false }: MonitoredPlace,
  hasDefinition: boolean,
): UnmonitoredReason | undefined {
  if (isDeactivated) return 'deactivated';
  if (hasFlows) return hasDefinition ? undefined : 'no definition';
  const reasons = new Set(parts);
  if (reasons.has(undefined)) return undefined;
  return unmonitoredReasons.find((reason) => reasons.has(reason)) ?? 'no device';
}
