import { z } from 'zod';
import { PlacedVisibility, placedFields } from '../resource/resource.ts';

const Id = z.int().positive();
const MAX_MEMBERS = 1_000;

/** On one line; a zero character in particular is nothing that PostgreSQL stores. */
const Name = z
  .string()
  .trim()
  .min(1, 'REQUIRED')
  .max(120, 'TOO_LONG')
  .regex(/^\P{Cc}*$/u, 'control characters are not allowed');

const Description = z
  .string()
  .trim()
  .max(500, 'TOO_LONG')
  .regex(/^\P{Cc}*$/u, 'control characters are not allowed')
  .default('');

/** What a user writes of a cluster. An area puts its sites together, an application cluster applications at its sites. */
export const ClusterDraft = z
  .strictObject({
    type: z.enum(['area', 'application']),
    name: Name,
    description: Description,
    /** A private one is its owner's alone, and is measured for nobody. */
    visibility: PlacedVisibility.default('public'),
    /** Of an application cluster with `everySite` none. */
    sites: z.array(Id).max(MAX_MEMBERS),
    /** Class engine · 2^32 + selector (RFC 6759), as in flows; none of an area. */
    applications: z.array(z.int().nonnegative()).max(MAX_MEMBERS).default([]),
    /** An application cluster at every site of the customer, those to come included. */
    everySite: z.boolean().default(false),
  })
  .refine(({ everySite, sites }) => everySite !== sites.length > 0, {
    path: ['sites'],
    error: ({ input }) =>
      (input as { everySite: boolean }).everySite ? 'every site, or these: one of the two' : 'REQUIRED',
  })
  .refine(({ type, applications }) => type === 'area' || applications.length > 0, {
    path: ['applications'],
    error: 'REQUIRED',
  })
  .refine(({ type, applications }) => type === 'application' || applications.length === 0, {
    path: ['applications'],
    error: 'an area has no applications',
  })
  .refine(({ type, everySite }) => type === 'application' || !everySite, {
    path: ['everySite'],
    error: 'an area names its sites',
  });
export type ClusterDraft = z.infer<typeof ClusterDraft>;

/** Why a cluster has no measures, or fewer than it seems: everything in it is gone, or this application is. */
export const ClusterFault = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('no sites') }),
  z.strictObject({ is: z.literal('application gone'), application: z.number() }),
]);
export type ClusterFault = z.infer<typeof ClusterFault>;

export const ClusterEntry = z.strictObject({
  id: z.number(),
  type: z.enum(['area', 'application']),
  ...placedFields,
  sites: z.array(z.strictObject({ id: z.number(), name: z.string() })),
  applications: z.array(z.strictObject({ number: z.number(), name: z.string() })),
  everySite: z.boolean(),
  faults: z.array(ClusterFault),
});
export type ClusterEntry = z.infer<typeof ClusterEntry>;

/** What clusters can be made of: sites that the caller sees, applications that the customer has flows of or recognises. */
export const ClusterChoices = z.strictObject({
  sites: z.array(z.strictObject({ id: z.number(), name: z.string() })),
  applications: z.array(z.strictObject({ number: z.number(), name: z.string() })),
  /** Whether the caller sees every site, and may thus say "every site". */
  everySite: z.boolean(),
});
export type ClusterChoices = z.infer<typeof ClusterChoices>;
