import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { fieldChangesOf } from '#schemas/audit/field-changes.ts';
import type { Audit, Tx } from '../../kernel/audit/audit-trail.ts';
import type { Directory, MappedIdentity } from './identity-mapping.ts';
import { lookAlikeAccount } from '../account/look-alike-account.ts';
import { identityAuditSnapshot } from './identity-audit-snapshot.ts';

/** An asserted identity that cannot be accepted. The message is the reason for the operator. */
export class IdentityRejection extends Error {
  override readonly name = 'IdentityRejection';
}

/** An identity at a provider. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly key: string;
  /** Whether an account that was prepared for external sign-in is linked by its username. */
  readonly linksPrepared: boolean;
}

/** Accounts of users that an identity provider asserts. */
export class IdentityRepository {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async directory(): Promise<Directory> {
    const [roles, profiles, customers] = await Promise.all([
      this.#db.selectFrom('role').select(['id', 'label as name']).execute(),
      this.#db.selectFrom('customer_profile').select(['id', 'name']).execute(),
      this.#db.selectFrom('customer').select(['id', 'name', 'client_id as clientId']).execute(),
    ]);
    return { roles, profiles, customers };
  }

  /**
   * Provisions the account of an identity: creates it at the first sign-in and updates it from the claims at each one. Throws
   * IdentityRejection when another account has the username or one that looks like it: otherwise control of a name at the provider would allow taking it over.
   */
  async provisionAccount(
    { issuer, key, linksPrepared }: ProviderIdentity,
    identity: MappedIdentity,
    audit: Audit,
  ): Promise<number> {
    return this.#db.transaction().execute(async (tx) => {
      const found =
        (await this.#findLinked(tx, issuer, key)) ?? (await this.#findPrepared(tx, identity, linksPrepared));
      const before = found === undefined ? undefined : await identityAuditSnapshot(tx, found);
      const id = found ?? (await this.#insert(tx, identity));
      await tx
        .insertInto('account_identity')
        .values({ issuer, name_id: key, account_id: id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await this.#update(tx, id, identity);
      const after = await identityAuditSnapshot(tx, id);
      if (fieldChangesOf(before, after).length > 0)
        await audit(tx, {
          action: before === undefined ? 'user.create' : 'user.update',
          subject: 'user',
          subjectId: id,
          subjectName: after.username,
          after,
          ...(before === undefined ? {} : { before }),
        });
      return id;
    });
  }

  async #findLinked(tx: Tx, issuer: string, key: string): Promise<number | undefined> {
    const row = await tx
      .selectFrom('account_identity')
      .select('account_id')
      .where('issuer', '=', issuer)
      .where('name_id', '=', key)
      .executeTakeFirst();
    return row?.account_id;
  }

  /** An account prepared for external sign-in: it has neither password nor identity. */
  async #findPrepared(
    tx: Tx,
    { username }: MappedIdentity,
    linksPrepared: boolean,
  ): Promise<number | undefined> {
    const row = await tx
      .selectFrom('account')
      .leftJoin('account_identity', 'account_identity.account_id', 'account.id')
      .select(['account.id', 'account.password_hash', 'account_identity.issuer'])
      .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', username.toLowerCase()))
      .executeTakeFirst();
    if (row === undefined) return undefined;
    if (!linksPrepared || row.password_hash !== null || row.issuer !== null)
      throw new IdentityRejection(`the username ${username} belongs to another account`);
    return row.id;
  }

  async #insert(tx: Tx, { username, roleId }: MappedIdentity): Promise<number> {
    const other = await lookAlikeAccount(tx, username);
    if (other !== undefined)
      throw new IdentityRejection(`the username ${username} looks like that of another account, ${other}`);
    const { id } = await tx
      .insertInto('account')
      .values({ username, role_id: roleId, created_at: this.#clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async #update(tx: Tx, id: number, identity: MappedIdentity): Promise<void> {
    const { firstName, lastName, email, roleId, allCustomers, profileIds, customerIds } = identity;
    await tx
      .updateTable('account')
      .set({
        first_name: firstName,
        last_name: lastName,
        email,
        role_id: roleId,
        all_customers: allCustomers,
      })
      .where('id', '=', id)
      .execute();
    await tx.deleteFrom('account_profile').where('account_id', '=', id).execute();
    await tx.deleteFrom('account_customer').where('account_id', '=', id).execute();
    if (profileIds.length > 0)
      await tx
        .insertInto('account_profile')
        .values(profileIds.map((profile_id) => ({ account_id: id, profile_id })))
        .execute();
    if (customerIds.length > 0)
      await tx
        .insertInto('account_customer')
        .values(customerIds.map((customer_id) => ({ account_id: id, customer_id })))
        .execute();
  }
}
