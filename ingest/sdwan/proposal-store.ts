import type { Db } from '#platform/postgres/postgres.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import { readStoredSdwanSetting } from '#platform/sdwan/read-setting.ts';
import type { SdwanSetting } from '#schemas/settings/sdwan/sdwan.ts';
import type { Attempt } from '#platform/sdwan/attempt.ts';
import { replaceDevices } from './names/device-store.ts';
import type { compareNetwork } from './propose-network.ts';

const ROWS_PER_STATEMENT = 500;

/** Synchronisations of managers and what they propose, in PostgreSQL. */
export class ProposalStore {
  readonly #db: Db;
  readonly #network: number | undefined;

  /** `network`: only managers of this collection sub-network. */
  constructor(db: Db, network?: number) {
    this.#db = db;
    this.#network = network;
  }

  /** Managers whose synchronisation a user requested or whose synchronisation was interrupted, and those not synchronised since a time. */
  async listDue(since: Date): Promise<readonly SdwanServerRow[]> {
    return this.#db
      .selectFrom('sdwan_server')
      .selectAll()
      .where((is) =>
        is.or([
          is('synchronise_state', 'in', ['requested', 'running']),
          is.and([
            is('suspend_provisioning', '=', false),
            is.or([is('synchronised_at', 'is', null), is('synchronised_at', '<', since)]),
          ]),
        ]),
      )
      .$if(this.#network !== undefined, (query) => query.where('recipient_id', '=', this.#network ?? 0))
      .orderBy('id')
      .execute();
  }

  readSetting(): Promise<SdwanSetting> {
    return readStoredSdwanSetting(this.#db);
  }

  async begin({ id }: SdwanServerRow): Promise<void> {
    await this.#db
      .updateTable('sdwan_server')
      .set({ synchronise_state: 'running' })
      .where('id', '=', id)
      .execute();
  }

  /** Replaces the proposals of the manager but those of customers that were not read, and what it calls its devices. */
  async finish(
    { id }: SdwanServerRow,
    at: Date,
    {
      drafts,
      called,
      unread = new Set(),
    }: ReturnType<typeof compareNetwork> & { readonly unread?: ReadonlySet<number> },
  ): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      await replaceDevices(tx, id, called);
      await tx
        .deleteFrom('sdwan_proposal')
        .where('server_id', '=', id)
        .$if(unread.size > 0, (query) => query.where('customer_id', 'not in', [...unread]))
        .execute();
      for (let from = 0; from < drafts.length; from += ROWS_PER_STATEMENT)
        await tx
          .insertInto('sdwan_proposal')
          .values(
            drafts.slice(from, from + ROWS_PER_STATEMENT).map(({ customer, element, ...draft }) => ({
              ...draft,
              server_id: id,
              customer_id: customer,
              element_id: element,
            })),
          )
          .execute();
      await tx
        .updateTable('sdwan_server')
        .set({ synchronise_state: 'done', synchronised_at: at, synchronise_fault: null })
        .where('id', '=', id)
        .execute();
    });
  }

  /** The proposals stay those of the last synchronisation. */
  async fail({ id }: SdwanServerRow, { at, fault }: Attempt): Promise<void> {
    await this.#db
      .updateTable('sdwan_server')
      .set({ synchronise_state: 'failed', synchronised_at: at, synchronise_fault: fault })
      .where('id', '=', id)
      .execute();
  }
}
