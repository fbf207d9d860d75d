import type { FastifyRequest } from 'fastify';
import type { TextLanguage } from '#schemas/problem/definition.ts';
import type { ImportActor } from '#schemas/table/provisioning.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { requestLanguage } from '../../kernel/http/request-language.ts';
import type { ImportingActor } from './import-repository.ts';

interface ImportRequest {
  readonly caller: Caller;
  readonly language: TextLanguage;
  readonly address: string;
  readonly requestId: string;
}

/** What an import may do for a user, and how the audit trail names them. */
const importActorOf = ({ caller, language, address, requestId }: ImportRequest): ImportActor => ({
  actorId: caller.id,
  actor: caller.username,
  via: caller.token === undefined ? 'session' : 'token',
  address,
  requestId,
  language,
  mayChangeCustomers: caller.allCustomers && caller.permissions.has('CUSTOMER.write'),
  mayNameCredentials: caller.allCustomers && caller.permissions.has('SETTINGS.SNMP.read'),
  allCustomers: caller.allCustomers,
  customers: [...caller.customers.keys()],
  sites: [...caller.sites].map(([customer, sites]) => [customer, [...sites]] as const),
});

interface RequestOfUser {
  readonly caller: Caller;
  readonly audit: Audit;
  readonly request: FastifyRequest;
}

/** The user of a request, with what their import may do. */
export const importingActorOf = ({ caller, audit, request }: RequestOfUser): ImportingActor => ({
  caller,
  audit,
  importing: importActorOf({
    caller,
    language: requestLanguage(request),
    address: request.ip,
    requestId: request.id,
  }),
});
