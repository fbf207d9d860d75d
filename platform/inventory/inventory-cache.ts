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

/** The comparison is never aborted: it ends soon anyway. */
const neverAborted = new AbortController().signal;
/** The collector receives datagrams between two slices. */
const SLICE_MS = 5;

/** The live inventory. */
export const watchInventory = (
  needs: LiveConfigNeeds & { readonly db: Db },
  options: InventoryOptions = {},
): Promise<InventoryCache> =>
  watchConfig(needs, {
    // Flow targets take their names from custom applications.
    entity: options.targets === true ? ['inventory', 'target', 'application'] : 'inventory',
    ...stampedReading(needs.db, (db) => loadInventory(db, options)),
    same: async (one, other) => {
      const steps = sameInventory(one, other);
      const found = await runCooperatively(steps, {
        clock: needs.clock,
        signal: neverAborted,
        sliceMs: SLICE_MS,
      });
      return found ?? false;
    },
  });
