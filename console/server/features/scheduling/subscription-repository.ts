import { z } from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { mailbox } from '#schemas/scheduling/recipients.ts';
import type { Subscription } from '#schemas/scheduling/scheduling.ts';
import type { Audit, Tx } from '../../kernel/audit/audit-trail.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { transact, type Change } from '../../shared/repository/transact.ts';
import { schedulingSubject } from './audit-snapshot.ts';
import type { SchedulingActor } from './scheduling-repository.ts';
import { lockScheduling, subscriptionOf, type SchedulingRow } from './stored-scheduling.ts';

/** The mailbox of a user. Throws SCHEDULING_NO_EMAILS when the account has no valid address. */
export function ownMailbox({ email }: Pick<Caller, 'email'>): string {
  if (!z.email().safeParse(email).success) throw new ProblemError('SCHEDULING_NO_EMAILS');
  return mailbox(email);
}

const includes = (addresses: readonly string[], own: string): boolean =>
  addresses.some((one) => mailbox(one) === own);

const readRows = (tx: Tx | Db, id: number) =>
  tx
    .selectFrom('schedule_subscription')
    .select(['account_id', 'address', 'subscribed'])
    .where('schedule_id', '=', id)
    .execute();

/** A link to unsubscribe, opened. */
export interface OpenedUnsubscription {
  readonly schedule: number;
  readonly address: string;
}

/** Subscribers of a schedule, and recipients who have unsubscribed. */
export class SubscriptionRepository {
  readonly #needs: { readonly db: Db; readonly clock: Clock };

  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    this.#needs = needs;
  }

  /** Throws SCHEDULING_NOT_FOUND, SCHEDULING_NO_EMAILS, SCHEDULING_SUBSCRIBE_FAILED. */
  subscribe(id: number, actor: SchedulingActor): Promise<Subscription> {
    const options = { failure: 'SCHEDULING_SUBSCRIBE_FAILED' } as const;
    return transact(this.#needs, actor, options, (change) =>
      this.#change(change, id, async ({ tx, now }, row, own) => {
        await this.#restore(tx, id, own);
        if (includes(row.recipients, own)) return;
        await tx
          .insertInto('schedule_subscription')
          .values({ schedule_id: id, account_id: actor.caller.id, subscribed: true, changed_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),
    );
  }

  /** Throws as `subscribe`, and RECIPIENT_FIXED. */
  unsubscribe(id: number, actor: SchedulingActor): Promise<Subscription> {
    const options = { failure: 'SCHEDULING_UNSUBSCRIBE_FAILED' } as const;
    return transact(this.#needs, actor, options, (change) =>
      this.#change(change, id, async ({ tx, now }, row, own) => {
        if (includes(row.required, own))
          throw new ProblemError('RECIPIENT_FIXED', { params: { address: own } });
        await tx
          .deleteFrom('schedule_subscription')
          .where('schedule_id', '=', id)
          .where('account_id', '=', actor.caller.id)
          .execute();
        if (includes(row.recipients, own)) await this.#exclude(tx, { id, own, now });
      }),
    );
  }

  /** What a link leads to. Throws SCHEDULING_NOT_FOUND. */
  async read({ schedule, address }: OpenedUnsubscription): Promise<{
    readonly scheduling: string;
    readonly address: string;
    readonly isSubscribed: boolean;
  }> {
    const { db } = this.#needs;
    const row = await db.selectFrom('schedule').select('name').where('id', '=', schedule).executeTakeFirst();
    if (row === undefined) throw new ProblemError('SCHEDULING_NOT_FOUND');
    const own = mailbox(address);
    const excluded = (await readRows(db, schedule)).some((one) => one.address === own);
    return { scheduling: row.name, address, isSubscribed: !excluded };
  }

  /** Throws SCHEDULING_NOT_FOUND, SCHEDULING_UNSUBSCRIBE_FAILED. */
  async byLink(
    { schedule: id, address }: OpenedUnsubscription,
    subscribed: boolean,
    audit: Audit,
  ): Promise<void> {
    const { db, clock } = this.#needs;
    const own = mailbox(address);
    try {
      await db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('schedule')
          .selectAll()
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) throw new ProblemError('SCHEDULING_NOT_FOUND');
        const wasSubscribed = !(await readRows(tx, id)).some((one) => one.address === own);
        if (subscribed) await this.#restore(tx, id, own);
        else await this.#exclude(tx, { id, own, now: clock.now() });
        await audit(tx, {
          action: subscribed ? 'scheduling.subscribe' : 'scheduling.unsubscribe',
          ...schedulingSubject(row),
          before: { address, subscribed: wasSubscribed },
          after: { address, subscribed },
        });
      });
    } catch (cause) {
      if (cause instanceof ProblemError) throw cause;
      throw new ProblemError('SCHEDULING_UNSUBSCRIBE_FAILED', { cause });
    }
  }

  async #change(
    change: Change<SchedulingActor>,
    id: number,
    write: (change: Change<SchedulingActor>, row: SchedulingRow, own: string) => Promise<void>,
  ): Promise<Subscription> {
    const { tx, actor } = change;
    const row = await lockScheduling(tx, actor, id);
    const own = ownMailbox(actor.caller);
    const before = subscriptionOf(actor.caller, row.recipients, await readRows(tx, id));
    await write(change, row, own);
    const after = subscriptionOf(actor.caller, row.recipients, await readRows(tx, id));
    const isIn = after === 'subscribed' || after === 'recipient';
    await change.record({
      action: isIn ? 'scheduling.subscribe' : 'scheduling.unsubscribe',
      ...schedulingSubject(row),
      before: { address: own, subscription: before },
      after: { address: own, subscription: after },
    });
    return after;
  }

  async #exclude(
    tx: Tx,
    { id, own, now }: { readonly id: number; readonly own: string; readonly now: Date },
  ): Promise<void> {
    await tx
      .insertInto('schedule_subscription')
      .values({ schedule_id: id, address: own, subscribed: false, changed_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async #restore(tx: Tx, id: number, own: string): Promise<void> {
    await tx
      .deleteFrom('schedule_subscription')
      .where('schedule_id', '=', id)
      .where('address', '=', own)
      .execute();
  }
}
