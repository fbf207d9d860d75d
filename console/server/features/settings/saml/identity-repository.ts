import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { fieldChangesOf } from '#schemas/audit/field-changes.ts';
import type { Audit, Tx } from '#server/kernel/audit/audit-trail.ts';
import type { Directory, MappedIdentity } from './identity-mapping.ts';
import { SamlRefusal } from './message-inspection.ts';
import { identityAuditSnapshot } from './identity-audit-snapshot.ts';

/** Accounts of people whom an identity provider vouches for. */
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
   * The account of an identity, made at its first sign-in and brought to what the provider says at each. Throws SamlRefusal
   * when the name is that of an account with a password: whoever controls a name there would else be that user here.
   */
  async accountOf(
    { issuer, key }: { readonly issuer: string; readonly key: string },
    identity: MappedIdentity,
    audit: Audit,
  ): Promise<number> {
    return this.#db.transaction().execute(async (tx) => {
      const found = (await this.#known(tx, issuer, key)) ?? (await this.#taken(tx, identity));
      const before = found === undefined ? undefined : await identityAuditSnapshot(tx, found);
      const id = found ?? (await this.#made(tx, identity));
      await tx
        .insertInto('account_identity')
        .values({ issuer, name_id: key, account_id: id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await this.#bring(tx, id, identity);
      const after = await identityAuditSnapshot(tx, id);
      if (fieldChangesOf(before, after).length > 0)
        await audit(tx, {
          action: before === undefined ? 'user.create' : 'user.update',
          ...{ subject: 'user', subjectId: id, subjectName: after.username, after },
          ...(before === undefined ? {} : { before }),
        });
      return id;
    });
  }

  async #known(tx: Tx, issuer: string, key: string): Promise<number | undefined> {
    const row = await tx
      .selectFrom('account_identity')
      .select('account_id')
      .where('issuer', '=', issuer)
      .where('name_id', '=', key)
      .executeTakeFirst();
    return row?.account_id;
  }

  /** An account that was prepared for somebody who signs in elsewhere: it has neither password nor identity. */
  async #taken(tx: Tx, { username }: MappedIdentity): Promise<number | undefined> {
    const row = await tx
      .selectFrom('account')
      .leftJoin('account_identity', 'account_identity.account_id', 'account.id')
      .select(['account.id', 'account.password_hash', 'account_identity.issuer'])
      .where((is) => is(is.fn<string>('lower', ['username']), '=', username.toLowerCase()))
      .executeTakeFirst();
    if (row === undefined) return undefined;
    if (row.password_hash !== null || row.issuer !== null)
      throw new SamlRefusal(`the username ${username} belongs to another account`);
    return row.id;
  }

  async #made(tx: Tx, { username, roleId }: MappedIdentity): Promise<number> {
    const { id } = await tx
      .insertInto('account')
      .values({ username, role_id: roleId, created_at: this.#clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async #bring(tx: Tx, id: number, identity: MappedIdentity): Promise<void> {
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
