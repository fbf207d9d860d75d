import type { SettingFault } from '#schemas/settings/setting-fault.ts';
import { webhookFaults } from '#schemas/settings/webhook/rules.ts';
import type { Webhook, WebhookDraft } from '#schemas/settings/webhook/webhook.ts';
import { refuseFaults } from '../../../shared/notification/refuse-faults.ts';

const auditOriginOf = (url: string): string => new URL(url).origin;

/** Values that may be kept: those for the same host, else a new URL would carry them to somebody else. */
function keptValues(url: string, stored: Webhook | undefined): ReadonlyMap<string, string> {
  if (stored === undefined || auditOriginOf(stored.url) !== auditOriginOf(url)) return new Map();
  return new Map(stored.headers.map(({ name, value }) => [name.toLowerCase(), value]));
}

/** The webhook that a form means, with the stored values of the headers that it keeps. Throws the problem with its faults. */
export function completeWebhook(draft: WebhookDraft, stored: Webhook | undefined, where = 'body'): Webhook {
  refuseFaults(webhookFaults(draft), where);
  const kept = keptValues(draft.url, stored);
  const faults: SettingFault[] = [];
  const headers = draft.headers.map(({ name, value }, index) => {
    const found = value ?? kept.get(name.toLowerCase());
    if (found === undefined)
      faults.push({
        path: `headers.${String(index)}.value`,
        code: 'WEBHOOK_HEADER_UNKNOWN',
        params: { name },
      });
    return { name, value: found ?? '' };
  });
  refuseFaults(faults, where);
  return { ...draft, headers };
}
