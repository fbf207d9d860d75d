import { z } from 'zod';
import type { ElementKind } from '../element/kind.ts';
import { scopes, type CounterScope } from '../counter/scope.ts';
import { whenValid } from '../problem/when-valid.ts';
import { inReadingOrder } from '../text/line.ts';

/**
 * Components of a device that are measured separately, with the sources of their counters, the default first:
 *
 * - a class of service: key `<ifName> / in or out / <policy> / <class> …`, outermost names first;
 * - an IP SLA probe: key its number on the router;
 * - a tunnel (GRE, IPsec, SD-WAN): of an SNMP agent key the ifName, of a FortiGate's SD-WAN `<health check> / <ifName>`, of an
 *   SD-WAN manager its name for the tunnel;
 * - what a device exports to a collector: key its source address;
 * - a sensor (temperature, fan, power supply): key its name on the device;
 * - a BGP peer: key its address, followed by ` / <instance>` where several instances have a peer of this address.
 */
export const componentScopes = {
  class: ['snmp'],
  probe: ['ipsla'],
  tunnel: ['snmp', 'vmanage', 'nuage', 'fortinet'],
  collector: ['flow'],
  sensor: ['snmp'],
  peer: ['snmp'],
} as const satisfies Partial<Record<ElementKind, readonly CounterScope[]>>;
export type ComponentKind = keyof typeof componentScopes;
export const componentKinds = Object.keys(componentScopes) as [ComponentKind, ...ComponentKind[]];

const Name = z.string().overwrite(inReadingOrder).trim().min(1).max(200);
const Key = z.string().trim().min(1).max(1_000);

/** A component in a network file. */
export const NetworkComponent = z
  .strictObject({
    kind: z.enum(componentKinds),
    name: Name,
    /** Key at the source; default: the name. */
    key: Key.optional(),
    /** Default: the first source of its kind. */
    source: z.enum(scopes).optional(),
  })
  .superRefine(
    ({ kind, source }, context) => {
      const known: readonly string[] = componentScopes[kind];
      if (source !== undefined && !known.includes(source))
        context.addIssue({
          code: 'custom',
          path: ['source'],
          message: 'NETWORK_COMPONENT_SOURCE',
          params: { kind, sources: known.join(', ') },
        });
    },
    whenValid({ kind: z.enum(componentKinds), source: z.enum(scopes).optional() }),
  )
  .transform(({ kind, name, key, source }) => ({
    kind,
    name,
    key: key ?? name,
    source: source ?? componentScopes[kind][0],
  }));
export type NetworkComponent = z.infer<typeof NetworkComponent>;

const SEPARATOR = ' / ';

/**
 * The name of the interface that a component belongs to, from its key: of a class of service the first part, of a
 * tunnel of an SNMP agent the key itself, of a FortiGate's the last part. Undefined: the source does not say.
 */
export function interfaceNameOf({
  kind,
  scope,
  key,
}: {
  readonly kind: ComponentKind;
  readonly scope: CounterScope;
  readonly key: string;
}): string | undefined {
  if (kind === 'class') return key.split(SEPARATOR)[0];
  if (kind !== 'tunnel') return undefined;
  if (scope === 'snmp') return key;
  return scope === 'fortinet' ? key.split(SEPARATOR).at(-1) : undefined;
}
