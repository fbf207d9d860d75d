import type { Db } from '#platform/postgres/postgres.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import type { ManagerCredentials } from '#platform/sdwan/sdwan-client.ts';
import { credentialColumns } from '#platform/sdwan/shown-credentials.ts';
import { attemptColumns, type Attempt } from '#platform/sdwan/attempt.ts';
import { readStoredSdwanSetting } from '#platform/sdwan/read-setting.ts';
import type { StoredUnplaced } from '#schemas/sdwan/server.ts';
import type { SdwanSetting } from '#schemas/settings/sdwan/sdwan.ts';

/** The managers that are collected from, in PostgreSQL. */
export class ServerStore {
  readonly #db: Db;
  readonly #network: number | undefined;

  /** `network`: only managers of this collection sub-network. */
  constructor(db: Db, network?: number) {
    this.#db = db;
    this.#network = network;
  }

  /** Managers that have not been collected from since the start of the interval. */
  async listDue(slot: Date): Promise<readonly SdwanServerRow[]> {
    return this.#db
      .selectFrom('sdwan_server')
      .selectAll()
      .where('suspend_collect', '=', false)
      .$if(this.#network !== undefined, (query) => query.where('recipient_id', '=', this.#network ?? 0))
      .where((is) => is.or([is('collect_slot', 'is', null), is('collect_slot', '<', slot)]))
      .orderBy('id')
      .execute();
  }

  /**
   * When the manager was last collected from, by whichever process; null: never. Undefined when the interval is not this process's: another one
   * has collected it, or the manager is suspended.
   */
  async claim({ id }: SdwanServerRow, slot: Date): Promise<Date | null | undefined> {
    const claimed = await this.#db
      .updateTable('sdwan_server')
      .set({ collect_slot: slot })
      .where('id', '=', id)
      .where('suspend_collect', '=', false)
      .where((is) => is.or([is('collect_slot', 'is', null), is('collect_slot', '<', slot)]))
      .returning('collected_at')
      .executeTakeFirst();
    return claimed?.collected_at;
  }

  readSetting(): Promise<SdwanSetting> {
    return readStoredSdwanSetting(this.#db);
  }

  async saveAttempt(row: SdwanServerRow, attempt: Attempt, credentials: ManagerCredentials): Promise<void> {
    const isDone = attempt.fault === null;
    await this.#db
      .updateTable('sdwan_server')
      .set({ ...attemptColumns(attempt), ...(isDone && { collected_at: attempt.at }) })
      .$if(isDone, (query) => query.set(credentialColumns(credentials, row, attempt.at)))
      .where('id', '=', row.id)
      .execute();
  }
  /** What the last collection could not place. */
  async saveUnplaced({ id }: SdwanServerRow, unplaced: StoredUnplaced): Promise<void> {
    await this.#db.updateTable('sdwan_server').set({ unplaced }).where('id', '=', id).execute();
  }
}
