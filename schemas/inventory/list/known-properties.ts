import type { FilteredKind } from '../../data/element-filter.ts';

const ofComponent = ['name', 'source', 'key'] as const;

/** Properties that elements of a kind have by themselves; tunnels, probes and their like also have those that their source describes. */
export const knownProperties = {
  site: ['name', 'city', 'country'],
  device: ['name', 'address', 'labelIp', 'systemName', 'vendor', 'model', 'snmpPort'],
  interface: ['name', 'alias'],
  class: ofComponent,
  probe: [...ofComponent, 'responder'],
  tunnel: ofComponent,
  sensor: ofComponent,
  peer: ofComponent,
  collector: ofComponent,
  application: ['name'],
  area: ['name'],
  cluster: ['name'],
} as const satisfies Readonly<Record<FilteredKind, readonly string[]>>;

/** Kinds whose source describes more properties, by names of its own. */
const described: readonly FilteredKind[] = ['class', 'probe', 'tunnel', 'sensor', 'peer', 'collector'];

export const hasOwnProperties = (kind: FilteredKind): boolean => described.includes(kind);
