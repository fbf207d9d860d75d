import { z } from 'zod';
import { permissionKeys } from '../permission/catalogue.ts';
import { resourceKindNames } from '../resource/kind.ts';
import { ExplainedCustomer, ExplainedRight } from './explained-rights.ts';

const id = z.coerce.number().int().positive().optional();

/** What is asked about: a right, a customer, a network element or a resource. */
export const AccessQuestion = z
  .strictObject({ permission: z.enum(permissionKeys).optional(), customer: id, element: id, resource: id })
  .refine((object) => Object.values(object).filter((value) => value !== undefined).length === 1, {
    error: 'name one of permission, customer, element and resource',
  });
export type AccessQuestion = z.infer<typeof AccessQuestion>;

/** How a resource is open to somebody, or why it is not. */
export const resourceReasons = [
  ...(['owner', 'public', 'shared', 'unshared-extra', 'private-extra'] as const),
  ...(['shared-with-others', 'unshared', 'private-of-others', 'private-right'] as const),
] as const;

/** A link of the chain; `ok`: it holds. */
export const AccessStep = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('locked'), ok: z.boolean() }),
  z.strictObject({
    is: z.literal('right'),
    ok: z.boolean(),
    permission: z.enum(permissionKeys),
    right: ExplainedRight.nullable(),
  }),
  z.strictObject({
    is: z.literal('customer'),
    ok: z.boolean(),
    name: z.string(),
    through: ExplainedCustomer.shape.through,
  }),
  z.strictObject({
    is: z.literal('site'),
    ok: z.boolean(),
    name: z.string(),
    /** He is restricted to some sites of the customer. */
    restricted: z.boolean(),
    regions: z.array(z.string()),
  }),
  z.strictObject({ is: z.literal('resource'), ok: z.boolean(), reason: z.enum(resourceReasons) }),
]);
export type AccessStep = z.infer<typeof AccessStep>;

export const AccessExplanation = z.strictObject({ allowed: z.boolean(), steps: z.array(AccessStep) });
export type AccessExplanation = z.infer<typeof AccessExplanation>;

export const ExplainableObject = z.strictObject({
  is: z.enum(['element', 'resource']),
  id: z.number(),
  name: z.string(),
  /** Kind of the resource; of an element null. */
  kind: z.enum(resourceKindNames).nullable(),
  /** Null: in the multi-client space. */
  customer: z.string().nullable(),
});
export type ExplainableObject = z.infer<typeof ExplainableObject>;
export const MAX_OBJECTS_FOUND = 50;
