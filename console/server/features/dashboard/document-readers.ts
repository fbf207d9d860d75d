import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ShownKind } from '#schemas/dashboard/kind/shown-kind.ts';
import type { documentReaders } from '#schemas/dashboard/link-routes.ts';
import { permissionKeys, type Permission } from '#schemas/permission/catalogue.ts';
import { alwaysGranted, closure } from '#schemas/permission/grants.ts';
import { resourceKinds } from '#schemas/resource/kind.ts';
import { accountsSeenBy } from '../../kernel/access/accounts-seen-by.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { seesCustomer, selectAccountsWith } from '../../shared/account/account-search.ts';
import { requireSeen } from './stored-document.ts';

type Readers = z.output<(typeof documentReaders)['dashboard']['reply']>;

/** A document in the space of a customer. */
export interface PlacedDocument {
  readonly kind: ShownKind;
  readonly customer: number;
  readonly id: number;
}

/** The permissions that give one: it, and those that imply it. None: every user has it. */
const givenBy = (right: Permission): readonly Permission[] =>
  alwaysGranted.includes(right) ? [] : permissionKeys.filter((key) => closure([key]).has(right));

/** Of each list one is needed. */
const requiredRights = (kind: ShownKind, isPrivate: boolean): (readonly Permission[])[] =>
  [
    givenBy(resourceKinds[kind].customer.read),
    isPrivate ? [...givenBy('PRIVATE.RESOURCE.read'), 'EXTRA.PRIVATE.write' as const] : [],
  ].filter((list) => list.length > 0);

/** Condition on `account` and `role`: the owner of a private document, and who reads those of others. */
const ownsOrReadsPrivate = (owner: number | null): RawBuilder<boolean> => sql<boolean>`(
  account.id = ${owner ?? 0} OR role.is_admin OR EXISTS (
    SELECT FROM role_permission WHERE role_id = role.id AND permission = 'EXTRA.PRIVATE.write'
  )
)`;

/**
 * The roles whose accounts may read a document in the space of a customer, of the accounts that the caller sees, by the rules of
 * `schemas/resource/access.ts`. Throws NOT_FOUND for a document that the caller does not see.
 */
export async function readersOf(
  db: Db,
  { kind, customer, id }: PlacedDocument,
  caller: Caller,
): Promise<Readers> {
  await requireSeen(db, { kind, customer }, { id, caller });
  const { visibility, owner_id: owner } = await db
    .selectFrom('resource')
    .select(['visibility', 'owner_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const isPrivate = visibility === 'private';
  const roles = await selectAccountsWith(db, requiredRights(kind, isPrivate))
    .clearSelect()
    .clearOrderBy()
    .select(['role.label as name', sql<number>`count(*)::int`.as('users')])
    .where(seesCustomer(customer))
    .where(accountsSeenBy(caller))
    .$if(isPrivate, (some) => some.where(ownsOrReadsPrivate(owner)))
    .groupBy(['role.id', 'role.label'])
    .orderBy('users', 'desc')
    .orderBy('role.label')
    .execute();
  return { visibility: isPrivate ? 'private' : 'public', isComplete: caller.allCustomers, roles };
}
