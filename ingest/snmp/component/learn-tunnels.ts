import { counters } from '#schemas/counter/catalogue.ts';
import type { ComponentEntry, InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import type { Asking } from '../get-objects.ts';
import { storedValue } from '../interface-rows.ts';
import type { LearnedComponent } from './component.ts';
import { portIndexes } from './port-indexes.ts';

/** ifOperStatus (RFC 2863). */
const OPER_STATUS = counters.oper_up.oid;

/** A tunnel of an SNMP agent is up when its interface is (RFC 4087); undefined when the agent stopped answering. */
export async function learnTunnelElements(
  asking: Asking,
  entries: readonly ComponentEntry[],
  interfaces: readonly InterfaceEntry[],
): Promise<readonly LearnedComponent[] | undefined> {
  if (entries.length === 0) return [];
  const ports = await portIndexes(
    asking,
    interfaces,
    entries.map(({ key }) => key),
  );
  return (
    ports &&
    entries.flatMap(({ id, key }): readonly LearnedComponent[] => {
      const index = ports.get(key);
      if (index === undefined) return [];
      const oid = `${OPER_STATUS}.${String(index)}`;
      return [
        {
          id,
          oids: [oid],
          read(values) {
            const status = values.get(oid);
            const value = status && storedValue('state', status.value);
            return value === undefined
              ? []
              : [{ counter: counters.tunnel_up.id, value, ticks: status?.ticks }];
          },
        },
      ];
    })
  );
}
