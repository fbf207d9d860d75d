import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { Secret } from '#schemas/audit/secret.ts';
import type { WebhookView } from '#schemas/settings/webhook/routes.ts';
import { WebhookService } from '#schemas/settings/webhook/service/webhook-service.ts';
import { withHeaderSecrets, withServiceSecret } from '#schemas/settings/webhook/webhook-secrets.ts';
import { WebhookTrigger, type Webhook } from '#schemas/settings/webhook/webhook.ts';
import type { webhook } from '#schemas/table/notification.ts';
import type { Row } from '#schemas/table/relation.ts';
import { filterColumns, parseFilter } from '../../../shared/notification/target-filter.ts';
import { TargetRepository } from '../../../shared/notification/target-repository.ts';

const columnsOfWebhook = (
  {
    name,
    enabled,
    service,
    url,
    channel,
    secret,
    headers,
    payload,
    trigger,
    allowInsecure,
    includeRestricted,
    notifyPlatformEvents,
    language,
    ...filter
  }: Webhook,
  { seal }: SecretBox,
) => ({
  name,
  enabled,
  service,
  url,
  channel,
  secret: secret === '' ? null : withServiceSecret(secret, seal),
  headers: JSON.stringify(withHeaderSecrets(headers, seal)),
  payload_kind: payload.kind,
  template: payload.template,
  trigger,
  allow_insecure: allowInsecure,
  include_restricted: includeRestricted,
  notify_platform_events: notifyPlatformEvents,
  language,
  ...filterColumns(filter),
});

const parseWebhook = ({ name, enabled, url, channel, headers, ...row }: Row<typeof webhook>): Webhook => ({
  name,
  enabled,
  service: WebhookService.parse(row.service),
  url,
  channel,
  secret: row.secret ?? '',
  headers: [...headers],
  payload: { kind: row.payload_kind === 'json' ? 'json' : 'text', template: row.template },
  trigger: WebhookTrigger.parse(row.trigger),
  allowInsecure: row.allow_insecure,
  includeRestricted: row.include_restricted,
  notifyPlatformEvents: row.notify_platform_events,
  language: row.language,
  ...parseFilter(row),
});

/** Fields recorded in the audit trail. */
const auditSnapshot = ({ headers, secret, ...plain }: Webhook) =>
  fieldsOf({
    ...plain,
    ...(secret !== '' && { secret: new Secret(secret) }),
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
      open: (one) => ({
        ...one,
        headers: withHeaderSecrets(one.headers, secrets.open),
        secret: withServiceSecret(one.secret, secrets.open),
      }),
      columns: (one) => columnsOfWebhook(one, secrets),
      auditSnapshot,
    });
  }
}

/** The webhook without its secret and the values of its headers. */
export const webhookView = (one: Webhook & { readonly id: number }): WebhookView => ({
  ...one,
  secret: null,
  headers: one.headers.map(({ name }) => ({ name, value: null })),
});
