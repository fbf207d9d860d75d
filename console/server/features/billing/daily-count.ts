import { sql } from 'kysely';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { dayOf, daysAfter, daysFromTo } from '#schemas/billing/day.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { countUnits, type UnitCount } from './count-units.ts';

export interface DailyCountNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly clock: Clock;
}

/** Windows of the last minutes before midnight are stored by then. */
const SETTLED_MS = 15 * MINUTE_MS;
/** Days of the first count, and of a count that a user requests: the month before is part of it. */
const FIRST_DAYS = 35;
/** Days before the newest that are counted again: measures of a day whose engines were late arrive later. */
const AGAIN_DAYS = 2;
/** Longest time that is caught up. */
const CATCH_UP_DAYS = 400;
/** Counts are retained for three years. */
const RETAINED_DAYS = 1_096;
const INSERT_ROWS = 2_000;

/** The newest day that can be counted: it is over, and its measures are stored. */
export const lastEndedDay = (now: Date): string => daysAfter(dayOf(now.getTime() - SETTLED_MS), -1);

/** The days to count, from the newest that was counted; undefined: none. */
export function daysToCount(
  last: string | undefined,
  ended: string,
): { readonly from: string; readonly to: string } | undefined {
  if (last !== undefined && last >= ended) return undefined;
  const from = last === undefined ? daysAfter(ended, 1 - FIRST_DAYS) : daysAfter(last, 1 - AGAIN_DAYS);
  const oldest = daysAfter(ended, 1 - CATCH_UP_DAYS);
  return { from: from < oldest ? oldest : from, to: ended };
}

/** Counts the units of each day once it is over, and of the days that were missed. Any process may do it, at any time, again. */
export class DailyCount {
  readonly #needs: DailyCountNeeds;

  constructor(needs: DailyCountNeeds) {
    this.#needs = needs;
  }

  async lastDay(): Promise<string | undefined> {
    const row = await this.#needs.db
      .selectFrom('billing_day')
      .select('day')
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.day;
  }

  /** Counts the days that are due; returns how many. */
  async run(): Promise<number> {
    const last = await this.lastDay();
    const days = daysToCount(last, lastEndedDay(this.#needs.clock.now()));
    return days === undefined ? 0 : this.#count(days);
  }

  /** Counts the last days again; returns how many. */
  async again(): Promise<number> {
    const to = lastEndedDay(this.#needs.clock.now());
    return this.#count({ from: daysAfter(to, 1 - FIRST_DAYS), to });
  }

  async #count(period: { readonly from: string; readonly to: string }): Promise<number> {
    const { db } = this.#needs;
    const customers = await db.selectFrom('customer').select(['id', 'client_id', 'name']).execute();
    const counts = await countUnits(this.#needs, { ...period, customers: customers.map(({ id }) => id) });
    const days = await this.#daysOf(period, counts);
    if (days.length === 0) return 0;
    const named = new Map(customers.map(({ id, client_id: clientId, name }) => [id, { clientId, name }]));
    await this.#store(days, counts, named);
    return days.length;
  }

  /** An installation begins with the first day on which it monitored something. */
  async #daysOf(
    { from, to }: { readonly from: string; readonly to: string },
    counts: readonly UnitCount[],
  ): Promise<readonly string[]> {
    const known = await this.#needs.db
      .selectFrom('billing_day')
      .select('day')
      .orderBy('day')
      .limit(1)
      .executeTakeFirst();
    const [first] = [...(known === undefined ? [] : [known.day]), ...counts.map(({ day }) => day)].toSorted();
    return first === undefined ? [] : daysFromTo(first < from ? from : first, to);
  }

  /** Counts only grow: what is no longer stored, or belongs to a deleted element, was monitored all the same. */
  async #store(
    days: readonly string[],
    counts: readonly UnitCount[],
    customers: ReadonlyMap<number, { readonly clientId: string; readonly name: string }>,
  ): Promise<void> {
    const now = this.#needs.clock.now();
    const rows = counts.map(({ day, customer, service, units }) => ({
      day,
      customer_id: customer,
      service,
      units,
      client_id: customers.get(customer)?.clientId ?? '',
      customer_name: customers.get(customer)?.name ?? '',
    }));
    await this.#needs.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('billing_day')
        .values(days.map((day) => ({ day, counted_at: now })))
        .onConflict((conflict) => conflict.column('day').doUpdateSet({ counted_at: now }))
        .execute();
      for (let at = 0; at < rows.length; at += INSERT_ROWS)
        await tx
          .insertInto('billing_count')
          .values(rows.slice(at, at + INSERT_ROWS))
          .onConflict((conflict) =>
            conflict.columns(['day', 'customer_id', 'service']).doUpdateSet({
              units: sql`greatest(billing_count.units, excluded.units)`,
            }),
          )
          .execute();
      await tx
        .deleteFrom('billing_day')
        .where('day', '<', daysAfter(dayOf(now.getTime()), -RETAINED_DAYS))
        .execute();
    });
  }
}
