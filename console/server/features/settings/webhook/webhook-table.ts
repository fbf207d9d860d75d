import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { Secret } from '#schemas/audit/secret.ts';
import type { WebhookView } from '#schemas/settings/webhook/routes.ts';
import { withHeaderSecrets } from '#schemas/settings/webhook/webhook-secrets.ts';
import { WebhookTrigger } from '#schemas/settings/webhook/webhook.ts';
import type { Webhook } from '#schemas/settings/webhook/webhook.ts';
import type { webhook } from '#schemas/table/notification.ts';
import type { Row } from '#schemas/table/relation.ts';
import { TargetTable } from '../../../shared/notification/target-table.ts';

const cells = (
  { name, enabled, url, headers, payload, trigger, allowInsecure, includeRestricted, notifyPlatformEvents }: Webhook,
  { seal }: SecretBox,
) => ({
  name,
  enabled,
  url,
  headers: JSON.stringify(withHeaderSecrets(headers, seal)),
  payload_kind: payload.kind,
  template: payload.template,
  trigger,
  allow_insecure: allowInsecure,
  include_restricted: includeRestricted,
  notify_platform_events: notifyPlatformEvents,
});

const webhookOf = ({ name, enabled, url, headers, ...row }: Row<typeof webhook>): Webhook => ({
  name,
  enabled,
  url,
  headers: [...headers],
  payload: { kind: row.payload_kind === 'json' ? 'json' : 'text', template: row.template },
  trigger: WebhookTrigger.parse(row.trigger),
  allowInsecure: row.allow_insecure,
  includeRestricted: row.include_restricted,
  notifyPlatformEvents: row.notify_platform_events,
});

const told = ({ headers, ...plain }: Webhook) =>
  fieldsOf({
    ...plain,
    headers: Object.fromEntries(headers.map((header) => [header.name, new Secret(header.value)])),
  });

/** Webhooks in PostgreSQL. */
export const webhookTable = ({
  secrets,
  ...needs
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}): TargetTable<Webhook, Row<typeof webhook>> =>
  new TargetTable(needs, {
    table: 'webhook',
    subject: 'webhook',
    read: webhookOf,
    open: (one) => ({ ...one, headers: withHeaderSecrets(one.headers, secrets.open) }),
    cells: (one) => cells(one, secrets),
    told,
  });

/** Without the values of its headers. */
export const viewOf = (one: Webhook & { readonly id: number }): WebhookView => ({
  ...one,
  headers: one.headers.map(({ name }) => ({ name, value: null })),
});
