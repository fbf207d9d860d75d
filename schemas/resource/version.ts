import { z } from 'zod';

/** Versions kept per resource; older ones are deleted. */
export const MAX_RESOURCE_VERSIONS = 100;

export const ResourceVersion = z.strictObject({
  /** Counts from 1 in each resource. */
  number: z.number(),
  /** Null: the product itself, or a deleted account. */
  author: z.string().nullable(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The version that was restored; null: the resource was changed. */
  restored: z.number().nullable(),
});
export type ResourceVersion = z.infer<typeof ResourceVersion>;
