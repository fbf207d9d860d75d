import { z } from 'zod';
import { partKinds, type FoundDevice, type FoundInterface, type FoundPart } from './found.ts';

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

/** Prefix of the status comment of an element that was deactivated because it vanished. */
export const LOST = 'not found by discovery';

/** Data required to accept a proposal. */
export type ProposalContent =
  | {
      readonly kind: 'device';
      readonly found: Omit<FoundDevice, 'interfaces' | 'parts'> | null;
      /** The site that a known device has moved to. */
      readonly site?: number;
    }
  | { readonly kind: 'interface'; readonly found: FoundInterface | null }
  | { readonly kind: 'part'; readonly part: FoundPart };

/** A difference between the inventory and the discovered network, applied only when accepted. */
export const Proposal = z.strictObject({
  id: z.int(),
  change: ProposalChange,
  kind: ProposalKind,
  /** Path from the device: `edge-1 / Gi0/1`. */
  name: z.string(),
  /** Element in the inventory; for a new part its device, null if the device is new too. */
  element: z.int().nullable(),
  /** Proposal of its new device, which is accepted with it. */
  parent: z.int().nullable(),
  fields: z.array(ProposalField),
  state: ProposalState,
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
});
export type Proposal = z.infer<typeof Proposal>;
