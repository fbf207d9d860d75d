import { type WebhookService } from '#schemas/settings/webhook/service/webhook-service.ts';
import { services } from '#schemas/settings/webhook/service/service.ts';
import type { WebhookDraft } from '#schemas/settings/webhook/webhook.ts';
import type { Language } from '#schemas/time/locale.ts';

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
  "incident": "{{incident.id}}",
  "incidentText": "{{incident.text}}",
  "link": "{{alert.link}}",
  "runbook": "{{alert.runbook}}",
  "version": {{alert.version}},
  "events": {{alert.events}}
}`;

/** The initial values of a new one. */
export const emptyWebhook: WebhookDraft = {
  name: '',
  enabled: true,
  service: 'custom',
  url: '',
  channel: '',
  secret: '',
  headers: [],
  payload: { kind: 'json', template },
  trigger: 'both',
  customers: [],
  severities: [],
  alarms: [],
  allowInsecure: false,
  includeRestricted: false,
  notifyPlatformEvents: false,
  language: 'en',
};

type ServiceDraft = Pick<WebhookDraft, 'service' | 'url' | 'channel' | 'secret' | 'headers' | 'payload'>;

/** The part of a draft that follows from its service. `stored`: the webhook that is edited, to which one may return. */
export function ofService(service: WebhookService, stored: ServiceDraft | undefined): ServiceDraft {
  if (stored?.service === service) {
    const { url, channel, secret, headers, payload } = stored;
    return { service, url, channel, secret, headers, payload };
  }
  const { headers, payload } = emptyWebhook;
  const url = service === 'custom' ? '' : services[service].address;
  return { service, url, channel: '', secret: '', headers, payload };
}

/** A new webhook of a service. People read services in the language of who adds it; programs read English. */
export const newWebhook = (service: WebhookService, language: Language): WebhookDraft => ({
  ...emptyWebhook,
  ...ofService(service, undefined),
  language: service === 'custom' ? 'en' : language,
});
