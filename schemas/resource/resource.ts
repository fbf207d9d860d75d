import { z } from 'zod';

export const resourceLimits = { clientsMax: 10_000, commentMax: 500 } as const;

const Id = z.int().positive();

/** Whose a resource is: all users' of a customer, its owner's alone, or the provider's for the customers it is shared with. */
export const visibilities = ['public', 'private', 'multi-client'] as const;
export const ResourceVisibility = z.enum(visibilities);
export type ResourceVisibility = z.infer<typeof ResourceVisibility>;

/** Of what lives with a customer: every user's who sees the customer, or its owner's alone. */
export const PlacedVisibility = z.enum(['public', 'private']);
export type PlacedVisibility = z.infer<typeof PlacedVisibility>;

/** Where its reader edits what he sees in the space of a customer; nowhere: he may not. */
export const EditPlace = z.enum(['here', 'multi-client', 'nowhere']);
export type EditPlace = z.infer<typeof EditPlace>;

/** Whom a resource of the multi-client space is shared with. */
export const Share = z.strictObject({
  /** Every customer, those to come included. */
  everyone: z.boolean(),
  /** Ids of customer profiles: their customers, whoever they are at the time. */
  profiles: z.array(Id),
  /** Ids of customers. */
  clients: z.array(Id).max(resourceLimits.clientsMax),
});
export type Share = z.infer<typeof Share>;

const Named = z.strictObject({ id: z.number(), name: z.string() });
export type Named = z.infer<typeof Named>;

/** A share as somebody reads it who may not see every customer. */
export const SharedWith = z.strictObject({
  everyone: z.boolean(),
  profiles: z.array(Named),
  clients: z.array(Named),
  /** Profiles and customers that the reader may not see. */
  others: z.number(),
});
export type SharedWith = z.infer<typeof SharedWith>;

/** What every resource has besides name, description, version and last author. Times in milliseconds since 1970. */
export const resourceFields = {
  /** Null: the product itself, or an account that is gone. */
  owner: Named.nullable(),
  createdAt: z.number(),
  visibility: ResourceVisibility,
  share: SharedWith,
  status: z.strictObject({
    active: z.boolean(),
    comment: z.string(),
    updatedAt: z.number().nullable(),
    updatedBy: z.string().nullable(),
  }),
};

/** A resource of the multi-client space, whatever its kind. */
export const ResourceSummary = z.strictObject({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  version: z.number(),
  /** Who changed it last. */
  author: z.string().nullable(),
  updatedAt: z.number(),
  ...resourceFields,
});
export type ResourceSummary = z.infer<typeof ResourceSummary>;

/** The common fields of something that is seen in the space of a customer and has an id of its own. */
export const placedFields = {
  ...ResourceSummary.omit({ id: true }).shape,
  /** Id of the resource. */
  resource: z.number(),
  edit: EditPlace,
};
