import { sql } from 'kysely';
import type { DeliveryState } from '#schemas/notification/delivery.ts';
import type { NotificationJob, Reported, TargetNotice } from '#schemas/notification/job.ts';
import { eventsOf } from '#schemas/notification/notice.ts';
import { isPlatformNotice } from '#schemas/notification/platform-notice.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';

export interface Attempted {
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly response: string;
}

/** A notice about the platform belongs to no customer. */
const countsOf = (notice: TargetNotice) =>
  isPlatformNotice(notice)
    ? { customer: undefined, events: 1 }
    : { customer: notice.customer.id, events: eventsOf(notice) };

const NOTHING_REPORTED: Reported = { events: [] };

const reportedColumns = ({ reported = NOTHING_REPORTED }: NotificationJob) => ({
  event_ids: reported.events,
  alarm_id: reported.alarm ?? null,
  element_id: reported.element ?? null,
});

const RETENTION_MS = 30 * 86_400_000;

/** The outcome of each notification, kept for 30 days. */
export class DeliveryLog {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async find(key: string): Promise<Attempted | undefined> {
    const row = await this.#db
      .selectFrom('notification_delivery')
      .select(['state', 'attempts', 'response'])
      .where('key', '=', key)
      .executeTakeFirst();
    return row && { ...row, state: row.state as DeliveryState };
  }

  /** Records the outcome of an attempt. A final state is never overwritten. */
  async record(job: NotificationJob, { state, attempts, response }: Attempted): Promise<void> {
    const now = this.#clock.now();
    const counts =
      job.kind === 'mail' ? { customer: job.customer, events: job.events ?? 0 } : countsOf(job.notice);
    await this.#db
      .insertInto('notification_delivery')
      .values({
        key: job.key,
        kind: job.kind,
        target: job.target ?? 0,
        customer_id: counts.customer ?? null,
        events: counts.events,
        restricted: job.restricted === true,
        ...reportedColumns(job),
        created_at: addMs(now, job.sinceMs - now.getTime()),
        updated_at: now,
        state,
        attempts,
        response,
      })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ state, attempts, response, updated_at: now })
          .where('notification_delivery.state', '=', 'retrying'),
      )
      .execute();
  }

  /** Deletes entries older than 30 days. */
  async deleteExpired(): Promise<void> {
    await this.#db
      .deleteFrom('notification_delivery')
      .where(sql<boolean>`updated_at < ${addMs(this.#clock.now(), -RETENTION_MS)}`)
      .execute();
  }
}
