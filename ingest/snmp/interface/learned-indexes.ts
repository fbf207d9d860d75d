import { sql } from 'kysely';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';

/** Learned indexes are saved in batches. */
const CHECK_INTERVAL_MS = 500;
/**
 * After a start every device learns within one interval, and each notification makes every process reload the whole
 * inventory. The first save is immediate, later ones wait for this interval.
 */
const MIN_SAVE_INTERVAL_MS = 10_000;

export interface LearnedIndexesNeeds {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Saves what polls learn to the inventory: the ifIndex of interfaces, by which flows are attributed, and the targets of probes, by which filters find them. */
export class LearnedIndexes {
  readonly #needs: LearnedIndexesNeeds;
  #pending = new Map<number, number | null>();
  #targets = new Map<number, string>();
  #savedMs = Number.NEGATIVE_INFINITY;

  constructor(needs: LearnedIndexesNeeds) {
    this.#needs = needs;
  }

  start(signal: AbortSignal): void {
    const { clock } = this.#needs;
    const saveWhenDue = async (): Promise<void> => {
      if (clock.elapsed() - this.#savedMs >= MIN_SAVE_INTERVAL_MS) await this.save();
    };
    clock.every(CHECK_INTERVAL_MS, saveWhenDue, signal);
  }

  /** null: the device has no port of that name. */
  add(indexes: ReadonlyMap<number, number | null>): void {
    for (const [id, index] of indexes) this.#pending.set(id, index);
  }

  /** Addresses that probes send to. */
  addTargets(targets: ReadonlyMap<number, string>): void {
    for (const [id, target] of targets) this.#targets.set(id, target);
  }

  /** Saves what is pending and publishes a notification if anything changed. After a failure it stays pending. */
  async save(): Promise<void> {
    if (this.#pending.size + this.#targets.size === 0) return;
    const [saving, targets] = [this.#pending, this.#targets];
    this.#pending = new Map();
    this.#targets = new Map();
    this.#savedMs = this.#needs.clock.elapsed();
    try {
      const changed = (await this.#update(saving)) + (await this.#updateTargets(targets));
      if (changed > 0) this.#needs.bus.publish(subjects.config('inventory'), '');
    } catch (error) {
      // What was learned during the save is newer.
      this.#pending = new Map([...saving, ...this.#pending]);
      this.#targets = new Map([...targets, ...this.#targets]);
      this.#needs.log.warn({ err: error, interfaces: saving.size }, 'interface index save failed');
    }
  }

  async #updateTargets(targets: ReadonlyMap<number, string>): Promise<number> {
    if (targets.size === 0) return 0;
    const { numAffectedRows = 0n } = await sql`
      UPDATE network_component AS probe SET fields = fields || jsonb_build_object('target', learned.target)
      FROM unnest(${[...targets.keys()]}::int[], ${[...targets.values()]}::text[]) AS learned (id, target)
      WHERE probe.id = learned.id AND probe.kind = 'probe' AND probe.fields ->> 'target' IS DISTINCT FROM learned.target
    `.execute(this.#needs.db);
    return Number(numAffectedRows);
  }

  async #update(indexes: ReadonlyMap<number, number | null>): Promise<number> {
    if (indexes.size === 0) return 0;
    const { numAffectedRows = 0n } = await sql`
      UPDATE network_interface AS port SET if_index = learned.if_index
      FROM unnest(${[...indexes.keys()]}::int[], ${[...indexes.values()]}::int[]) AS learned (id, if_index)
      WHERE port.id = learned.id AND port.if_index IS DISTINCT FROM learned.if_index
    `.execute(this.#needs.db);
    return Number(numAffectedRows);
  }
}
