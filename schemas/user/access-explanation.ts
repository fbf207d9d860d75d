import { z } from 'zod';
import { permissionKeys } from '../permission/catalogue.ts';
import { resourceKindNames } from '../resource/kind.ts';
import { ExplainedCustomer, ExplainedRight } from './explained-rights.ts';

const id = z.coerce.number().int().positive().optional();

/** Subject of an explanation: a permission, a customer, a network element or a resource. */
export const AccessQuery = z
  .strictObject({ permission: z.enum(permissionKeys).optional(), customer: id, element: id, resource: id })
  .refine((object) => Object.values(object).filter((value) => value !== undefined).length === 1, {
    error: 'ACCESS_QUERY_INVALID',
  });
export type AccessQuery = z.infer<typeof AccessQuery>;

/** Reasons why a user can or cannot access a resource. */
export const resourceReasons = [
  ...(['owner', 'public', 'shared', 'unshared-extra', 'private-extra'] as const),
  ...(['shared-with-others', 'unshared', 'private-of-others', 'private-right'] as const),
] as const;

/** A step of the explanation; `ok`: it is satisfied. */
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
    /** The user is restricted to some sites of the customer. */
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
  /** Kind of the resource; null for an element. */
  kind: z.enum(resourceKindNames).nullable(),
  /** Null: the multi-client space. */
  customer: z.string().nullable(),
});
export type ExplainableObject = z.infer<typeof ExplainableObject>;
export const MAX_OBJECTS_FOUND = 50;
