import { sql } from 'kysely';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';

/** Learned indexes are saved together. */
const SAVE_MS = 500;
/**
 * At a start every device learns within one interval, and each announcement has every process read the whole inventory:
 * the first one goes out at once, the following ones gather for so long.
 */
const GATHER_MS = 10_000;

export interface LearnedNeeds {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Keeps the ifIndex of interfaces in the inventory, so that flows are attributed to them. */
export class LearnedIndexes {
  readonly #needs: LearnedNeeds;
  #waiting = new Map<number, number | null>();
  #savedMs = Number.NEGATIVE_INFINITY;

  constructor(needs: LearnedNeeds) {
    this.#needs = needs;
  }

  start(signal: AbortSignal): void {
    const { clock } = this.#needs;
    const saveWhenDue = async (): Promise<void> => {
      if (clock.elapsed() - this.#savedMs >= GATHER_MS) await this.save();
    };
    clock.every(SAVE_MS, saveWhenDue, signal);
  }

  /** null: the device has no port of that name. */
  note(indexes: ReadonlyMap<number, number | null>): void {
    for (const [id, index] of indexes) this.#waiting.set(id, index);
  }

  /** Saves what was noted, and announces it when anything changed. A failure keeps it for the next time. */
  async save(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const saving = this.#waiting;
    this.#waiting = new Map();
    this.#savedMs = this.#needs.clock.elapsed();
    try {
      if ((await this.#update(saving)) > 0) this.#needs.bus.publish(subjects.config('inventory'), '');
    } catch (error) {
      // What was learned meanwhile is newer.
      this.#waiting = new Map([...saving, ...this.#waiting]);
      this.#needs.log.warn({ err: error, interfaces: saving.size }, 'indexes not saved, will be tried again');
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
