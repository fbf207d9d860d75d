import type { SettingFault } from '#schemas/settings/setting-fault.ts';
import { webhookFaults } from '#schemas/settings/webhook/rules.ts';
import type { Webhook, WebhookDraft } from '#schemas/settings/webhook/webhook.ts';
import { rejectFaults } from '../../../shared/repository/reject-faults.ts';

const originOf = (url: string): string => new URL(url).origin;

/** Header values are kept for the same origin only: another URL would send them to another host. */
function keptValues(url: string, stored: Webhook | undefined): ReadonlyMap<string, string> {
  if (stored === undefined || originOf(stored.url) !== originOf(url)) return new Map();
  return new Map(stored.headers.map(({ name, value }) => [name.toLowerCase(), value]));
}

/** The webhook of a draft, with the stored values of headers that the draft keeps. Throws the problem of its faults. */
export function completeWebhook(draft: WebhookDraft, stored: Webhook | undefined, where = 'body'): Webhook {
  rejectFaults(webhookFaults(draft), where);
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
  rejectFaults(faults, where);
  return { ...draft, headers };
}
