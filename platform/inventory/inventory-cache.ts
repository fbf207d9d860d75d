import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { watchConfig } from '../live-config/watch-config.ts';
import type { LiveValue, LiveConfigNeeds } from '../live-config/watch-config.ts';
import { stampedReading } from '../live-config/stamped-reading.ts';
import type { Db } from '../postgres/postgres.ts';
import { runCooperatively } from '../clock/steps.ts';
import { loadInventory } from './load.ts';
import type { InventoryOptions } from './load.ts';
import { sameInventory } from './same-inventory.ts';

export type InventoryCache = LiveValue<Inventory>;

/** Steps are never left in the middle: a reading that is no longer wanted is over soon. */
const neverAborted = new AbortController().signal;
/** The collector takes datagrams between the steps. */
const AT_ONCE_MS = 5;

/** The inventory in memory, live. */
export const watchInventory = (
  needs: LiveConfigNeeds & { readonly db: Db },
  options: InventoryOptions = {},
): Promise<InventoryCache> =>
  watchConfig(needs, {
    // Custom applications give what flows are summed by its name.
    entity: options.targets === true ? ['inventory', 'target', 'application'] : 'inventory',
    ...stampedReading(needs.db, (db) => loadInventory(db, options)),
    same: async (one, other) => {
      const steps = sameInventory(one, other);
      const found = await runCooperatively(steps, {
        clock: needs.clock,
        signal: neverAborted,
        sliceMs: AT_ONCE_MS,
      });
      return found ?? false;
    },
  });
