import type { WebhookDraft } from '#schemas/settings/webhook/webhook.ts';

const template = `{
  "id": "{{alert.id}}",
  "sequence": {{alert.sequence}},
  "alarm": "{{alert.name}}",
  "state": "{{alert.hook}}",
  "severity": "{{alert.severity}}",
  "customer": "{{customer.name}}",
  "site": "{{site.name}}",
  "element": "{{alert.element}}",
  "kpi": "{{kpi.name}}",
  "value": "{{alert.reading}}",
  "limit": "{{alert.limit}}",
  "since": "{{alert.since}}",
  "at": "{{alert.datetime}}",
  "targets": {{alert.targets}},
  "description": "{{alert.description}}",
  "link": "{{alert.link}}",
  "runbook": "{{alert.runbook}}",
  "version": {{alert.version}},
  "events": {{alert.events}}
}`;

/** The initial values of a new one. */
export const emptyWebhook: WebhookDraft = {
  name: '',
  enabled: true,
  url: '',
  headers: [],
  payload: { kind: 'json', template },
  trigger: 'both',
  customers: [],
  severities: [],
  alarms: [],
  allowInsecure: false,
  includeRestricted: false,
  notifyPlatformEvents: false,
};
