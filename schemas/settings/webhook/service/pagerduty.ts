import { clipped, isAddress, JSON_TYPE, under, type ServiceRequests } from './service-request.ts';

/** Severities of PagerDuty are critical, error, warning and info. */
const SEVERITIES = { critical: 'critical', major: 'error', minor: 'warning' } as const;
const [MOST_SUMMARY, MOST_KEY] = [1_024, 255];

/** Events API v2: a trigger opens or updates the alert of an occurrence, its clear resolves it. */
export const pagerDutyRequests: ServiceRequests = (message, { url, secret }) => {
  const { occurrence, state, severity, title, text, facts, source, site, customer, kpi } = message;
  const { at, link, runbook } = message;
  const links = [
    ...(link === '' ? [] : [{ href: link, text: 'Open in Telltale' }]),
    ...(isAddress(runbook) ? [{ href: runbook, text: 'Runbook' }] : []),
  ];
  const common = {
    routing_key: secret,
    ...(occurrence !== undefined && { dedup_key: clipped(`telltale:${occurrence}`, MOST_KEY) }),
  };
  // Without the key of an alert there is nothing to resolve: the group stays one line in the log of PagerDuty.
  const isResolved = state === 'cleared' && occurrence !== undefined;
  return [
    {
      method: 'POST',
      url: under(url, 'v2/enqueue'),
      headers: JSON_TYPE,
      body: isResolved
        ? { ...common, event_action: 'resolve' }
        : {
            ...common,
            event_action: 'trigger',
            client: 'Telltale',
            ...(link !== '' && { client_url: link }),
            payload: {
              summary: clipped(title, MOST_SUMMARY),
              source: source === '' ? 'Telltale' : source,
              severity: state === 'cleared' ? 'info' : SEVERITIES[severity],
              timestamp: at,
              ...(site !== '' && { component: site }),
              ...(customer !== '' && { group: customer }),
              ...(kpi !== '' && { class: kpi }),
              custom_details: {
                description: text,
                ...Object.fromEntries(facts.map(([name, value]) => [name.toLowerCase(), value])),
                ...(runbook !== '' && { runbook }),
              },
            },
            ...(links.length > 0 && { links }),
          },
    },
  ];
};
