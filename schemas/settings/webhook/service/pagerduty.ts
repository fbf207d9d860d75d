import type { ServiceMessage } from './service-message.ts';
import { clipped, isAddress, JSON_TYPE, under, type ServiceRequests } from './service-request.ts';

/** Severities of PagerDuty are critical, error, warning and info. */
const SEVERITIES = { critical: 'critical', major: 'error', minor: 'warning' } as const;
const [MOST_SUMMARY, MOST_KEY] = [1_024, 255];

const linksOf = ({ link, runbook, words }: ServiceMessage) => [
  ...(link === '' ? [] : [{ href: link, text: words.open }]),
  ...(isAddress(runbook) ? [{ href: runbook, text: words.runbook }] : []),
];

/** What is known; empty texts are left out. */
const known = (fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

const payloadOf = ({ state, severity, title, text, facts, source, at, ...message }: ServiceMessage) => ({
  summary: clipped(title, MOST_SUMMARY),
  source: source === '' ? 'Telltale' : source,
  severity: state === 'cleared' ? 'info' : SEVERITIES[severity],
  timestamp: at,
  ...known({ component: message.site, group: message.customer, class: message.kpi }),
  custom_details: {
    description: text,
    ...Object.fromEntries(facts),
    ...known({ runbook: message.runbook }),
  },
});

function triggerOf(message: ServiceMessage) {
  const links = linksOf(message);
  return {
    event_action: 'trigger',
    client: 'Telltale',
    ...known({ client_url: message.link }),
    payload: payloadOf(message),
    ...(links.length > 0 && { links }),
  };
}

/**
 * Events API v2: a trigger opens or updates the alert of an occurrence, its clear resolves it. Without the key of an alert there is nothing to
 * resolve: the group stays one line in the log of PagerDuty.
 */
export const pagerDutyRequests: ServiceRequests = (message, { url, secret }) => {
  const { occurrence, state } = message;
  const isResolved = state === 'cleared' && occurrence !== undefined;
  return [
    {
      method: 'POST',
      url: under(url, 'v2/enqueue'),
      headers: JSON_TYPE,
      body: {
        routing_key: secret,
        ...(occurrence !== undefined && { dedup_key: clipped(`telltale:${occurrence}`, MOST_KEY) }),
        ...(isResolved ? { event_action: 'resolve' } : triggerOf(message)),
      },
    },
  ];
};
