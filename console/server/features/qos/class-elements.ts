import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { classNameOf, policyDirectionOf, innermostKeys } from '#schemas/qos/rules.ts';
import type { QosName } from '#schemas/qos/rules.ts';
import { sitesSeenBy } from '../../kernel/access/caller.ts';
import type { Caller } from '../../kernel/access/caller.ts';

/** A class of service that a device or manager reports. */
export interface ClassElement {
  readonly id: number;
  readonly key: string;
  readonly device: string;
  readonly direction: 'in' | 'out';
  readonly name: Exclude<QosName, { kind: 'dscp' }>;
}

/**
 * The class elements of a customer at the sites that the caller sees. A class whose policy has classes of its own is left out: its
 * counters include theirs.
 */
export function classElementsOf(
  { components, devices }: Inventory,
  caller: Pick<Caller, 'sites'>,
  customer: number,
): readonly ClassElement[] {
  const seen = sitesSeenBy(caller, customer);
  const own = [...(components?.values() ?? [])].filter(
    (one) => one.kind === 'class' && one.customer === customer && seen?.has(one.site) !== false,
  );
  return [...Map.groupBy(own, ({ device }) => device)].flatMap(([device, elements]) => {
    const innermost = innermostKeys(elements.map(({ key }) => key));
    const { name: deviceName = '', vendor = '' } = devices.get(device) ?? {};
    return elements
      .filter(({ key }) => innermost.has(key))
      .map(({ id, key, scope }) => ({
        ...{ id, key, device: deviceName, direction: policyDirectionOf(key) },
        name:
          scope === 'snmp'
            ? { kind: 'class-map' as const, vendor, name: classNameOf(key) }
            : { kind: 'queue' as const, name: classNameOf(key) },
      }));
  });
}
