import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { withUniqueName } from '../name/with-unique-name.ts';
import type { ResourceChange } from './change-resource.ts';
import { viewerOf } from './viewer.ts';

/** Runs a change of resources by somebody: all of it or nothing. A name that is there already is NAME_TAKEN. */
export const changeInTransaction = <Actor extends { readonly caller: Caller }, Value>(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  actor: Actor,
  run: (change: ResourceChange & { readonly actor: Actor }) => Promise<Value>,
): Promise<Value> =>
  withUniqueName(() =>
    db
      .transaction()
      .execute(async (tx) => run({ tx, actor, viewer: await viewerOf(tx, actor.caller), now: clock.now() })),
  );
