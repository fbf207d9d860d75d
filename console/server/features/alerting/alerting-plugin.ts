import type { FastifyInstance } from 'fastify';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { AlarmTransition, Evidence } from '#schemas/alerting/alert.ts';
import { Severity } from '#schemas/alerting/severity.ts';
import {
  AlertLayout,
  emptyAlertLayout,
  readAlertLayout,
  readAlarmHistory,
  readAlerts,
  readCustomerAlerts,
  updateAlertLayout,
} from '#schemas/alerting/routes.ts';
import { audienceOf } from '../../kernel/access/audience.ts';
import { sitesSeenBy } from '../../kernel/access/caller.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { PreparedReply, serve } from '../../kernel/route/serve.ts';
import { acknowledgementPlugin } from './acknowledgement-plugin.ts';
import { readAlarmPlaces } from './alarm-places.ts';
import type { AlarmVisibility } from './alarm-visibility.ts';
import { LargeSnapshots, isLarge } from './large-snapshot.ts';
import type { AlertMirror } from './mirror.ts';
import { publicView } from './public-view.ts';
import { isOfSites, ofSites } from './site-view.ts';
import { alarmHistory } from './queries.ts';
import type { AlarmEventRow } from './queries.ts';
import { alertSnapshot, customerAlerts } from './snapshot.ts';

/** Screen whose arrangement is stored with the user. */
const SCREEN = 'cc/alert';

export interface AlertingNeeds {
  readonly mirror: AlertMirror;
  readonly visibility: AlarmVisibility;
  readonly inventory: InventoryCache;
  readonly clickhouse: ClickHouse;
  readonly db: Db;
  readonly bus: Pick<Bus, 'publisher'>;
  readonly clock: Clock;
  readonly partitions: number;
}

const eventOf = (row: AlarmEventRow) => ({
  event: row.event,
  edge: AlarmTransition.parse(row.edge),
  severity: Severity.parse(row.severity),
  cause: row.cause,
  at: row.at,
  happened: row.happened,
  value: row.value,
  threshold: row.threshold,
  evidence: Evidence.parse(JSON.parse(row.evidence)),
});

function serveLayout(app: FastifyInstance, db: Db): void {
  serve(app, readAlertLayout, async ({ caller }) => {
    const stored = await db
      .selectFrom('layout')
      .select('value')
      .where('account_id', '=', caller.id)
      .where('screen', '=', SCREEN)
      .executeTakeFirst();
    const layout = AlertLayout.safeParse(stored?.value);
    return layout.success ? layout.data : emptyAlertLayout;
  });

  serve(app, updateAlertLayout, async ({ caller, body }) => {
    const value = JSON.stringify(body);
    await db
      .insertInto('layout')
      .values({ account_id: caller.id, screen: SCREEN, value })
      .onConflict((conflict) => conflict.columns(['account_id', 'screen']).doUpdateSet({ value }))
      .execute();
    return body;
  });
}

/** Alerting of a customer and across customers, from the mirror of the engines' live state. */
export function alertingPlugin(app: FastifyInstance, needs: AlertingNeeds): void {
  const { mirror, visibility, inventory, clickhouse, db } = needs;
  /** State of a customer as this caller may see it. */
  const alertsFor = (caller: Caller) => {
    if (!mirror.ready) throw new ProblemError('UNAVAILABLE', { params: { tier: 'engine' } });
    const audience = audienceOf(caller);
    return (customer: number) => {
      const alerts = mirror.customers.get(customer);
      if (alerts === undefined) return undefined;
      const visible = audience === 'privileged' ? alerts : publicView(alerts, visibility.of(audience));
      return ofSites(visible, sitesSeenBy(caller, customer));
    };
  };

  const large = new LargeSnapshots(needs.clock);
  serve(app, readAlerts, async ({ params: { customerId }, caller }) => {
    const alerts = alertsFor(caller)(customerId);
    const seen = sitesSeenBy(caller, customerId);
    const snapshot = alertSnapshot(inventory.current, { customer: customerId, alerts, seen });
    // Who sees less than all has a snapshot of his own.
    if (alerts === undefined || alerts !== mirror.customers.get(customerId)) return snapshot;
    if (!isLarge(snapshot)) {
      large.forget(customerId);
      return snapshot;
    }
    return new PreparedReply(await large.bodyOf(customerId, snapshot, inventory.current));
  });

  acknowledgementPlugin(app, {
    ...needs,
    alertsOf: (caller, customer) => alertsFor(caller)(customer),
  });

  serve(app, readAlarmHistory, async ({ params, query, caller }) => {
    const { customerId, alarm, element } = params;
    const audience = audienceOf(caller);
    if (audience !== 'privileged' && !visibility.of(audience).shows(alarm))
      throw new ProblemError('NOT_FOUND');
    if (!isOfSites(inventory.current, element, sitesSeenBy(caller, customerId)))
      throw new ProblemError('NOT_FOUND');
    const { sql, params: bound, settings } = alarmHistory({ customer: customerId, alarm, element, ...query });
    const rows = await clickhouse.query<AlarmEventRow>(sql, bound, settings);
    const places = await readAlarmPlaces(db, inventory.current, { customer: customerId, alarm, element });
    return { events: rows.map(eventOf), places };
  });

  serve(app, readCustomerAlerts, ({ caller }) => {
    const alertsOf = alertsFor(caller);
    const customers = [...caller.customers.keys()].flatMap((id) => {
      const entry = inventory.current.customers.get(id);
      return entry === undefined ? [] : [customerAlerts(entry, alertsOf(id))];
    });
    return {
      nbCritical: customers.reduce((sum, { counts }) => sum + counts.critical, 0),
      nbWarning: customers.reduce((sum, { counts }) => sum + counts.warning, 0),
      customers,
    };
  });

  serveLayout(app, db);
}
