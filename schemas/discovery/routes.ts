import { z } from 'zod';
import { acceptanceProblems, AcceptanceRun, VanishedElements } from '../acceptance/acceptance.ts';
import { API, route } from '../route.ts';
import { Proposal, ProposalChange, ProposalKind, ProposalState } from './proposal.ts';
import { DiscoveryOptions, DiscoveryDraft } from './request.ts';
import {
  DiscoveryFault,
  DiscoveryProgress,
  DiscoveryState,
  MAX_UNANSWERED,
  UnansweredDevice,
} from './run.ts';

/** Queued and running discoveries per customer. */
export const MAX_PENDING_RUNS = 10;
const MAX_LISTED_RUNS = 100;
const MAX_PROPOSALS = 1_000;

/** A run without its secrets. */
export const DiscoveryRun = z.strictObject({
  id: z.int(),
  customer: z.int(),
  site: z.int(),
  siteName: z.string(),
  state: DiscoveryState,
  ranges: z.array(z.string()),
  /** Credentials without secrets: `v2c`, `v3 operator`. */
  credentials: z.array(z.string()),
  options: DiscoveryOptions,
  progress: DiscoveryProgress,
  /** Pending proposals. */
  open: z.int(),
  repeatOf: z.int().nullable(),
  /** Devices of the inventory in the ranges that were not found, with the reason; at sites that the caller sees. */
  unanswered: z.array(UnansweredDevice).max(MAX_UNANSWERED),
  /** Reason of a failure, an interruption, or of the last attempt of a run that is retried. */
  fault: z.strictObject({ code: DiscoveryFault, message: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});
export type DiscoveryRun = z.infer<typeof DiscoveryRun>;

const id = z.coerce.number().int().positive().max(2_147_483_647);
const customerParams = z.strictObject({ customerId: id });
const params = customerParams.extend({ discoveryId: id });

const PATH = `${API}/customers/:customerId/discoveries`;
const ofCustomer = { scope: 'customer' } as const;
const reading = { ...ofCustomer, needs: 'NETWORK.PROVISIONING.read' } as const;
const writing = { ...ofCustomer, needs: 'NETWORK.PROVISIONING.write' } as const;

export const startDiscovery = route({
  ...writing,
  method: 'POST',
  path: PATH,
  summary: 'Start a discovery of a site in address ranges',
  params: customerParams,
  body: DiscoveryDraft,
  reply: DiscoveryRun,
  problems: [
    'DISCOVERY_QUEUE_FULL',
    'DISCOVERY_ADDRESS_BLOCKED',
    'DISCOVERY_CREDENTIAL_NOT_ALLOWED',
    'SNMP_CREDENTIAL_UNKNOWN',
    'NOT_FOUND',
  ] as const,
});

export const listDiscoveries = route({
  ...reading,
  method: 'GET',
  path: PATH,
  summary: 'Discoveries of a customer, newest first',
  params: customerParams,
  reply: z.strictObject({ discoveries: z.array(DiscoveryRun).max(MAX_LISTED_RUNS) }),
});

export const readDiscovery = route({
  ...reading,
  method: 'GET',
  path: `${PATH}/:discoveryId`,
  summary: 'State and progress of a discovery',
  params,
  reply: DiscoveryRun,
  problems: ['NOT_FOUND'],
});

export const listProposals = route({
  ...reading,
  method: 'GET',
  path: `${PATH}/:discoveryId/proposals`,
  summary: 'Proposals of a discovery for the inventory: new, changed, vanished',
  params,
  query: z.strictObject({
    change: ProposalChange.optional(),
    kind: ProposalKind.optional(),
    state: ProposalState.optional(),
    limit: z.coerce.number().int().min(1).max(MAX_PROPOSALS).default(MAX_PROPOSALS),
    /** Proposals after this id. */
    after: z.coerce.number().int().min(0).default(0),
  }),
  reply: z.strictObject({
    proposals: z.array(Proposal),
    total: z.int(),
    /** The last acceptance in steps. */
    acceptance: AcceptanceRun.nullable(),
  }),
  problems: ['NOT_FOUND'],
});

export const acceptProposals = route({
  ...writing,
  method: 'POST',
  path: `${PATH}/:discoveryId/accept`,
  summary: 'Accept all or some proposals into the inventory; a new interface includes its device',
  params,
  body: z.strictObject({
    proposals: z.union([z.literal('all'), z.array(z.int().positive()).min(1).max(MAX_PROPOSALS)]),
    vanished: VanishedElements.default('check'),
  }),
  reply: z.strictObject({
    /** Of more than 25 proposals: they are accepted in steps, `accepted` and `held` are 0. */
    run: AcceptanceRun.nullable(),
    accepted: z.int(),
    /** Moves to a site at which another device has the name of the device, or that the caller does not see: they stay open. */
    held: z.int(),
  }),
  problems: ['NOT_FOUND', 'DISCOVERY_NOT_FINISHED', ...acceptanceProblems],
});

export const cancelAcceptance = route({
  ...writing,
  method: 'POST',
  path: `${PATH}/:discoveryId/accept/cancel`,
  summary: 'End a running acceptance after its current step; what has been accepted stays',
  params,
  reply: AcceptanceRun,
  problems: ['NOT_FOUND', 'ACCEPTANCE_ENDED'],
});

export const cancelDiscovery = route({
  ...writing,
  method: 'POST',
  path: `${PATH}/:discoveryId/cancel`,
  summary: 'Cancel a queued or running discovery; it makes no proposals',
  params,
  reply: DiscoveryRun,
  problems: ['NOT_FOUND', 'DISCOVERY_ENDED'],
});

export const repeatDiscovery = route({
  ...writing,
  method: 'POST',
  path: `${PATH}/:discoveryId/repeat`,
  summary: 'Repeat a discovery with the same ranges and credentials',
  params,
  reply: DiscoveryRun,
  problems: ['NOT_FOUND', 'DISCOVERY_QUEUE_FULL', 'DISCOVERY_ADDRESS_BLOCKED'],
});

export const listAllDiscoveries = route({
  method: 'GET',
  path: `${API}/mt/discovery`,
  scope: 'admin',
  needs: 'NETWORK.PROVISIONING.read',
  summary: 'Discoveries of every customer of the user, newest first',
  reply: z.strictObject({ discoveries: z.array(DiscoveryRun).max(MAX_LISTED_RUNS) }),
});
