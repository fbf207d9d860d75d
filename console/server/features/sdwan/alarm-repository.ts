import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { alarmLimits, type SdwanAlarm } from '#schemas/sdwan/alarm.ts';

/** Alarms that processes have collected from the SD-WAN managers. */
export class SdwanAlarmRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Number of raised alarms by manager. */
  async countRaised(): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#db
      .selectFrom('sdwan_alarm')
      .select((is) => ['server_id', is.fn.countAll<number>().as('raised')])
      .where('cleared_at', 'is', null)
      .groupBy('server_id')
      .execute();
    return new Map(rows.map(({ server_id, raised }) => [server_id, raised]));
  }

  /** Raised ones first, then the newest. */
  async list(server: number): Promise<{ total: number; alarms: SdwanAlarm[] }> {
    const { total } = await this.#db
      .selectFrom('sdwan_alarm')
      .select((is) => is.fn.countAll<number>().as('total'))
      .where('server_id', '=', server)
      .executeTakeFirstOrThrow();
    const rows = await this.#select().where('server_id', '=', server).limit(alarmLimits.listed).execute();
    return { total, alarms: rows.map(shownAlarm) };
  }

  /**
   * Those of a device of a customer: that were its own when they were read, or that name or address it and were of no device that is
   * still in the inventory.
   */
  async listOfDevice(
    customer: number,
    { id, name, address }: { readonly id: number; readonly name: string; readonly address: string },
  ): Promise<SdwanAlarm[]> {
    const rows = await this.#select()
      .where('alarm.customer_id', '=', customer)
      .where(
        sql<boolean>`(alarm.device_id = ${id} OR (lower(device) IN (${name.toLowerCase()}, ${address.toLowerCase()})
          AND device != '' AND NOT EXISTS (SELECT FROM device AS own WHERE own.id = alarm.device_id)))`,
      )
      .limit(alarmLimits.listed)
      .execute();
    return rows.map(shownAlarm);
  }

  #select() {
    return this.#db
      .selectFrom('sdwan_alarm as alarm')
      .innerJoin('customer', 'customer.id', 'alarm.customer_id')
      .select(['alarm.id', 'alarm.customer_id as customer', 'customer.name as customerName'])
      .select(['type', 'severity', 'message', 'device', 'raised_at', 'cleared_at', 'is_event'])
      .orderBy(sql`cleared_at IS NOT NULL`)
      .orderBy('raised_at', 'desc')
      .orderBy('alarm.id', 'desc');
  }
}

type SelectedAlarm = Pick<
  SdwanAlarm,
  'id' | 'customer' | 'customerName' | 'type' | 'severity' | 'message' | 'device'
> & { readonly raised_at: Date; readonly cleared_at: Date | null; readonly is_event: boolean };

function shownAlarm({
  raised_at: raised,
  cleared_at: cleared,
  is_event: isEvent,
  ...alarm
}: SelectedAlarm): SdwanAlarm {
  const clearedAt = isEvent ? null : (cleared?.toISOString() ?? null);
  const state = isEvent ? 'event' : clearedAt === null ? 'raised' : 'cleared';
  return { ...alarm, state, raisedAt: raised.toISOString(), clearedAt };
}
