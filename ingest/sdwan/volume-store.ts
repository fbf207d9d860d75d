import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Attempt } from '#platform/sdwan/attempt.ts';
import { DAY_MS } from '#schemas/time/duration.ts';

/** Time until which the volumes of a device were published, by its id: of the manager's clock. */
export type PublishedUntil = ReadonlyMap<number, number>;

/** Until when the volumes of applications are published, whichever process did it, in PostgreSQL. */
export class VolumeStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async read(server: number): Promise<PublishedUntil> {
    const rows = await this.#db
      .selectFrom('sdwan_volume')
      .select(['device_id', 'until_ms'])
      .where('server_id', '=', server)
      .execute();
    return new Map(rows.map(({ device_id: device, until_ms: untilMs }) => [device, untilMs]));
  }

  /** How the last reading went; null: the manager measures no applications. */
  async note(server: number, reading: Pick<Attempt, 'at' | 'fault'> | null): Promise<void> {
    await this.#db
      .updateTable('sdwan_server')
      .set({ volumes_at: reading?.at ?? null, volumes_fault: reading?.fault ?? null })
      .where('id', '=', server)
      .execute();
  }

  /** Forgets devices without a volume for a day. */
  async save(server: number, until: PublishedUntil): Promise<void> {
    if (until.size === 0) return;
    await sql`
      INSERT INTO sdwan_volume (server_id, device_id, until_ms)
      SELECT ${server}::int, device_id, until_ms
      FROM unnest(${[...until.keys()]}::int[], ${[...until.values()]}::bigint[]) AS published (device_id, until_ms)
      ON CONFLICT (server_id, device_id) DO UPDATE SET until_ms = excluded.until_ms
    `.execute(this.#db);
    await this.#db
      .deleteFrom('sdwan_volume')
      .where('server_id', '=', server)
      .where('until_ms', '<', Math.max(...until.values()) - DAY_MS)
      .execute();
  }
}
