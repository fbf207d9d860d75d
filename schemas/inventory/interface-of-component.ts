import type { ComponentEntry } from './snapshot.ts';

const SEPARATOR = ' / ';

/**
 * The name of the interface that a component belongs to, from its key (`component.ts`): of a class of service the first part, of a
 * tunnel of an SNMP agent the key itself, of a FortiGate's the last part. Undefined: the source does not say.
 */
export function interfaceNameOf({
  kind,
  scope,
  key,
}: Pick<ComponentEntry, 'kind' | 'scope' | 'key'>): string | undefined {
  if (kind === 'class') return key.split(SEPARATOR)[0];
  if (kind !== 'tunnel') return undefined;
  if (scope === 'snmp') return key;
  return scope === 'fortinet' ? key.split(SEPARATOR).at(-1) : undefined;
}
