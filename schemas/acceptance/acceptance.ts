import { z } from 'zod';
import { ProblemCodeValue } from '../problem/problem.ts';

/** Proposals that are accepted while the request waits; more are accepted by a run in the background. */
export const ACCEPTED_AT_ONCE = 25;

/** Proposals of a run that are listed as not accepted. */
export const MAX_FAILED_PROPOSALS = 100;

const AcceptanceState = z.enum(['running', 'finished', 'cancelled']);
export type AcceptanceState = z.infer<typeof AcceptanceState>;

/** A proposal that could not be accepted, with the reason. */
const FailedProposal = z.strictObject({
  proposal: z.int(),
  code: ProblemCodeValue,
  /** Placeholder values of its text. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type FailedProposal = z.infer<typeof FailedProposal>;

/**
 * Why an acceptance was stopped without being cancelled by a user. `account`: its user is locked or deleted, `token`: the API token that started it
 * is revoked or expired, or its owner may no longer use the API, `permission`: the user or the token lost the permission to accept, `reach`: they no
 * longer see the customer or the site.
 */
const AcceptanceStop = z.enum(['account', 'token', 'permission', 'reach']);
export type AcceptanceStop = z.infer<typeof AcceptanceStop>;

/** The acceptance of many proposals in steps. Each step is committed by itself: what has been accepted stays, whatever follows. */
export const AcceptanceRun = z.strictObject({
  id: z.int(),
  state: AcceptanceState,
  /** Of one that was cancelled since the rights of its user ended; the proposals that were not decided stay open. */
  stopReason: AcceptanceStop.nullable(),
  total: z.int(),
  /** Proposals that are decided: accepted, held or failed. */
  done: z.int(),
  accepted: z.int(),
  /** They stay open: devices that cannot move or at the address of another one, parts whose device is not in the inventory. */
  held: z.int(),
  /** They stay open; the first ones. */
  failed: z.array(FailedProposal).max(MAX_FAILED_PROPOSALS),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type AcceptanceRun = z.infer<typeof AcceptanceRun>;

/**
 * What happens to elements that have vanished when all proposals are accepted. `check`: if they are too many of those that there are, nothing
 * is accepted until a person includes or excludes them (`isBraked`).
 */
export const VanishedElements = z.enum(['check', 'include', 'exclude']);
export type VanishedElements = z.infer<typeof VanishedElements>;

/** Why proposals are not accepted yet. */
export const acceptanceProblems = ['ACCEPTANCE_RUNNING', 'ACCEPTANCE_REMOVES_MANY'] as const;
