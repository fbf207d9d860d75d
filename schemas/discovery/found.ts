import { z } from 'zod';
import type { ComponentKind } from '../inventory/component.ts';
import type { CounterScope } from '../kpi/kpi.ts';

export const FoundInterface = z.strictObject({
  index: z.int(),
  /** ifName, or ifDescr of an agent without ifXTable. */
  name: z.string(),
  alias: z.string(),
  /** ifType, 0 when not told. */
  type: z.int(),
  /** 0 when not told. */
  speedBps: z.number(),
});
export type FoundInterface = z.infer<typeof FoundInterface>;

/** Kinds of what a device has beside its interfaces. */
export const partKinds = ['address', 'probe', 'policy', 'tunnel'] as const;

/** What an accepted part becomes in the inventory; an address is a fact of its device. */
export const componentOfPart = {
  probe: { kind: 'probe', scope: 'ipsla' },
  policy: { kind: 'class', scope: 'snmp' },
  tunnel: { kind: 'tunnel', scope: 'snmp' },
} as const satisfies Partial<Record<(typeof partKinds)[number], { kind: ComponentKind; scope: CounterScope }>>;
export type ElementPart = keyof typeof componentOfPart;
export const isElementPart = (kind: PartKind): kind is ElementPart => Object.hasOwn(componentOfPart, kind);
export const PartKind = z.enum(partKinds);
export type PartKind = z.infer<typeof PartKind>;

/** An address, an IP SLA probe, a class of a policy or a tunnel of a device: its key is unique among those of its kind. */
export const FoundPart = z.strictObject({
  kind: PartKind,
  key: z.string(),
  fields: z.record(z.string(), z.string()),
});
export type FoundPart = z.infer<typeof FoundPart>;

/** What a discovery saw of a device. Texts are empty where the device does not tell. */
export const FoundDevice = z.strictObject({
  address: z.string(),
  /** Place of the credential that was answered, in the request. */
  credential: z.int(),
  sysName: z.string(),
  description: z.string(),
  objectId: z.string(),
  vendor: z.string(),
  model: z.string(),
  serial: z.string(),
  software: z.string(),
  interfaces: z.array(FoundInterface),
  parts: z.array(FoundPart),
  /** Kinds that were read to their end: only of these something can have vanished. */
  whole: z.array(z.enum(['interface', ...partKinds])),
  /** What went wrong while it was read. */
  faults: z.record(z.string(), z.int()),
});
export type FoundDevice = z.infer<typeof FoundDevice>;
