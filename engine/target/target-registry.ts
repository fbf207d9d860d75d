import { subjects } from '#schemas/bus/subject.ts';
import type { FlowTargetKind } from '#schemas/inventory/flow-target.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { flowTargetLimits } from '#schemas/limit/flow-target.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { EngineMetrics } from '../engine-metrics.ts';
import { keyText, levels } from '../flow/flow-key.ts';
import type { FlowKey } from '../flow/flow-key.ts';
import { addTargets } from './add-targets.ts';
import type { WantedTarget } from './add-targets.ts';

/** What is met within this time is stored together: the inventory is read again once. */
const GATHER_MS = 2_000;
/** Kept waiting at most; what comes beyond is met again in the next window. */
const MOST_WAITING = 20_000;

const kinds: Readonly<Partial<Record<number, FlowTargetKind>>> = {
  [levels.application]: 'application',
  [levels.class]: 'class',
  [levels.conversation]: 'conversation',
};

export interface RegistryNeeds {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<EngineMetrics, 'targets'>;
  readonly inventory: () => Inventory;
  readonly signal: AbortSignal;
}

/**
 * Makes elements of the applications, classes and conversations that flows bring. They are configuration from then on: an
 * engine measures them from the window on that begins after it was told of them, and a replay finds them in its checkpoint.
 */
export class TargetRegistry {
  readonly #needs: RegistryNeeds;
  #waiting = new Map<string, WantedTarget>();

  constructor(needs: RegistryNeeds) {
    this.#needs = needs;
    needs.clock.every(GATHER_MS, () => this.#store(), needs.signal);
  }

  meet(keys: readonly FlowKey[]): void {
    const { sites } = this.#needs.inventory();
    for (const key of keys) {
      const kind = kinds[key.level];
      if (kind === undefined || this.#waiting.size >= MOST_WAITING) continue;
      const { customer, site, detail } = key;
      // A flow of a site that is not (yet) the customer's own is none of its elements.
      if (sites.get(site)?.customer === customer)
        this.#waiting.set(keyText(key), { customer, site, kind, detail });
    }
  }

  async #store(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const { db, bus, log, metrics } = this.#needs;
    const wanted = [...this.#waiting.values()];
    this.#waiting = new Map();
    try {
      const { added, full } = await addTargets(db, wanted, flowTargetLimits.perCustomer);
      metrics.targets.inc({ outcome: 'added' }, added);
      metrics.targets.inc({ outcome: 'full' }, full);
      if (added > 0) bus.publish(subjects.config('target'), '{}');
    } catch (error) {
      log.warn({ err: error, targets: wanted.length }, 'elements of flows could not be stored');
    }
  }
}
