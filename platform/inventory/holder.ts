import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { hold } from '../configuration/hold.ts';
import type { Held, HoldNeeds } from '../configuration/hold.ts';
import { stampedReading } from '../configuration/stamped-reading.ts';
import type { Db } from '../postgres/postgres.ts';
import { interruptibly } from '../clock/interruptibly.ts';
import { loadInventory } from './load.ts';
import type { InventoryOptions } from './load.ts';
import { sameInventory } from './same-inventory.ts';

export type InventoryHolder = Held<Inventory>;

/** Steps are never left in the middle: a reading that is no longer wanted is over soon. */
const neverAborted = new AbortController().signal;
/** The collector takes datagrams between the steps. */
const AT_ONCE_MS = 5;

/** The inventory in memory, live. */
export const holdInventory = (
  needs: HoldNeeds & { readonly db: Db },
  options: InventoryOptions = {},
): Promise<InventoryHolder> =>
  hold(needs, {
    // Custom applications give what flows are summed by its name.
    entity: options.targets === true ? ['inventory', 'target', 'application'] : 'inventory',
    ...stampedReading(needs.db, (db) => loadInventory(db, options)),
    same: async (one, other) => {
      const steps = sameInventory(one, other);
      const found = await interruptibly(steps, {
        clock: needs.clock,
        signal: neverAborted,
        atOnceMs: AT_ONCE_MS,
      });
      return found ?? false;
    },
  });
