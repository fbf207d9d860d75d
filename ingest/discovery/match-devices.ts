import type { FoundDevice } from '#schemas/discovery/found.ts';
import type { KnownDevice } from './known-devices.ts';

/** Addresses of a device: the one that answered, and those that it says it has. */
const addressesOf = ({ address, parts }: FoundDevice): ReadonlySet<string> =>
  new Set([address, ...parts.flatMap(({ kind, key }) => (kind === 'address' ? [key] : []))]);

/** The same device over two of its addresses: by its serial number, else because it has both, under one name. */
function isSame(one: FoundDevice, other: FoundDevice): boolean {
  if (one.serial !== '' && other.serial !== '') return one.serial === other.serial;
  return (
    one.sysName === other.sysName &&
    addressesOf(one).has(other.address) &&
    addressesOf(other).has(one.address)
  );
}

/** Each device once. `isKnown`: an address under which the inventory has it is the one that stays. */
export function withoutDoubles(
  found: readonly FoundDevice[],
  isKnown: (address: string) => boolean,
): readonly FoundDevice[] {
  const devices: FoundDevice[] = [];
  for (const device of found) {
    const at = devices.findIndex((other) => isSame(device, other));
    const other = devices[at];
    if (other === undefined) devices.push(device);
    else if (!isKnown(other.address) && isKnown(device.address)) devices[at] = device;
  }
  return devices;
}

type Sign = (found: FoundDevice, known: KnownDevice) => boolean;

const sameName = (one: string, other: string): boolean =>
  one !== '' && one.toLowerCase() === other.toLowerCase();

/** By what a known device is recognised: the strongest sign first. */
const signs: readonly Sign[] = [
  (found, { serial }) => found.serial !== '' && found.serial === serial,
  (found, { address }) => found.address === address,
  (found, { address }) => addressesOf(found).has(address),
  (found, { name, sysName }) => sameName(found.sysName, name) || sameName(found.sysName, sysName),
];

/**
 * The known device that each found one is. A sign that fits several known devices decides nothing (two routers of one
 * name), and a known device is one found device only.
 */
export function matchDevices(
  found: readonly FoundDevice[],
  known: readonly KnownDevice[],
): ReadonlyMap<FoundDevice, KnownDevice> {
  const matched = new Map<FoundDevice, KnownDevice>();
  const left = new Set(known);
  for (const sign of signs)
    for (const device of found) {
      if (matched.has(device)) continue;
      const [match, ...others] = [...left].filter((candidate) => sign(device, candidate));
      if (match === undefined || others.length > 0) continue;
      matched.set(device, match);
      left.delete(match);
    }
  return matched;
}
