import type { FoundDevice } from '#schemas/discovery/found.ts';
import {
  realSerial,
  sameByAddress,
  sameByOwnAddress,
  sameHardware,
  sameHostName,
  sameResponder,
  type DeviceSigns,
} from '#schemas/discovery/same-device.ts';
import type { InventoryDevice } from './inventory-devices.ts';

interface Signed<Device> extends DeviceSigns {
  readonly device: Device;
}

const signsOfFound = (device: FoundDevice): Signed<FoundDevice> => ({
  device,
  sysName: device.sysName,
  vendor: device.vendor,
  address: device.address,
  serials: [device.serial, ...device.serials],
  ownAddresses: device.parts.flatMap(({ kind, key }) => (kind === 'address' ? [key] : [])),
});

const signsOfKnown = (device: InventoryDevice): Signed<InventoryDevice> => ({
  device,
  sysName: device.sysName,
  vendor: device.vendor,
  address: device.address,
  serials: [device.serial],
  ownAddresses: [],
});

/** Lists values by several keys each. */
class Index<Value> {
  readonly #byKey = new Map<string, Value[]>();

  add(keys: Iterable<string>, value: Value): void {
    for (const key of keys) {
      const values = this.#byKey.get(key);
      if (values === undefined) this.#byKey.set(key, [value]);
      else values.push(value);
    }
  }

  get(keys: Iterable<string>): ReadonlySet<Value> {
    return new Set([...keys].flatMap((key) => this.#byKey.get(key) ?? []));
  }
}

const serialKeys = ({ serials }: DeviceSigns): readonly string[] => [
  ...new Set(serials.map(realSerial).filter((serial) => serial !== '')),
];

/** Merges results that are one device. An address for which `isKnown` holds takes precedence. */
export function mergeDuplicates(
  found: readonly FoundDevice[],
  isKnown: (address: string) => boolean,
): readonly FoundDevice[] {
  interface Group {
    shown: Signed<FoundDevice>;
    readonly members: Signed<FoundDevice>[];
  }
  const groups: Group[] = [];
  const [bySerial, byAddress] = [new Index<Group>(), new Index<Group>()];
  for (const one of found.map(signsOfFound)) {
    const candidates = new Set([
      ...bySerial.get(serialKeys(one)),
      ...byAddress.get([one.address, ...one.ownAddresses]),
    ]);
    let group = [...candidates].find(({ members }) => members.some((other) => sameResponder(one, other)));
    if (group === undefined) groups.push((group = { shown: one, members: [] }));
    else if (!isKnown(group.shown.address) && isKnown(one.address)) group.shown = one;
    group.members.push(one);
    bySerial.add(serialKeys(one), group);
    byAddress.add([one.address], group);
  }
  return groups.map(({ shown }) => shown.device);
}

type Found = Signed<FoundDevice>;
type Known = Signed<InventoryDevice>;

interface MatchRule {
  readonly keys: (signs: DeviceSigns) => readonly string[];
  readonly fits: (found: Found, known: Known) => boolean;
}

const sameName = (found: Found, { sysName, device }: Known): boolean =>
  sameHostName(found.sysName, sysName) || sameHostName(found.sysName, device.name);
const addressKeys = ({ address }: DeviceSigns): readonly string[] => [address];
const bySerial = { keys: serialKeys } as const;
const byAddress = { keys: addressKeys } as const;

/** Strongest first. A name narrows a rule down, and never matches alone. */
const matchRules: readonly MatchRule[] = [
  {
    ...bySerial,
    fits: (found, known) => sameHardware(found, known) && found.address === known.address,
  },
  { ...bySerial, fits: (found, known) => sameHardware(found, known) && sameName(found, known) },
  { ...bySerial, fits: sameHardware },
  { ...byAddress, fits: (found, known) => sameByAddress(found, known) && sameName(found, known) },
  { ...byAddress, fits: sameByAddress },
  { keys: ({ ownAddresses, address }) => [address, ...ownAddresses], fits: sameByOwnAddress },
];

/** Pairs that fit a rule, each with nothing else: what fits several may be any of them. */
function uniquePairs(
  { keys, fits }: MatchRule,
  found: readonly Found[],
  known: Iterable<Known>,
): readonly (readonly [Found, Known])[] {
  const index = new Index<Known>();
  for (const one of known) index.add(keys(one), one);
  const pairs = found.flatMap((device) =>
    [...index.get(keys(device))]
      .filter((candidate) => fits(device, candidate))
      .map((candidate) => [device, candidate] as const),
  );
  const uses = new Map<Found | Known, number>();
  for (const one of pairs.flat()) uses.set(one, (uses.get(one) ?? 0) + 1);
  return pairs.filter((pair) => pair.every((one) => uses.get(one) === 1));
}

/** Matches found devices to known ones: by serial number and vendor, else by address. Each matches at most one. */
export function matchDevices(
  found: readonly FoundDevice[],
  known: readonly InventoryDevice[],
): ReadonlyMap<FoundDevice, InventoryDevice> {
  const matched = new Map<FoundDevice, InventoryDevice>();
  const left = new Set(known.map(signsOfKnown));
  let open = found.map(signsOfFound);
  for (const rule of matchRules) {
    for (const [one, match] of uniquePairs(rule, open, left)) {
      matched.set(one.device, match.device);
      left.delete(match);
    }
    open = open.filter(({ device }) => !matched.has(device));
  }
  return matched;
}
