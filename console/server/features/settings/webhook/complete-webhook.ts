import type { SettingFault } from '#schemas/settings/setting-fault.ts';
import { webhookFaults } from '#schemas/settings/webhook/rules.ts';
import { type NamedService } from '#schemas/settings/webhook/service/webhook-service.ts';
import { services } from '#schemas/settings/webhook/service/service.ts';
import type { Webhook, WebhookDraft } from '#schemas/settings/webhook/webhook.ts';
import { rejectFaults } from '../../../shared/repository/reject-faults.ts';

const originOf = (url: string): string => new URL(url).origin;

/** Header values are retained for the same origin only: another URL would send them to another host. */
function storedValues(url: string, stored: Webhook | undefined): ReadonlyMap<string, string> {
  if (stored?.service !== 'custom' || originOf(stored.url) !== originOf(url)) return new Map();
  return new Map(stored.headers.map(({ name, value }) => [name.toLowerCase(), value]));
}

/** The stored secret is retained for the same service at the same origin. The address of Teams is its secret. */
function storedSecret({ service, url }: WebhookDraft, stored: Webhook | undefined): string | undefined {
  if (stored === undefined || stored.service !== service) return undefined;
  return url === stored.url || originOf(stored.url) === originOf(url) ? stored.secret : undefined;
}

/** Of a service known by name, headers and payload are its own. */
function completeService(
  draft: WebhookDraft,
  service: NamedService,
  { stored, where }: { readonly stored: Webhook | undefined; readonly where: string },
): Webhook {
  const { name, address, usesChannel } = services[service];
  const url = address === '' ? '' : draft.url;
  const secret = draft.secret ?? storedSecret({ ...draft, url }, stored);
  if (secret === undefined)
    rejectFaults([{ path: 'secret', code: 'WEBHOOK_SECRET_MISSING', params: { name } }], where);
  return {
    ...draft,
    url,
    channel: usesChannel ? draft.channel : '',
    secret: secret ?? '',
    headers: [],
    payload: { kind: 'json', template: '' },
  };
}

/** The webhook of a draft, with the stored secrets that the draft keeps. Throws the problem of its faults. */
export function completeWebhook(draft: WebhookDraft, stored: Webhook | undefined, where = 'body'): Webhook {
  rejectFaults(webhookFaults(draft), where);
  if (draft.service !== 'custom') return completeService(draft, draft.service, { stored, where });
  const retained = storedValues(draft.url, stored);
  const faults: SettingFault[] = [];
  const headers = draft.headers.map(({ name, value }, index) => {
    const found = value ?? retained.get(name.toLowerCase());
    if (found === undefined)
      faults.push({
        path: `headers.${String(index)}.value`,
        code: 'WEBHOOK_HEADER_UNKNOWN',
        params: { name },
      });
    return { name, value: found ?? '' };
  });
  rejectFaults(faults, where);
  return { ...draft, channel: '', secret: '', headers };
}
