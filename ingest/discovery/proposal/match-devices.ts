import type { FoundDevice } from '#schemas/discovery/found.ts';
import type { InventoryDevice } from './inventory-devices.ts';

/** Addresses of a device: the responding one and those it reports. */
const addressesOf = ({ address, parts }: FoundDevice): ReadonlySet<string> =>
  new Set([address, ...parts.flatMap(({ kind, key }) => (kind === 'address' ? [key] : []))]);

/**
 * Whether two results are one device seen through two addresses: by serial number, else by name and mutual addresses.
 */
function isSameDevice(one: FoundDevice, other: FoundDevice): boolean {
  if (one.serial !== '' && other.serial !== '') return one.serial === other.serial;
  return (
    one.sysName === other.sysName &&
    addressesOf(one).has(other.address) &&
    addressesOf(other).has(one.address)
  );
}

/** Merges duplicates. An address for which `isKnown` holds takes precedence. */
export function mergeDuplicates(
  found: readonly FoundDevice[],
  isKnown: (address: string) => boolean,
): readonly FoundDevice[] {
  const devices: FoundDevice[] = [];
  for (const device of found) {
    const at = devices.findIndex((other) => isSameDevice(device, other));
    const other = devices[at];
    if (other === undefined) devices.push(device);
    else if (!isKnown(other.address) && isKnown(device.address)) devices[at] = device;
  }
  return devices;
}

type MatchRule = (found: FoundDevice, known: InventoryDevice) => boolean;

const sameName = (one: string, other: string): boolean =>
  one !== '' && one.toLowerCase() === other.toLowerCase();

/** Rules that identify a known device, strongest first. */
const matchRules: readonly MatchRule[] = [
  (found, { serial }) => found.serial !== '' && found.serial === serial,
  (found, { address }) => found.address === address,
  (found, { address }) => addressesOf(found).has(address),
  (found, { name, sysName }) => sameName(found.sysName, name) || sameName(found.sysName, sysName),
];

/**
 * Matches found devices to known ones. A rule that fits several known devices is skipped (two routers of one name), and
 * each known device matches at most one.
 */
export function matchDevices(
  found: readonly FoundDevice[],
  known: readonly InventoryDevice[],
): ReadonlyMap<FoundDevice, InventoryDevice> {
  const matched = new Map<FoundDevice, InventoryDevice>();
  const left = new Set(known);
  for (const sign of matchRules)
    for (const device of found) {
      if (matched.has(device)) continue;
      const [match, ...others] = [...left].filter((candidate) => sign(device, candidate));
      if (match === undefined || others.length > 0) continue;
      matched.set(device, match);
      left.delete(match);
    }
  return matched;
}
