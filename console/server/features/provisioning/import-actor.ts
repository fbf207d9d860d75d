import type { TextLanguage } from '#schemas/problem/definition.ts';
import type { ImportActor } from '#schemas/table/provisioning.ts';
import type { Caller } from '../../kernel/access/caller.ts';

interface ImportRequest {
  readonly caller: Caller;
  readonly language: TextLanguage;
  readonly address: string;
  readonly requestId: string;
}

/** What an import may do for a user, and how the audit trail names them. */
export const importActorOf = ({ caller, language, address, requestId }: ImportRequest): ImportActor => ({
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
