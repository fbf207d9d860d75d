import { counters } from '#schemas/counter/catalogue.ts';
import type { ComponentEntry, InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import type { RequestContext } from '../request/get-objects.ts';
import { toStoredValue } from '../interface/interface-rows.ts';
import type { LearnedComponent } from './component.ts';
import { portIndexes } from './port-indexes.ts';

/** ifOperStatus (RFC 2863). */
const OPER_STATUS = counters.oper_up.oid;

/** A tunnel is up when its interface is (RFC 4087). Undefined if the agent stopped responding. */
export async function learnTunnelElements(
  context: RequestContext,
  entries: readonly ComponentEntry[],
  interfaces: readonly InterfaceEntry[],
): Promise<readonly LearnedComponent[] | undefined> {
  if (entries.length === 0) return [];
  const ports = await portIndexes(
    context,
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
            const value = status && toStoredValue('state', status.value);
            return value === undefined ? [] : [{ counter: counters.tunnel_up.id, value, read: status?.read }];
          },
        },
      ];
    })
  );
}
