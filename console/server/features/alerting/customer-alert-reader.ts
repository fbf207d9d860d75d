import { asNames } from '#platform/postgres/as-names.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { ACTIVITY_HOURS, type AlertActivity, type AlertChoices } from '#schemas/alerting/routes.ts';
import { audienceOf } from '../../kernel/access/audience.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';
import { readAlarmNames } from '../../shared/resource/alarm-names.ts';
import { HOUR_SECONDS, activitySql, type ActivityRow } from './activity-query.ts';
import type { AlarmVisibility } from './alarm-visibility.ts';

export interface CustomerAlertReaderNeeds {
  readonly visibility: AlarmVisibility;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly db: Db;
  readonly clock: Clock;
}

/** Reads what the alerting across customers shows in addition to the counts. */
export class CustomerAlertReader {
  readonly #needs: CustomerAlertReaderNeeds;

  constructor(needs: CustomerAlertReaderNeeds) {
    this.#needs = needs;
  }

  /** Every profile of the caller's customers and every alarm that the caller may see, by name. */
  async readChoices(caller: Caller): Promise<AlertChoices> {
    const { db, visibility } = this.#needs;
    const [profiles, alarms] = await Promise.all([
      db
        .selectFrom('customer_profile')
        .innerJoin('customer', 'customer.profile_id', 'customer_profile.id')
        .select(['customer_profile.id', 'customer_profile.name', 'customer.id as customer'])
        .orderBy('customer_profile.name', asNames)
        .execute(),
      readAlarmNames(db, { customer: null, caller }),
    ]);
    const seen = new Map(
      profiles.filter(({ customer }) => caller.customers.has(customer)).map(({ id, name }) => [id, name]),
    );
    const audience = audienceOf(caller);
    const isVisible = (alarm: number): boolean =>
      audience === 'privileged' || visibility.of(audience).shows(alarm);
    return {
      profiles: [...seen].map(([id, name]) => ({ id, name })),
      alarms: alarms.filter(({ id }) => isVisible(id)).map(({ id, name }) => ({ id, name })),
    };
  }

  /** Raises of the last hours by customer. Throws TOO_MUCH_DATA. */
  async readActivity(caller: Caller): Promise<AlertActivity> {
    const { clickhouse, clock, visibility } = this.#needs;
    const now = Math.floor(clock.now().getTime() / 1_000);
    const from = (Math.floor(now / HOUR_SECONDS) - ACTIVITY_HOURS + 1) * HOUR_SECONDS;
    const audience = audienceOf(caller);
    const { sql, params, settings } = activitySql({
      from,
      to: now + 1,
      customers: [...caller.customers.keys()],
      visible: audience === 'privileged' ? undefined : visibility.of(audience).shown(),
      sites: caller.sites,
    });
    const rows = await withinLimits(clickhouse.query<ActivityRow>(sql, params, settings));
    const customers = [...Map.groupBy(rows, ({ customer }) => customer)].map(([customer, own]) => {
      const raised = Array.from({ length: ACTIVITY_HOURS }, () => 0);
      for (const row of own) raised[row.hour] = row.raised;
      return { customer, raised };
    });
    return { from, customers };
  }
}
