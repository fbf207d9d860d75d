import { z } from 'zod';
import type { ComponentKind } from '../inventory/component.ts';
import type { CounterScope } from '../counter/scope.ts';

export const FoundInterface = z.strictObject({
  index: z.int(),
  /** ifName, else ifDescr, else an ifAlias that no other port has, else `ifIndex N`; `#2` follows one that another port has too. */
  name: z.string(),
  /** What the device calls it, if it calls other ports so too. */
  sharedName: z.string().optional(),
  alias: z.string(),
  /** ifType, 0: unknown. */
  type: z.int(),
  /** 0: unknown. */
  speedBps: z.number(),
});
export type FoundInterface = z.infer<typeof FoundInterface>;

/** Kinds of device parts other than interfaces. */
export const partKinds = ['address', 'probe', 'policy', 'tunnel', 'sensor', 'peer'] as const;

/** Kind of component of an accepted part; an address is an attribute of its device. */
export const componentOfPart = {
  probe: { kind: 'probe', scope: 'ipsla' },
  policy: { kind: 'class', scope: 'snmp' },
  tunnel: { kind: 'tunnel', scope: 'snmp' },
  sensor: { kind: 'sensor', scope: 'snmp' },
  peer: { kind: 'peer', scope: 'snmp' },
} as const satisfies Partial<
  Record<(typeof partKinds)[number], { kind: ComponentKind; scope: CounterScope }>
>;
export type ElementPart = keyof typeof componentOfPart;
export const isElementPart = (kind: PartKind): kind is ElementPart => Object.hasOwn(componentOfPart, kind);
export const PartKind = z.enum(partKinds);
export type PartKind = z.infer<typeof PartKind>;

/** An address, an IP SLA probe, a policy class, a tunnel, a sensor or a BGP peer of a device. The key is unique within the kind. */
export const FoundPart = z.strictObject({
  kind: PartKind,
  key: z.string(),
  fields: z.record(z.string(), z.string()),
});
export type FoundPart = z.infer<typeof FoundPart>;

/** Discovered facts of a device. Unknown texts are empty. */
export const FoundDevice = z.strictObject({
  address: z.string(),
  /** Index of the accepted credential in the request. */
  credential: z.int(),
  sysName: z.string(),
  description: z.string(),
  objectId: z.string(),
  vendor: z.string(),
  model: z.string(),
  /** Empty if the device reports none, or a placeholder. */
  serial: z.string(),
  /** Serial numbers of all chassis of a stack. */
  serials: z.array(z.string()),
  software: z.string(),
  interfaces: z.array(FoundInterface),
  parts: z.array(FoundPart),
  /** Kinds that were read completely: only these can have vanished parts. */
  complete: z.array(z.enum(['interface', ...partKinds])),
  /** Faults while reading the device. */
  faults: z.record(z.string(), z.int()),
});
export type FoundDevice = z.infer<typeof FoundDevice>;
