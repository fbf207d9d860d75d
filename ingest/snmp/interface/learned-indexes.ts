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

/** Saves the ifIndex of interfaces to the inventory, so that flows are attributed to them. */
export class LearnedIndexes {
  readonly #needs: LearnedIndexesNeeds;
  #pending = new Map<number, number | null>();
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

  /** Saves pending indexes and publishes a notification if any changed. After a failure they stay pending. */
  async save(): Promise<void> {
    if (this.#pending.size === 0) return;
    const saving = this.#pending;
    this.#pending = new Map();
    this.#savedMs = this.#needs.clock.elapsed();
    try {
      if ((await this.#update(saving)) > 0) this.#needs.bus.publish(subjects.config('inventory'), '');
    } catch (error) {
      // Indexes learned during the save are newer.
      this.#pending = new Map([...saving, ...this.#pending]);
      this.#needs.log.warn({ err: error, interfaces: saving.size }, 'interface index save failed');
    }
  }

  async #update(indexes: ReadonlyMap<number, number | null>): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      UPDATE network_interface AS port SET if_index = learned.if_index
      FROM unnest(${[...indexes.keys()]}::int[], ${[...indexes.values()]}::int[]) AS learned (id, if_index)
      WHERE port.id = learned.id AND port.if_index IS DISTINCT FROM learned.if_index
    `.execute(this.#needs.db);
    return Number(numAffectedRows);
  }
}
