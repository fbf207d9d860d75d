import { z } from 'zod';

export const SdwanChange = z.enum(['added', 'changed', 'vanished']);
export const SdwanProposalKind = z.enum(['device', 'tunnel']);

/** What a new element takes over from the manager. */
export const ProposedElement = z.strictObject({
  address: z.string(),
  model: z.string(),
  site: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Of a tunnel: its description from the manager. */
  fields: z.record(z.string(), z.string()),
});
export type ProposedElement = z.infer<typeof ProposedElement>;

/** A difference between the inventory and a manager, applied only when accepted. */
export const SdwanProposal = z.strictObject({
  id: z.int(),
  customer: z.int(),
  customerName: z.string(),
  change: SdwanChange,
  kind: SdwanProposalKind,
  /** The device, of a tunnel the one at its end. */
  device: z.string(),
  name: z.string(),
});
export type SdwanProposal = z.infer<typeof SdwanProposal>;

/** Proposals listed and accepted at a time. */
export const MAX_SDWAN_PROPOSALS = 1_000;
