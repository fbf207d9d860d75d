import { subjects } from '#schemas/bus/subject.ts';
import type { FlowTargetKind } from '#schemas/inventory/flow-target.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { flowTargetLimits } from '#schemas/limit/flow-target.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { EngineMetrics } from '../worker/engine-metrics.ts';
import { keyText, flowLevels, type FlowSumKey } from '../flow/flow-key.ts';
import { insertTargets, type TargetRequest } from './insert-targets.ts';

/** Targets seen within this time are stored together, so the inventory is reloaded once. */
const BATCH_INTERVAL_MS = 2_000;
/** Maximum number of pending targets; the others are seen again in the next window. */
const MAX_PENDING = 20_000;

const kinds: Readonly<Partial<Record<number, FlowTargetKind>>> = {
  [flowLevels.application]: 'application',
  [flowLevels.class]: 'class',
  [flowLevels.conversation]: 'conversation',
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
 * Creates elements for the applications, classes and conversations seen in flows. They are configuration from
 * then on: an engine measures them from the window after it received them, and a replay finds them in its
 * checkpoint.
 */
export class TargetRegistry {
  readonly #needs: RegistryNeeds;
  #pending = new Map<string, TargetRequest>();

  constructor(needs: RegistryNeeds) {
    this.#needs = needs;
    needs.clock.every(BATCH_INTERVAL_MS, () => this.#store(), needs.signal);
  }

  register(keys: readonly FlowSumKey[]): void {
    const { sites } = this.#needs.inventory();
    for (const key of keys) {
      const kind = kinds[key.level];
      if (kind === undefined || this.#pending.size >= MAX_PENDING) continue;
      const { customer, site, detail } = key;
      // A flow of a site that does not (yet) belong to the customer creates no element.
      if (sites.get(site)?.customer === customer)
        this.#pending.set(keyText(key), { customer, site, kind, detail });
    }
  }

  async #store(): Promise<void> {
    if (this.#pending.size === 0) return;
    const { db, bus, log, metrics, signal } = this.#needs;
    const desired = [...this.#pending.values()];
    this.#pending = new Map();
    try {
      const { added, full } = await insertTargets(db, desired, flowTargetLimits.perCustomer);
      metrics.targets.inc({ outcome: 'added' }, added);
      metrics.targets.inc({ outcome: 'full' }, full);
      if (added > 0) bus.publish(subjects.config('target'), '{}');
    } catch (error) {
      // A regular stop closes the database: flows bring the targets again.
      if (signal.aborted) return;
      log.warn({ err: error, targets: desired.length }, 'flow target save failed');
    }
  }
}
