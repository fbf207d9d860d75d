import { z } from 'zod';
import { partKinds } from './found.ts';
import type { FoundDevice, FoundInterface, FoundPart } from './found.ts';

export const ProposalChange = z.enum(['added', 'changed', 'vanished']);
export const ProposalKind = z.enum(['device', 'interface', ...partKinds]);
export type ProposalKind = z.infer<typeof ProposalKind>;
export const ProposalState = z.enum(['open', 'accepted']);

export const ProposalField = z.strictObject({
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ProposalField = z.infer<typeof ProposalField>;

/** How the status comment of an element begins that was switched off because it had gone. */
export const LOST = 'not found by discovery';

/** What accepting a proposal needs to know. */
export type ProposalContent =
  | { readonly kind: 'device'; readonly found: Omit<FoundDevice, 'interfaces' | 'parts'> | null }
  | { readonly kind: 'interface'; readonly found: FoundInterface | null }
  | { readonly kind: 'part'; readonly part: FoundPart };

/** A difference between the inventory and what was found: nothing of it is applied before it is accepted. */
export const Proposal = z.strictObject({
  id: z.int(),
  change: ProposalChange,
  kind: ProposalKind,
  /** From the device down: `edge-1 / Gi0/1`. */
  name: z.string(),
  /** The element of the inventory; of what is new the device that it belongs to, null where that is new too. */
  element: z.int().nullable(),
  /** The proposal of the new device that it belongs to: accepted with it. */
  parent: z.int().nullable(),
  fields: z.array(ProposalField),
  state: ProposalState,
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
});
export type Proposal = z.infer<typeof Proposal>;
