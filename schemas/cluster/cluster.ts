import { z } from 'zod';
import { whenValid } from '../problem/when-valid.ts';
import { PlacedVisibility, placedFields } from '../resource/resource.ts';
import { Line } from '../text/line.ts';

const Id = z.int().positive();
const MAX_MEMBERS = 1_000;

const clusterFields = {
  type: z.enum(['area', 'application']),
  name: Line.min(1, 'REQUIRED').max(120, 'TOO_LONG'),
  description: Line.max(500, 'TOO_LONG').default(''),
  /** A private cluster is visible to its owner only and is not measured. */
  visibility: PlacedVisibility.default('public'),
  /** Empty for an application cluster with `everySite`. */
  sites: z.array(Id).max(MAX_MEMBERS),
  /** Classification engine · 2^32 + selector (RFC 6759), as in flows; empty for an area. */
  applications: z.array(z.int().nonnegative()).max(MAX_MEMBERS).default([]),
  /** An application cluster at every site of the customer, including future ones. */
  everySite: z.boolean().default(false),
};
const { type, sites, applications, everySite } = clusterFields;

/** A cluster as a user enters it. An area groups sites, an application cluster groups applications at sites. */
export const ClusterDraft = z
  .strictObject(clusterFields)
  .refine(({ everySite, sites }) => everySite !== sites.length > 0, {
    path: ['sites'],
    error: ({ input }) =>
      (input as { everySite: boolean }).everySite ? 'CLUSTER_SITES_AMBIGUOUS' : 'REQUIRED',
    ...whenValid({ everySite, sites }),
  })
  .refine(({ type, applications }) => type === 'area' || applications.length > 0, {
    path: ['applications'],
    error: 'REQUIRED',
    ...whenValid({ type, applications }),
  })
  .refine(({ type, applications }) => type === 'application' || applications.length === 0, {
    path: ['applications'],
    error: 'CLUSTER_AREA_APPLICATIONS',
    ...whenValid({ type, applications }),
  })
  .refine(({ type, everySite }) => type === 'application' || !everySite, {
    path: ['everySite'],
    error: 'CLUSTER_AREA_SITES',
    ...whenValid({ type, everySite }),
  });
export type ClusterDraft = z.infer<typeof ClusterDraft>;

/** Why a cluster has no or fewer measures: its sites or an application were deleted. */
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

/** Possible members of clusters: visible sites, and applications with flows or a definition. */
export const ClusterChoices = z.strictObject({
  sites: z.array(z.strictObject({ id: z.number(), name: z.string() })),
  applications: z.array(z.strictObject({ number: z.number(), name: z.string() })),
  /** Whether the caller sees every site and may choose "every site". */
  everySite: z.boolean(),
});
export type ClusterChoices = z.infer<typeof ClusterChoices>;
