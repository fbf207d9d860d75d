import type { FastifyRequest } from 'fastify';
import type { AcceptanceRun, VanishedElements } from '#schemas/acceptance/acceptance.ts';
import type { AcceptanceActor } from '#schemas/table/acceptance.ts';
import { auditOriginOf, type Audit } from '../../kernel/audit/audit-trail.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Actor } from '../repository/transact.ts';

/** What is to be accepted. */
export interface AcceptanceDraft {
  readonly proposals: 'all' | readonly number[];
  readonly vanished: VanishedElements;
}

export interface StartedAcceptance {
  readonly accepted: number;
  readonly held: number;
  /** Null: what was to be accepted is decided. */
  readonly run: AcceptanceRun | null;
}

/** A user with what an acceptance in steps may do for them. */
export interface AcceptingActor extends Actor {
  readonly accepting: AcceptanceActor;
}

interface RequestOfUser {
  readonly caller: Caller;
  readonly audit: Audit;
  readonly request: FastifyRequest;
}

/** The user of a request. `customer`: of whom they may see some sites only. */
export function acceptingActorOf(
  { caller, audit, request }: RequestOfUser,
  customer?: number,
): AcceptingActor {
  const sites = customer === undefined ? undefined : caller.sites.get(customer);
  const { token } = caller;
  const by = { ...auditOriginOf(request), ...(token !== undefined && { token }) };
  return { caller, audit, accepting: { ...by, sites: sites ? [...sites] : null } };
}
