import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Route } from '#schemas/route.ts';
import { API } from '#schemas/route.ts';
import type { AuditEntry } from './audit-trail.ts';

const WithCustomer = z.object({ customerId: z.coerce.number().int().positive() });

export const routeName = ({ method, path }: Pick<Route, 'method' | 'path'>): string =>
  `${method} ${path.replace(API, '')}`;

const customerOf = (request: FastifyRequest): { customer?: number } => {
  const asked = WithCustomer.safeParse(request.params);
  return asked.success && request.caller?.customers.has(asked.data.customerId) === true
    ? { customer: asked.data.customerId }
    : {};
};

/** The address that was asked, with the customer that it names. */
export const placeOf = (request: FastifyRequest) => ({
  subject: 'request',
  subjectName: request.url.split('?')[0] ?? '',
  ...customerOf(request),
});

/** Whether nothing is left to tell of a request. Where nobody is signed in, only what its handler tells counts: anybody can ask there. */
export const isTold = (request: FastifyRequest, contract: Route): boolean => {
  const { method, needs, ownArrangement, noChange } = contract;
  const hasNothingToTell = ownArrangement === true || noChange === 'question' || needs === 'anonymous';
  return method === 'GET' || request.audited || hasNothingToTell;
};

/** A session that this request opened or ended, and who vouched for its user. */
export function passageOf({ passage }: FastifyRequest): AuditEntry | undefined {
  if (passage === undefined) return undefined;
  const { kind, caller, provider } = passage;
  return {
    ...{ kind, action: kind === 'sign-in' ? 'session.open' : 'session.end' },
    ...{ subject: 'user', subjectId: caller.id, subjectName: caller.username },
    ...(provider === undefined ? {} : { note: { provider } }),
  };
}

/** What a request did whose handler tells no more. */
export function doneBy(request: FastifyRequest, contract: Route): AuditEntry | undefined {
  const action = routeName(contract);
  const passage = passageOf(request);
  if (passage !== undefined) return passage;
  const place = placeOf(request);
  if (contract.media !== undefined)
    return { kind: 'export', action, ...place, note: { query: { ...(request.query as object) } } };
  return isTold(request, contract) ? undefined : { action, ...place };
}
