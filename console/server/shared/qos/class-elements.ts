import { collect, runSync, type Steps } from '#platform/clock/steps.ts';
import type { ComponentEntry, DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { classNameOf, policyDirectionOf, innermostKeys, type QosName } from '#schemas/qos/rules.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';

/** A class of service that a device or manager reports. */
export interface ClassElement {
  readonly id: number;
  readonly key: string;
  readonly device: string;
  readonly direction: 'in' | 'out';
  readonly name: Exclude<QosName, { kind: 'dscp' }>;
}

/** The classes of a device. One whose policy has classes of its own is left out: its counters include theirs. */
function classesOfDevice(
  elements: readonly ComponentEntry[],
  { name: device = '', vendor = '' }: Partial<DeviceEntry>,
): readonly ClassElement[] {
  const innermost = innermostKeys(elements.map(({ key }) => key));
  return elements
    .filter(({ key }) => innermost.has(key))
    .map(({ id, key, scope }) => ({
      id,
      key,
      device,
      direction: policyDirectionOf(key),
      name:
        scope === 'snmp'
          ? { kind: 'class-map' as const, vendor, name: classNameOf(key) }
          : { kind: 'queue' as const, name: classNameOf(key) },
    }));
}

/** The class elements of these customers at the sites that the caller sees, by customer. */
export function* classElementsByCustomer(
  { components, devices }: Inventory,
  caller: Pick<Caller, 'sites'>,
  customers: ReadonlySet<number>,
): Steps<ReadonlyMap<number, readonly ClassElement[]>> {
  const isSeen = ({ kind, customer, site }: ComponentEntry): boolean =>
    kind === 'class' && customers.has(customer) && sitesSeenBy(caller, customer)?.has(site) !== false;
  const own = yield* collect(components?.values() ?? [], (one) => (isSeen(one) ? one : undefined));
  const found = new Map<number, ClassElement[]>();
  for (const [device, elements] of Map.groupBy(own, (one) => one.device)) {
    const customer = elements[0]?.customer ?? 0;
    const known = found.get(customer) ?? [];
    known.push(...classesOfDevice(elements, devices.get(device) ?? {}));
    found.set(customer, known);
    yield;
  }
  return found;
}

/** The class elements of a customer at the sites that the caller sees. */
export const classElementsOf = (
  inventory: Inventory,
  caller: Pick<Caller, 'sites'>,
  customer: number,
): readonly ClassElement[] =>
  runSync(classElementsByCustomer(inventory, caller, new Set([customer]))).get(customer) ?? [];
