import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { EventDelivery } from '#schemas/alerting/history.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import type { Caller } from '../../kernel/access/caller.ts';

/** The permission to know the targets of a kind by name. */
const namedWith = {
  webhook: 'SETTINGS.WEBHOOK.read',
  trap: 'SETTINGS.SNMP.read',
  mail: 'SETTINGS.SMTP.read',
} as const satisfies Record<EventDelivery['kind'], Permission>;

interface Row {
  readonly event: string;
  readonly kind: string;
  readonly state: string;
  readonly name: string | null;
}

/** Who was notified of each of these events of a customer, by event id. The caller may see all of them. */
export async function readEventDeliveries(
  db: Db,
  { caller, customer }: { readonly caller: Pick<Caller, 'permissions'>; readonly customer: number },
  events: readonly string[],
): Promise<ReadonlyMap<string, readonly EventDelivery[]>> {
  if (events.length === 0) return new Map();
  const { rows } = await sql<Row>`
    SELECT reported.event, delivery.kind, delivery.state,
      coalesce(webhook.name, trap_receiver.name, alarm_mail.name) AS name
    FROM notification_delivery AS delivery
    CROSS JOIN LATERAL unnest(delivery.event_ids) AS reported (event)
    LEFT JOIN webhook ON delivery.kind = 'webhook' AND webhook.id = delivery.target
    LEFT JOIN trap_receiver ON delivery.kind = 'trap' AND trap_receiver.id = delivery.target
    LEFT JOIN alarm_mail ON delivery.kind = 'mail' AND alarm_mail.id = delivery.target
    WHERE delivery.event_ids && ${events}::text[] AND delivery.customer_id = ${customer}
      AND reported.event = ANY(${events}::text[])
    ORDER BY delivery.created_at, delivery.key`.execute(db);
  const byEvent = new Map<string, EventDelivery[]>();
  for (const { event, kind, state, name } of rows) {
    const { data } = EventDelivery.safeParse({ kind, state, target: name });
    if (data === undefined) continue;
    const target = caller.permissions.has(namedWith[data.kind]) ? name : null;
    byEvent.set(event, [...(byEvent.get(event) ?? []), { ...data, target }]);
  }
  return byEvent;
}
