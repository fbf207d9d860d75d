import { sql } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import {
  accessCells,
  accessColumns,
  accessOf,
  withCellSecrets,
  type AccessCells,
} from '#platform/inventory/snmp-access.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { Secret } from '#schemas/audit/secret.ts';
import type { SnmpAccess, SnmpSettings } from '#schemas/inventory/snmp-access.ts';
import { withSnmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import type { SnmpCredential } from '#schemas/settings/snmp/credential-routes.ts';
import type { SnmpCredentialDraft } from '#schemas/settings/snmp/credential.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../../shared/repository/reject-faults.ts';
import { transact, type Actor } from '../../../shared/repository/transact.ts';
import { completeSettings, shownCells } from './credential-cells.ts';

interface CredentialRow extends AccessCells {
  readonly id: number;
  readonly name: string;
  readonly version: number;
}

const saving = { duplicate: 'NAME_TAKEN', duplicateField: 'name' } as const;

const auditSubject = ({ id, name }: { readonly id: number; readonly name: string }) =>
  ({ subject: 'snmp-credential', subjectId: id, subjectName: name }) as const;

const auditedKey = (key: { readonly protocol: string; readonly password: string } | undefined) =>
  key && { ...key, password: new Secret(key.password) };

/** Fields recorded in the audit trail; secrets only as changed or not. */
const auditSnapshot = (name: string, { community, auth, priv, ...plain }: SnmpSettings) =>
  fieldsOf({
    name,
    ...plain,
    ...(community === undefined ? {} : { community: new Secret(community) }),
    auth: auditedKey(auth),
    priv: auditedKey(priv),
  });

export interface SnmpCredentialRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

/** The SNMP credentials in PostgreSQL, secrets sealed. */
export class SnmpCredentialRepository {
  readonly #needs: SnmpCredentialRepositoryNeeds;

  constructor(needs: SnmpCredentialRepositoryNeeds) {
    this.#needs = needs;
  }

  /** By name, with the number of devices that use each. */
  async list(): Promise<SnmpCredential[]> {
    const rows = await this.#needs.db
      .selectFrom('snmp_credential as credential')
      .selectAll('credential')
      .select((is) =>
        is
          .selectFrom('device')
          .select((of) => of.fn.countAll<number>().as('devices'))
          .whereRef('snmp_credential_id', '=', 'credential.id')
          .as('devices'),
      )
      .orderBy('name', asNames)
      .execute();
    return rows.map(({ id, name, version, devices, ...cells }) => ({
      id,
      name,
      version,
      devices: devices ?? 0,
      ...shownCells(cells),
    }));
  }

  /** The settings of a draft, with the secrets of the stored credential that it keeps. Throws NOT_FOUND. */
  async complete(draft: SnmpCredentialDraft, id: number | undefined): Promise<SnmpSettings> {
    if (id === undefined) return completeSettings(draft, undefined, 'body.credential');
    const row = await this.#needs.db
      .selectFrom('snmp_credential')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return completeSettings(draft, this.#opened(row), 'body.credential');
  }

  /** The sealed settings of credentials by id, without those that do not exist. */
  async readSealed(ids: readonly number[]): Promise<ReadonlyMap<number, SnmpSettings>> {
    const rows = await this.#needs.db
      .selectFrom('snmp_credential')
      .select(['id', ...accessColumns])
      .where('id', 'in', [0, ...ids])
      .execute();
    return new Map(
      rows.flatMap((row) => {
        const access = accessOf(row);
        return access === undefined ? [] : [[row.id, settingsOf(access)] as const];
      }),
    );
  }

  create(draft: SnmpCredentialDraft, actor: Actor): Promise<SnmpCredential> {
    const settings = completeSettings(draft, undefined);
    return transact(this.#needs, actor, saving, async ({ tx, record }) => {
      const row = await tx
        .insertInto('snmp_credential')
        .values({ name: draft.name, ...this.#sealed(settings) })
        .returningAll()
        .executeTakeFirstOrThrow();
      const after = auditSnapshot(draft.name, settings);
      await record({ action: 'snmp-credential.create', ...auditSubject(row), after });
      return { id: row.id, name: row.name, version: row.version, devices: 0, ...shownCells(row) };
    });
  }

  /** Also changes the devices that use it. */
  update(
    id: number,
    { version, ...draft }: SnmpCredentialDraft & { readonly version: number },
    actor: Actor,
  ): Promise<SnmpCredential> {
    return transact(this.#needs, actor, saving, async ({ tx, record }) => {
      const before = await this.#lock(tx, id);
      rejectStale(before.version, version);
      const settings = completeSettings(draft, before);
      const cells = this.#sealed(settings);
      const row = await tx
        .updateTable('snmp_credential')
        .set({ name: draft.name, ...cells, version: version + 1 })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const devices = await tx
        .updateTable('device')
        .set({
          ...cells,
          // A device that responds on a port of its own keeps it.
          snmp_port: sql<number>`CASE WHEN snmp_port = ${before.snmp_port} THEN ${cells.snmp_port} ELSE snmp_port END`,
        })
        .where('snmp_credential_id', '=', id)
        .executeTakeFirst();
      await record({
        action: 'snmp-credential.update',
        ...auditSubject(row),
        before: auditSnapshot(before.name, completeSettings(storedDraft(before), before)),
        after: auditSnapshot(draft.name, settings),
      });
      return {
        id,
        name: row.name,
        version: row.version,
        devices: Number(devices.numUpdatedRows),
        ...shownCells(row),
      };
    });
  }

  /** Throws SNMP_CREDENTIAL_IN_USE while devices use it. */
  delete(id: number, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx, record }) => {
      const before = await this.#lock(tx, id);
      const { devices } = await tx
        .selectFrom('device')
        .select(sql<number>`count(*)::int`.as('devices'))
        .where('snmp_credential_id', '=', id)
        .executeTakeFirstOrThrow();
      if (devices > 0) throw new ProblemError('SNMP_CREDENTIAL_IN_USE', { params: { devices } });
      await tx.deleteFrom('snmp_credential').where('id', '=', id).execute();
      await record({
        action: 'snmp-credential.delete',
        ...auditSubject(before),
        before: auditSnapshot(before.name, completeSettings(storedDraft(before), before)),
      });
    });
  }

  /** Locked until the end of the transaction, secrets open. Throws NOT_FOUND. */
  async #lock(tx: Tx, id: number): Promise<CredentialRow> {
    const row = await tx
      .selectFrom('snmp_credential')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return this.#opened(row);
  }

  #opened<Cells extends AccessCells>(cells: Cells): Cells {
    return withCellSecrets(cells, this.#needs.secrets.open);
  }

  #sealed(settings: SnmpSettings): AccessCells {
    return accessCells(withSnmpSecrets(settings, this.#needs.secrets.seal));
  }
}

/** The settings that `accessCells` converts to the same access. */
const settingsOf = (access: SnmpAccess): SnmpSettings => {
  if (access.version !== 'v3') return access;
  const { auth, priv, context, ...plain } = access;
  return { ...plain, ...(context !== '' && { context }), ...(auth && { auth }), ...(priv && { priv }) };
};

/** A stored credential as a draft that keeps its secrets. */
const storedDraft = (row: CredentialRow): SnmpCredentialDraft => ({ name: row.name, ...shownCells(row) });
