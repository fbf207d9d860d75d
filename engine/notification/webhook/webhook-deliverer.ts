import { isPlatformNotice } from '#schemas/notification/platform-notice.ts';
import type { WebhookJob } from '#schemas/notification/job.ts';
import { placeholderValues } from '#schemas/settings/webhook/placeholder-values.ts';
import { renderWebhook } from '#schemas/settings/webhook/render.ts';
import { withHeaderSecrets, withServiceSecret } from '#schemas/settings/webhook/webhook-secrets.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { targetKey } from '../configuration/delivery-target.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import { droppedAsPlatform, droppedAsRestricted, type Deliverer } from '../delivery/outcome.ts';
import { callWebhook, type CallNeeds } from './call-webhook.ts';
import { deliverToService, type ServiceDelivery } from './service-deliverer.ts';

export interface WebhookDelivererNeeds extends CallNeeds {
  readonly settings: { readonly current: Pick<NotificationSettings, 'webhooks'> };
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly threads: ServiceDelivery['threads'];
}

/** Calls webhooks. Rendered at each attempt, so that corrected settings apply to waiting jobs. */
export const webhookDeliverer = (needs: WebhookDelivererNeeds): Deliverer<WebhookJob> => ({
  kind: 'webhook',
  targetOf: ({ target }) => targetKey({ kind: 'webhook', id: target }),
  async deliver({ target, notice, key, restricted }, signal) {
    const webhook = needs.settings.current.webhooks.get(target);
    if (webhook === undefined) return { is: 'dropped', response: 'the webhook is deleted or disabled' };
    if (restricted === true && !webhook.includeRestricted) return droppedAsRestricted;
    if (isPlatformNotice(notice) && !webhook.notifyPlatformEvents) return droppedAsPlatform;
    const { service } = webhook;
    if (service !== 'custom') {
      const secret = withServiceSecret(webhook.secret, needs.secrets.open);
      const delivery = { job: { key, notice }, target, threads: needs.threads, needs };
      return deliverToService({ ...webhook, service, secret }, delivery, signal);
    }
    const headers = withHeaderSecrets(webhook.headers, needs.secrets.open);
    const rendered = renderWebhook({ ...webhook, headers }, placeholderValues(notice));
    return callWebhook({ ...rendered, key, allowInsecure: webhook.allowInsecure }, needs, signal);
  },
});
