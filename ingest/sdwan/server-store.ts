import type { Db } from '#platform/postgres/postgres.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import { attemptColumns } from '#platform/sdwan/attempt.ts';
import type { Attempt } from '#platform/sdwan/attempt.ts';

/** The managers that are collected from, in PostgreSQL. */
export class ServerStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Managers that have not been collected from since the start of the interval. */
  async listDue(slot: Date): Promise<readonly SdwanServerRow[]> {
    return this.#db
      .selectFrom('sdwan_server')
      .selectAll()
      .where('suspend_collect', '=', false)
      .where((is) => is.or([is('collect_slot', 'is', null), is('collect_slot', '<', slot)]))
      .orderBy('id')
      .execute();
  }

  /** Returns whether the interval is this process's: another one may have collected it, or the manager be suspended. */
  async claim({ id }: SdwanServerRow, slot: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('sdwan_server')
      .set({ collect_slot: slot })
      .where('id', '=', id)
      .where('suspend_collect', '=', false)
      .where((is) => is.or([is('collect_slot', 'is', null), is('collect_slot', '<', slot)]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async saveAttempt({ id }: SdwanServerRow, attempt: Attempt): Promise<void> {
    await this.#db
      .updateTable('sdwan_server')
      .set({ ...attemptColumns(attempt), ...(attempt.fault === null && { collected_at: attempt.at }) })
      .where('id', '=', id)
      .execute();
  }
}
