import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { Secret } from '#schemas/audit/secret.ts';
import type { WebhookView } from '#schemas/settings/webhook/routes.ts';
import { withHeaderSecrets } from '#schemas/settings/webhook/webhook-secrets.ts';
import { WebhookTrigger, type Webhook } from '#schemas/settings/webhook/webhook.ts';
import type { webhook } from '#schemas/table/notification.ts';
import type { Row } from '#schemas/table/relation.ts';
import { filterColumns, parseFilter } from '../../../shared/notification/target-filter.ts';
import { TargetRepository } from '../../../shared/notification/target-repository.ts';

const columnsOfWebhook = (
  {
    name,
    enabled,
    url,
    headers,
    payload,
    trigger,
    allowInsecure,
    includeRestricted,
    notifyPlatformEvents,
    ...filter
  }: Webhook,
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
  ...filterColumns(filter),
});

const parseWebhook = ({ name, enabled, url, headers, ...row }: Row<typeof webhook>): Webhook => ({
  name,
  enabled,
  url,
  headers: [...headers],
  payload: { kind: row.payload_kind === 'json' ? 'json' : 'text', template: row.template },
  trigger: WebhookTrigger.parse(row.trigger),
  allowInsecure: row.allow_insecure,
  includeRestricted: row.include_restricted,
  notifyPlatformEvents: row.notify_platform_events,
  ...parseFilter(row),
});

/** Fields recorded in the audit trail. */
const auditSnapshot = ({ headers, ...plain }: Webhook) =>
  fieldsOf({
    ...plain,
    headers: Object.fromEntries(headers.map((header) => [header.name, new Secret(header.value)])),
  });

/** Webhooks. */
export class WebhookRepository extends TargetRepository<Webhook, Row<typeof webhook>> {
  constructor({
    secrets,
    ...needs
  }: {
    readonly db: Db;
    readonly clock: Clock;
    readonly secrets: SecretBox;
  }) {
    super(needs, {
      table: 'webhook',
      subject: 'webhook',
      parse: parseWebhook,
      open: (one) => ({ ...one, headers: withHeaderSecrets(one.headers, secrets.open) }),
      columns: (one) => columnsOfWebhook(one, secrets),
      auditSnapshot,
    });
  }
}

/** The webhook without the values of its headers. */
export const webhookView = (one: Webhook & { readonly id: number }): WebhookView => ({
  ...one,
  headers: one.headers.map(({ name }) => ({ name, value: null })),
});
