import { z } from 'zod';
import { FieldChange } from '../../audit/event.ts';
import { API, route } from '../../route.ts';
import { ChosenElements } from '../list/filter.ts';
import { AttributeChange } from './attributes.ts';
import { CHOSEN_BODY_LIMIT, kindOfCustomer } from './collection-routes.ts';

/** Elements that are edited at once. */
export const MAX_EDITED = 1_000;

/** Digest of the attributes of an element: a change names the state that it is based on. */
const Version = z.string().max(64);

export const ElementDifference = z.strictObject({
  id: z.int(),
  name: z.string(),
  version: Version,
  /** None: the element has these values already. */
  fields: z.array(FieldChange),
});
export type ElementDifference = z.infer<typeof ElementDifference>;

export const previewAttributes = route({
  method: 'POST',
  path: `${API}/customers/:customerId/inventory/:kind/attributes/preview`,
  scope: 'customer',
  needs: 'NETWORK.write',
  summary: 'Preview of a change of attributes',
  params: kindOfCustomer,
  body: z.strictObject({ chosen: ChosenElements, change: AttributeChange }),
  bodyLimit: CHOSEN_BODY_LIMIT,
  noChange: 'query',
  reply: z.strictObject({ elements: z.array(ElementDifference) }),
  problems: ['NOT_FOUND', 'SELECTION_TOO_LARGE', 'VALIDATION'],
});

export const updateAttributes = route({
  method: 'PATCH',
  path: `${API}/customers/:customerId/inventory/:kind`,
  scope: 'customer',
  needs: 'NETWORK.write',
  summary: 'Change attributes of elements, all or none',
  params: kindOfCustomer,
  body: z.strictObject({
    /** With the version that the preview showed. */
    elements: z
      .array(z.strictObject({ id: z.int().positive(), version: Version }))
      .min(1)
      .max(MAX_EDITED),
    change: AttributeChange,
  }),
  bodyLimit: CHOSEN_BODY_LIMIT,
  reply: z.strictObject({ changed: z.int() }),
  problems: ['NOT_FOUND', 'VALIDATION', 'CONFLICT', 'NAME_TAKEN', 'TOO_MANY'],
});
