import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { API, type Route } from '#schemas/route.ts';
import type { AuditEntry } from './audit-trail.ts';

const WithCustomer = z.object({ customerId: z.coerce.number().int().positive() });

export const routeName = ({ method, path }: Pick<Route, 'method' | 'path'>): string =>
  `${method} ${path.replace(API, '')}`;

const customerOf = (request: FastifyRequest): { customer?: number } => {
  const parsed = WithCustomer.safeParse(request.params);
  return parsed.success && request.caller?.customers.has(parsed.data.customerId) === true
    ? { customer: parsed.data.customerId }
    : {};
};

/** The requested path, with the customer that it names. */
export const requestSubject = (request: FastifyRequest) => ({
  subject: 'request',
  subjectName: request.url.split('?')[0] ?? '',
  ...customerOf(request),
});

/** Whether a request needs no further audit entry. Anonymous routes are audited only by their handlers. */
export const isAudited = (request: FastifyRequest, contract: Route): boolean => {
  const { method, needs, ownArrangement, noChange } = contract;
  const needsNoEntry = ownArrangement === true || noChange === 'query' || needs === 'anonymous';
  return method === 'GET' || request.audited || needsNoEntry;
};

/** Entry of a session that this request opened or ended, with its identity provider. */
export function sessionEntryOf({ sessionEvent }: FastifyRequest): AuditEntry | undefined {
  if (sessionEvent === undefined) return undefined;
  const { kind, caller, provider } = sessionEvent;
  return {
    kind,
    action: kind === 'sign-in' ? 'session.open' : 'session.end',
    subject: 'user',
    subjectId: caller.id,
    subjectName: caller.username,
    ...(provider === undefined ? {} : { note: { provider } }),
  };
}

/** Entry of a request that its handler did not audit. */
export function requestEntryOf(request: FastifyRequest, contract: Route): AuditEntry | undefined {
  const action = routeName(contract);
  const sessionEvent = sessionEntryOf(request);
  if (sessionEvent !== undefined) return sessionEvent;
  const subject = requestSubject(request);
  if (contract.media !== undefined || contract.isExport === true)
    return { kind: 'export', action, ...subject, note: { query: { ...(request.query as object) } } };
  return isAudited(request, contract) ? undefined : { action, ...subject };
}
