import { asNames } from '#platform/postgres/as-names.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import { attemptColumns } from '#platform/sdwan/attempt.ts';
import { credentialColumns } from '#platform/sdwan/shown-credentials.ts';
import { SDWAN_PASSWORD } from '#schemas/sdwan/server-secrets.ts';
import { managerAddress } from '#schemas/sdwan/rules.ts';
import type { SdwanServerFields } from '#schemas/sdwan/server.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectFaults, rejectStale } from '../../shared/repository/reject-faults.ts';
import { readDocumentUses } from '../../shared/resource/document-uses.ts';
import { transact, type Actor, type Change } from '../../shared/repository/transact.ts';
import type { ManagerCheck } from './reach-sdwan.ts';
import { serverAudit, serverColumns, fieldsOfRow, type ListedRow } from './server-columns.ts';

/** A manager as it is stored: its fields, its password, and the attempt to reach it, if there was one. */
export interface CompleteServer {
  readonly fields: SdwanServerFields;
  readonly password: string;
  readonly check: ManagerCheck | undefined;
  /** Another manager of its kind may have its address. */
  readonly sharesAddress: boolean;
}

export interface SdwanServerNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

const saving = { duplicate: 'NAME_TAKEN', duplicateField: 'name' } as const;

const subjectOf = ({ id, name }: Pick<SdwanServerRow, 'id' | 'name'>) =>
  ({ subject: 'sdwan-manager', subjectId: id, subjectName: name }) as const;

/** Throws RESOURCE_MISSING, and SDWAN_RECIPIENT_DIFFERS for a customer of another collection sub-network. */
async function rejectOtherCustomer(
  tx: Tx,
  { isMultiTenant, customer, recipientId }: SdwanServerFields,
): Promise<void> {
  if (isMultiTenant || customer === null) return;
  const row = await tx
    .selectFrom('customer')
    .select('recipient_id')
    .where('id', '=', customer)
    .executeTakeFirst();
  if (row === undefined)
    throw new ProblemError('RESOURCE_MISSING', {
      errors: [{ path: 'body.customer', code: 'RESOURCE_MISSING' }],
    });
  if (row.recipient_id !== recipientId)
    rejectFaults([
      { path: 'recipientId', code: 'SDWAN_RECIPIENT_DIFFERS', params: { network: row.recipient_id } },
    ]);
}

/** Whether anything is read from a manager. */
const isRead = (one: Pick<SdwanServerFields, 'suspendProvisioning' | 'suspendCollect'>): boolean =>
  !one.suspendProvisioning || !one.suspendCollect;

/** Whether a manager was not read at this address before. */
const isReadElsewhere = (before: SdwanServerFields, after: SdwanServerFields): boolean =>
  !isRead(before) || before.kind !== after.kind || managerAddress(before.url) !== managerAddress(after.url);

/**
 * Throws SDWAN_URL_TAKEN when another manager of the kind is read from the same address without a confirmation. What is suspended
 * is not read twice.
 */
async function rejectSharedAddress(
  tx: Tx,
  { fields, sharesAddress }: CompleteServer,
  own: number,
): Promise<void> {
  if (sharesAddress || !isRead(fields)) return;
  const { kind, url } = fields;
  const others = await tx
    .selectFrom('sdwan_server')
    .select(['name', 'url'])
    .where('kind', '=', kind)
    .where('id', '!=', own)
    .where((is) => is.or([is('suspend_provisioning', '=', false), is('suspend_collect', '=', false)]))
    .orderBy('name', asNames)
    .execute();
  const other = others.find((one) => managerAddress(one.url) === managerAddress(url));
  if (other === undefined) return;
  const params = { name: other.name };
  throw new ProblemError('SDWAN_URL_TAKEN', {
    params,
    errors: [{ path: 'body.url', code: 'SDWAN_URL_TAKEN', params }],
  });
}

/** The columns that keep a check. At another address another certificate is no change. */
const checkColumns = ({ attempt, credentials }: ManagerCheck, before?: SdwanServerRow) => ({
  ...attemptColumns(attempt),
  ...credentialColumns(credentials, before ?? { certificate: null }, attempt.at),
});

const selectListed = (db: Db) =>
  db
    .selectFrom('sdwan_server as server')
    .leftJoin('customer', 'customer.id', 'server.customer_id')
    .selectAll('server')
    .select('customer.name as customer_name');

/** The SD-WAN managers, passwords sealed. */
export class SdwanServerRepository {
  readonly #needs: SdwanServerNeeds;

  constructor(needs: SdwanServerNeeds) {
    this.#needs = needs;
  }

  /** By name. */
  async list(): Promise<readonly ListedRow[]> {
    return selectListed(this.#needs.db).orderBy('server.name', asNames).execute();
  }

  async listCustomers(): Promise<{ id: number; name: string; clientId: string; recipientId: number }[]> {
    const rows = await this.#needs.db
      .selectFrom('customer')
      .select(['id', 'name', 'client_id as clientId', 'recipient_id as recipientId'])
      .orderBy('name', asNames)
      .execute();
    return rows;
  }

  /** Throws NOT_FOUND. */
  async read(id: number): Promise<ListedRow> {
    const row = await selectListed(this.#needs.db).where('server.id', '=', id).executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return row;
  }

  /** The documents that name a manager, those of them that the caller may open by name. Throws NOT_FOUND. */
  async documentsOf(id: number, caller: Caller): ReturnType<typeof readDocumentUses> {
    await this.read(id);
    return readDocumentUses(this.#needs.db, { of: 'manager', value: id }, caller);
  }

  passwordOf({ password }: SdwanServerRow): string {
    return this.#needs.secrets.open(password, SDWAN_PASSWORD);
  }

  /** Returns the id. Throws NAME_TAKEN, RESOURCE_MISSING, SDWAN_URL_TAKEN. */
  create(server: CompleteServer, actor: Actor): Promise<number> {
    return transact(this.#needs, actor, saving, async ({ tx, record }) => {
      await rejectOtherCustomer(tx, server.fields);
      const row = await tx
        .insertInto('sdwan_server')
        .values(this.#columnsOf(server))
        .returning(['id', 'name'])
        .executeTakeFirstOrThrow();
      await rejectSharedAddress(tx, server, row.id);
      const after = serverAudit(server.fields, server.password);
      await record({ action: 'sdwan-manager.create', ...subjectOf(row), after });
      return row.id;
    });
  }

  /** Throws NOT_FOUND, CONFLICT, NAME_TAKEN, RESOURCE_MISSING, SDWAN_URL_TAKEN. */
  update(key: Pick<SdwanServerRow, 'id' | 'version'>, server: CompleteServer, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, saving, async (change) => {
      const { tx, record } = change;
      const before = await this.#lock(change, key.id);
      rejectStale(before.version, key.version);
      await rejectOtherCustomer(tx, server.fields);
      await tx
        .updateTable('sdwan_server')
        .set({ ...this.#columnsOf(server, before), version: key.version + 1 })
        .where('id', '=', key.id)
        .execute();
      // What was confirmed once stays.
      if (isReadElsewhere(fieldsOfRow(before), server.fields)) await rejectSharedAddress(tx, server, key.id);
      // Another manager calls its devices otherwise.
      if (before.url !== server.fields.url)
        await tx.deleteFrom('sdwan_device').where('server_id', '=', key.id).execute();
      await record({
        action: 'sdwan-manager.update',
        ...subjectOf({ id: key.id, name: server.fields.name }),
        before: serverAudit(fieldsOfRow(before), this.passwordOf(before)),
        after: serverAudit(server.fields, server.password),
      });
    });
  }

  /** Throws NOT_FOUND. */
  delete(id: number, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async (change) => {
      const before = await this.#lock(change, id);
      await change.tx.deleteFrom('sdwan_server').where('id', '=', id).execute();
      await change.record({
        action: 'sdwan-manager.delete',
        ...subjectOf(before),
        before: serverAudit(fieldsOfRow(before), this.passwordOf(before)),
      });
    });
  }

  /** Stores how a check went. */
  saveCheck(row: SdwanServerRow, check: ManagerCheck, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx, record }) => {
      await tx.updateTable('sdwan_server').set(checkColumns(check, row)).where('id', '=', row.id).execute();
      await record({ action: 'sdwan-manager.check', ...subjectOf(row) });
    });
  }

  /** Requests a synchronisation from the process of the managers. */
  requestSynchronisation(row: SdwanServerRow, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx, record }) => {
      await tx
        .updateTable('sdwan_server')
        .set({ synchronise_state: 'requested' })
        .where('id', '=', row.id)
        .where('synchronise_state', '!=', 'running')
        .execute();
      await record({ action: 'sdwan-manager.synchronise', ...subjectOf(row) });
    });
  }

  #columnsOf({ fields, password, check }: CompleteServer, before?: SdwanServerRow) {
    return {
      ...serverColumns(fields),
      password: this.#needs.secrets.seal(password, SDWAN_PASSWORD),
      ...(check !== undefined && checkColumns(check, before)),
      // Another manager has other alarms and devices.
      ...(before !== undefined && before.url !== fields.url && { alarms_until: null, unplaced: null }),
    };
  }

  async #lock({ tx }: Change, id: number): Promise<SdwanServerRow> {
    const row = await tx
      .selectFrom('sdwan_server')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return row;
  }
}
