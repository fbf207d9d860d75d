import type { ServiceMessage } from './service-message.ts';
import {
  clipped,
  JSON_TYPE,
  under,
  type ServiceAccess,
  type ServiceRequest,
  type ServiceRequests,
} from './service-request.ts';

const PRIORITIES = { critical: 'P1', major: 'P3', minor: 'P5' } as const;
const SOURCE = 'Telltale';
const [MOST_MESSAGE, MOST_ALIAS, MOST_DESCRIPTION, MOST_ENTITY] = [130, 512, 15_000, 512];

const aliasOf = (occurrence: string): string => clipped(`telltale:${occurrence}`, MOST_ALIAS);

function requestOf({ url, secret }: ServiceAccess) {
  const headers = { ...JSON_TYPE, authorization: `GenieKey ${secret}` };
  return (method: ServiceRequest['method'], path: string, body: unknown): ServiceRequest => ({
    method,
    url: under(url, path),
    headers,
    body,
  });
}

function alertOf({ occurrence, severity, state, title, text, ...message }: ServiceMessage) {
  const { facts, source, site, customer, kpi, link, runbook } = message;
  const details = [...facts, ['kpi', kpi], ['site', site], ['link', link], ['runbook', runbook]].filter(
    ([, value]) => value !== '',
  );
  return {
    message: clipped(title, MOST_MESSAGE),
    ...(occurrence !== undefined && { alias: aliasOf(occurrence) }),
    description: clipped(`${title}\n${text}`, MOST_DESCRIPTION),
    entity: clipped(source === '' ? customer : source, MOST_ENTITY),
    source: SOURCE,
    priority: state === 'cleared' ? 'P5' : PRIORITIES[severity],
    tags: ['telltale', severity],
    details: Object.fromEntries(details) as Record<string, string>,
  };
}

/**
 * Alert API: an alias per occurrence. An open alert keeps the priority with which it was created, so that a change of severity sets it
 * too; creating it again is for a receiver that hears of the alarm now. The clear closes it.
 */
export const opsgenieRequests: ServiceRequests = (message, access) => {
  const request = requestOf(access);
  const { occurrence, state, severity } = message;
  const create = request('POST', 'v2/alerts', alertOf(message));
  if (occurrence === undefined || state === 'raised') return [create];
  const alert = `v2/alerts/${encodeURIComponent(aliasOf(occurrence))}`;
  if (state === 'cleared') {
    const note = clipped(message.text, MOST_DESCRIPTION);
    return [request('POST', `${alert}/close?identifierType=alias`, { source: SOURCE, note })];
  }
  const priority = { priority: PRIORITIES[severity] };
  return [create, request('PUT', `${alert}/priority?identifierType=alias`, priority)];
};
