import { z } from 'zod';

export const SdwanChange = z.enum(['added', 'changed', 'vanished']);
export const SdwanProposalKind = z.enum(['device', 'interface', 'tunnel']);

/** What a new element takes over from the manager. */
export const ProposedElement = z.strictObject({
  address: z.string(),
  model: z.string(),
  site: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Of an interface: as its device describes it, and its speed; empty and null: unknown. */
  description: z.string().default(''),
  speedBps: z.int().nullable().default(null),
  /** Of a tunnel or an interface: its description from the manager. */
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
  /** The device, of a tunnel the one at its end, of an interface the one that has it. */
  device: z.string(),
  name: z.string(),
  /** What the manager says of it, in words: model and site of a device, speed, address and colour of an interface. */
  detail: z.string(),
});
export type SdwanProposal = z.infer<typeof SdwanProposal>;

/** Proposals listed and accepted at a time. */
export const MAX_SDWAN_PROPOSALS = 1_000;
