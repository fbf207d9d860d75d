import { subjects } from '#schemas/bus/subject.ts';
import type { InventoryReading } from '#schemas/inventory/collected.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { watchConfig, type LiveValue, type LiveConfigNeeds } from '../live-config/watch-config.ts';
import { stampedReading } from '../live-config/stamped-reading.ts';
import type { Db } from '../postgres/postgres.ts';
import { runCooperatively } from '../clock/steps.ts';
import { loadInventory, type InventoryOptions } from './load.ts';
import { sameInventory } from './same-inventory.ts';

export type InventoryCache = LiveValue<Inventory>;

/** The comparison is never aborted: it ends soon anyway. */
const neverAborted = new AbortController().signal;
/** The collector receives datagrams between two slices. */
const SLICE_MS = 5;

/** The live inventory. Replies to the server as of when this process has it. */
export async function watchInventory(
  needs: LiveConfigNeeds & { readonly db: Db },
  options: InventoryOptions = {},
): Promise<InventoryCache> {
  const { bus, clock, signal } = needs;
  const { read, stamp } = stampedReading(needs.db, (db) => loadInventory(db, options));
  let [begunAt, readAt] = [0, 0];
  const live = await watchConfig(needs, {
    // Flow targets take their names from custom applications.
    entity: options.targets === true ? ['inventory', 'target', 'application'] : 'inventory',
    stamp,
    read() {
      begunAt = clock.now().getTime();
      return read();
    },
    same: async (one, other) => {
      const steps = sameInventory(one, other);
      const found = await runCooperatively(steps, { clock, signal: neverAborted, sliceMs: SLICE_MS });
      // What was read is current next.
      readAt = begunAt;
      return found ?? false;
    },
  });
  readAt = Math.max(readAt, begunAt);
  const reading = (): InventoryReading => ({ readAt });
  bus.subscribe(subjects.inventoryReading, ({ respond }) => respond(JSON.stringify(reading())), { signal });
  return live;
}
