import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Viewer } from '#schemas/resource/access.ts';
import { transact, type Actor, type Change, type TransactOptions } from '../repository/transact.ts';
import { viewerOf } from './viewer.ts';

/** A change in progress, with its actor as the rules on resources see them. */
export interface ResourceTransaction<Acting extends Actor = Actor> extends Change<Acting> {
  readonly viewer: Viewer;
}

/** As `transact`, for a change of resources. */
// oxlint-disable-next-line max-params -- the order of `transact`
export const transactResource = <Acting extends Actor, Value>(
  stores: { readonly db: Db; readonly clock: Clock },
  actor: Acting,
  options: TransactOptions,
  run: (change: ResourceTransaction<Acting>) => Promise<Value>,
): Promise<Value> =>
  transact(stores, actor, options, async (change) =>
    run({ ...change, viewer: await viewerOf(change.tx, actor.caller) }),
  );
