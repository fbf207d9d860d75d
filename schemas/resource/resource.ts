import { z } from 'zod';
import { ApplicationAttributes } from '../application/definition.ts';

export const resourceLimits = { clientsMax: 10_000, commentMax: 500 } as const;

const Id = z.int().positive();

/** Visibility: all users of a customer, the owner only, or the customers that the provider shares it with. */
export const visibilities = ['public', 'private', 'multi-client'] as const;
export const ResourceVisibility = z.enum(visibilities);
export type ResourceVisibility = z.infer<typeof ResourceVisibility>;

/** Visibility in a customer space: every user of the customer, or the owner only. */
export const PlacedVisibility = z.enum(['public', 'private']);
export type PlacedVisibility = z.infer<typeof PlacedVisibility>;

/** Where the caller can edit a resource seen in a customer space. */
export const EditPlace = z.enum(['here', 'multi-client', 'nowhere']);
export type EditPlace = z.infer<typeof EditPlace>;

/** Recipients of a resource of the multi-client space. */
export const Share = z.strictObject({
  /** Every customer, including future ones. */
  everyone: z.boolean(),
  /** Ids of customer profiles, which include their current customers. */
  profiles: z.array(Id),
  /** Ids of customers. */
  clients: z.array(Id).max(resourceLimits.clientsMax),
});
export type Share = z.infer<typeof Share>;

export const Named = z.strictObject({ id: z.number(), name: z.string() });
export type Named = z.infer<typeof Named>;

/** A share reduced to the reader's customers. */
export const SharedWith = z.strictObject({
  everyone: z.boolean(),
  profiles: z.array(Named),
  clients: z.array(Named),
  /** Number of profiles and customers hidden from the reader. */
  others: z.number(),
});
export type SharedWith = z.infer<typeof SharedWith>;

/** Common fields besides name, description, version and last author. Times are milliseconds since 1970. */
export const resourceFields = {
  /** Null: the product itself, or a deleted account. */
  owner: Named.nullable(),
  createdAt: z.number(),
  /** First author; null: the product itself, an import, or a deleted account. */
  createdBy: z.string().nullable(),
  visibility: ResourceVisibility,
  share: SharedWith,
  /** Shared with customers hidden from the reader, who therefore cannot change it. */
  reachesOthers: z.boolean(),
  status: z.strictObject({
    active: z.boolean(),
    comment: z.string(),
    updatedAt: z.number().nullable(),
    updatedBy: z.string().nullable(),
  }),
};

/** A resource of the multi-client space of any kind. */
export const ResourceSummary = z.strictObject({
  id: z.number(),
  name: z.string(),
  /** The name in French, where its document has a translation of it. */
  nameFr: z.string().optional(),
  description: z.string(),
  version: z.number(),
  /** Author of the last change. */
  author: z.string().nullable(),
  updatedAt: z.number(),
  ...resourceFields,
});
export type ResourceSummary = z.infer<typeof ResourceSummary>;

/** Common fields of an object in a customer space with a separate id. */
export const placedFields = {
  ...ResourceSummary.omit({ id: true }).shape,
  /** Id of the resource. */
  resource: z.number(),
  edit: EditPlace,
};

/** Content of resource kinds stored as one value. The content of a cockpit is separate alarm rows. */
export const resourceContent = { application: ApplicationAttributes } as const;
