import { sql } from 'kysely';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { dateAtMs } from '#platform/clock/time.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { InventoryReading } from '#schemas/inventory/collected.ts';

/** Processes reply within milliseconds; how many they are is not known. */
const TIMEOUT_MS = 300;
/** A reply is reused for this time: many users look at the same list. */
const RETENTION_MS = 2_000;

interface EffectNeeds {
  readonly bus: Pick<Bus, 'requestAll'>;
  readonly db: Db;
  readonly clock: Clock;
}

const decoder = new TextDecoder();

/** Whether the processes that collect know of switched elements. */
export class CollectionEffect {
  readonly #needs: EffectNeeds;
  #requested: { readonly at: number; readonly reply: Promise<number> } | undefined;

  constructor(needs: EffectNeeds) {
    this.#needs = needs;
  }

  async #request(): Promise<number> {
    const readings: number[] = [];
    const isEnough = (data: Uint8Array): boolean => {
      readings.push(InventoryReading.parse(JSON.parse(decoder.decode(data))).readAt);
      return false;
    };
    // Without a reply no process runs that has an older inventory.
    await this.#needs.bus
      .requestAll(subjects.inventoryReading, '', { timeoutMs: TIMEOUT_MS, isEnough })
      .catch(() => undefined);
    return Math.min(...readings);
  }

  /** Milliseconds since 1970: every process that runs has what was switched before. Infinity: none runs. */
  appliedAt(): Promise<number> {
    const now = this.#needs.clock.elapsed();
    if (this.#requested === undefined || now - this.#requested.at > RETENTION_MS)
      this.#requested = { at: now, reply: this.#request() };
    return this.#requested.reply;
  }

  /** Elements of these customers that not every process knows to be switched. */
  async switched(customers: readonly number[]): Promise<ReadonlySet<number>> {
    const appliedAt = await this.appliedAt();
    if (appliedAt === Number.POSITIVE_INFINITY) return new Set();
    const rows = await this.#needs.db
      .selectFrom('network_element')
      .select('id')
      .where(sql<boolean>`customer_id = ANY(${[...customers]}::integer[])`)
      .where('status_updated_at', '>', dateAtMs(appliedAt))
      .execute();
    return new Set(rows.map(({ id }) => id));
  }
}
