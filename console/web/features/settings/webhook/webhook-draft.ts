import type { WebhookDraft } from '#schemas/settings/webhook/webhook.ts';

const template = `{
  "alarm": "{{alert.name}}",
  "state": "{{alert.hook}}",
  "severity": "{{alert.severity}}",
  "customer": "{{customer.name}}",
  "site": "{{site.name}}",
  "at": "{{alert.datetime}}",
  "targets": {{alert.targets}},
  "description": "{{alert.description}}"
}`;

/** The initial values of a new one. */
export const emptyWebhook: WebhookDraft = {
  name: '',
  enabled: true,
  url: '',
  headers: [],
  payload: { kind: 'json', template },
  trigger: 'both',
  allowInsecure: false,
  includeRestricted: false,
  notifyPlatformEvents: false,
};
