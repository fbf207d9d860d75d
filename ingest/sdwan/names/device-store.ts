import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import type { CalledDevice } from './match-called.ts';

/** Devices of a manager that are remembered: twice the largest. */
const MAX_DEVICES = 50_000;
/** Characters of names, which are compared with those of the inventory. */
const MAX_NAME = 300;
const ROWS_PER_STATEMENT = 5_000;

/** What managers call their devices, in PostgreSQL. */
export class DeviceStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async read(server: number): Promise<readonly CalledDevice[]> {
    return this.#db
      .selectFrom('sdwan_device')
      .select(['tenant', 'name', 'address', 'element_id as element'])
      .where('server_id', '=', server)
      .orderBy('id')
      .execute();
  }

  /** Remembers which devices of the inventory have the names that their manager gives them. */
  async remember(server: number, changed: readonly CalledDevice[]): Promise<void> {
    if (changed.length === 0) return;
    await sql`
      UPDATE sdwan_device SET element_id = changed.element
      FROM unnest(
        ${changed.map(({ tenant }) => tenant)}::text[], ${changed.map(({ name }) => name)}::text[],
        ${changed.map(({ address }) => address)}::text[], ${changed.map(({ element }) => element)}::int[]
      ) AS changed (tenant, name, address, element)
      WHERE server_id = ${server}::int AND sdwan_device.tenant = changed.tenant
        AND sdwan_device.name = changed.name AND sdwan_device.address = changed.address
    `.execute(this.#db);
  }
}

const isStored = ({ name, address, tenant }: CalledDevice): boolean =>
  name !== '' && [name, address, tenant].every(({ length }) => length <= MAX_NAME);

/** Replaces what a manager calls its devices, within the transaction of its synchronisation. */
export async function replaceDevices(
  tx: Pick<Db, 'deleteFrom' | 'insertInto'>,
  server: number,
  devices: readonly CalledDevice[],
): Promise<void> {
  await tx.deleteFrom('sdwan_device').where('server_id', '=', server).execute();
  const stored = devices.filter(isStored).slice(0, MAX_DEVICES);
  for (let from = 0; from < stored.length; from += ROWS_PER_STATEMENT)
    await tx
      .insertInto('sdwan_device')
      .values(
        stored.slice(from, from + ROWS_PER_STATEMENT).map(({ tenant, name, address, element }) => ({
          server_id: server,
          tenant,
          name,
          address,
          element_id: element,
        })),
      )
      .execute();
}
