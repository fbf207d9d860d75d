import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ShownKind } from '#schemas/dashboard/kind/shown-kind.ts';
import type { documentReaders } from '#schemas/dashboard/link-routes.ts';
import { resourceKinds } from '#schemas/resource/kind.ts';
import { accountsSeenBy } from '../../kernel/access/accounts-seen-by.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { seesCustomer, selectAccountsWith } from '../../shared/account/account-search.ts';
import { requireSeen } from './stored-document.ts';

type Readers = z.output<(typeof documentReaders)['dashboard']['reply']>;

interface Place {
  readonly kind: ShownKind;
  readonly customer: number;
  readonly id: number;
}

/**
 * The roles whose accounts may read a document in the space of a customer, of the accounts that the caller sees, by the rules of
 * `schemas/resource/access.ts`. Throws NOT_FOUND for a document that the caller does not see.
 */
export async function readersOf(db: Db, { kind, customer, id }: Place, caller: Caller): Promise<Readers> {
  await requireSeen(db, { kind, customer }, { id, caller });
  const { visibility, owner_id: owner } = await db
    .selectFrom('resource')
    .select(['visibility', 'owner_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const isPrivate = visibility === 'private';
  const { read } = resourceKinds[kind].customer;
  const roles = await selectAccountsWith(db, [
    [read],
    ...(isPrivate ? [['PRIVATE.RESOURCE.read', 'EXTRA.PRIVATE.write'] as const] : []),
  ])
    .clearSelect()
    .clearOrderBy()
    .select(['role.label as name', sql<number>`count(*)::int`.as('users')])
    .where(seesCustomer(customer))
    .where(accountsSeenBy(caller))
    .$if(isPrivate, (some) =>
      some.where((eb) =>
        eb.or([
          eb('account.id', '=', owner ?? 0),
          eb('role.is_admin', '=', true),
          eb.exists(
            eb
              .selectFrom('role_permission as extra')
              .select('extra.role_id')
              .whereRef('extra.role_id', '=', 'role.id')
              .where('extra.permission', '=', 'EXTRA.PRIVATE.write'),
          ),
        ]),
      ),
    )
    .groupBy(['role.id', 'role.label'])
    .orderBy('users', 'desc')
    .orderBy('role.label')
    .execute();
  return { visibility: isPrivate ? 'private' : 'public', isComplete: caller.allCustomers, roles };
}
