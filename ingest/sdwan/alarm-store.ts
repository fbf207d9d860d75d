import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { addMs } from '#platform/clock/time.ts';
import type { Attempt } from '#platform/sdwan/attempt.ts';
import { alarmLimits } from '#schemas/sdwan/alarm.ts';
import type { NewRow } from '#schemas/table/relation.ts';
import type { sdwanAlarm } from '#schemas/table/sdwan.ts';
import { DAY_MS } from '#schemas/time/duration.ts';

export type NewAlarm = Omit<NewRow<typeof sdwanAlarm>, 'server_id'>;

/** What one reading of a manager's alarms stores. */
export interface ReadAlarms {
  readonly alarms: readonly NewAlarm[];
  /** Of all that are raised, as `customer key`; undefined: unknown. */
  readonly raised: ReadonlySet<string> | undefined;
  /** Customers whose alarms were not read: theirs stay as they are. */
  readonly unread?: ReadonlySet<number>;
  /** By the manager's clock. */
  readonly until: Date;
  readonly at: Date;
}

const ROWS_PER_STATEMENT = 500;

export const alarmKey = ({ customer_id, key }: Pick<NewAlarm, 'customer_id' | 'key'>): string =>
  `${String(customer_id)} ${key}`;

/** Alarms of the managers, in PostgreSQL. */
export class AlarmStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Stores a reading together with where the next one continues: what was read is in once, whatever ends the process. */
  async save(server: number, { alarms, raised, unread = new Set(), until, at }: ReadAlarms): Promise<void> {
    const unique = [...new Map(alarms.map((one) => [alarmKey(one), one])).values()];
    await this.#db.transaction().execute(async (tx) => {
      for (let from = 0; from < unique.length; from += ROWS_PER_STATEMENT)
        await tx
          .insertInto('sdwan_alarm')
          .values(unique.slice(from, from + ROWS_PER_STATEMENT).map((one) => ({ ...one, server_id: server })))
          .onConflict((conflict) =>
            conflict.columns(['server_id', 'customer_id', 'key']).doUpdateSet((is) => ({
              type: is.ref('excluded.type'),
              severity: is.ref('excluded.severity'),
              message: is.ref('excluded.message'),
              device: is.ref('excluded.device'),
              device_id: is.ref('excluded.device_id'),
              raised_at: is.ref('excluded.raised_at'),
              cleared_at: is.ref('excluded.cleared_at'),
            })),
          )
          .execute();
      if (raised !== undefined) await this.#clearOthers(tx, server, { raised, unread, at });
      await this.#forget(tx, server, at);
      await tx
        .updateTable('sdwan_server')
        .set({ alarms_until: until, alarms_at: at, alarms_fault: null })
        .where('id', '=', server)
        .execute();
    });
  }

  async fail(server: number, { fault, at }: Pick<Attempt, 'fault' | 'at'>): Promise<void> {
    await this.#db
      .updateTable('sdwan_server')
      .set({ alarms_fault: fault, alarms_at: at })
      .where('id', '=', server)
      .execute();
  }

  /** What was raised and is no longer has ended between the last reading and this one. */
  async #clearOthers(
    tx: Pick<Db, 'selectFrom' | 'updateTable'>,
    server: number,
    { raised, unread, at }: Required<Pick<ReadAlarms, 'unread' | 'at'>> & { raised: ReadonlySet<string> },
  ): Promise<void> {
    const stored = await tx
      .selectFrom('sdwan_alarm')
      .select(['id', 'customer_id', 'key'])
      .where('server_id', '=', server)
      .where('cleared_at', 'is', null)
      .execute();
    const ended = stored
      .filter((one) => !unread.has(one.customer_id) && !raised.has(alarmKey(one)))
      .map(({ id }) => id);
    if (ended.length === 0) return;
    await tx
      .updateTable('sdwan_alarm')
      .set({ cleared_at: at })
      .where(sql<boolean>`id = ANY(${ended}::int[])`)
      .execute();
  }

  /** What is over for long, and the oldest of too many. */
  async #forget(tx: Pick<Db, 'deleteFrom'>, server: number, at: Date): Promise<void> {
    await tx
      .deleteFrom('sdwan_alarm')
      .where('server_id', '=', server)
      .where('cleared_at', '<', addMs(at, -alarmLimits.days * DAY_MS))
      .execute();
    await tx
      .deleteFrom('sdwan_alarm')
      .where('server_id', '=', server)
      .where('id', 'in', (is) =>
        is
          .selectFrom('sdwan_alarm')
          .select('id')
          .where('server_id', '=', server)
          .orderBy('raised_at', 'desc')
          .orderBy('id', 'desc')
          .offset(alarmLimits.retained),
      )
      .execute();
  }
}
