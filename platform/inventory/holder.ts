import { subjects } from '#schemas/bus/subject.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import type { Db } from '../postgres/postgres.ts';
import { loadInventory } from './load.ts';

/** Changes that come one after another are read once, after this pause. */
const QUIET_MS = 200;
/** Read again without a notice, in case one was lost: an announcement of core NATS is not stored. */
const REFRESH_MS = 60_000;

export interface InventoryHolder {
  readonly current: Inventory;
  /** Called after each reload with the new inventory. */
  onChange(listener: (inventory: Inventory) => void): void;
}

interface Needs {
  readonly db: Db;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Two readings of the same state: compared by what they say, as a reload makes new objects. */
function sameInventory(one: Inventory, other: Inventory): boolean {
  const text = ({ customers, sites, devices, interfaces, exporters }: Inventory): string =>
    JSON.stringify([customers, sites, devices, interfaces, exporters].map((entries) => [...entries]));
  return text(one) === text(other);
}

/**
 * The inventory in memory, live: read at start, and again when `config.inventory` is announced. A reload that fails keeps
 * what is there and tries again with the next one.
 */
export async function holdInventory({ db, bus, clock, log, signal }: Needs): Promise<InventoryHolder> {
  let current = await loadInventory(db);
  const listeners: ((inventory: Inventory) => void)[] = [];
  let waiting = false;

  const reload = async (): Promise<void> => {
    try {
      const next = await loadInventory(db);
      if (sameInventory(current, next)) return;
      current = next;
      for (const listener of listeners) listener(next);
    } catch (error) {
      log.warn({ err: error }, 'inventory could not be read again');
    }
  };
  const reloadSoon = async (): Promise<void> => {
    if (waiting) return;
    waiting = true;
    await clock.wait(QUIET_MS, signal);
    waiting = false;
    if (!signal.aborted) await reload();
  };
  bus.subscribe(subjects.config('inventory'), () => void reloadSoon(), { signal });
  clock.every(REFRESH_MS, reload, signal);
  return {
    get current() {
      return current;
    },
    onChange(listener) {
      listeners.push(listener);
    },
  };
}
