import { z } from 'zod';
import { API, route } from '../../route.ts';
import { ChosenElements } from '../list/filter.ts';
import { inventoryKinds } from '../list/inventory-kind.ts';

const Id = z.coerce.number().int().positive();

/** Elements of a kind of a customer. */
export const kindOfCustomer = z.strictObject({ customerId: Id, kind: z.enum(inventoryKinds) });

/** Body of a request with many ids. */
export const CHOSEN_BODY_LIMIT = 256 * 1_024;

export const MAX_MOTIVATION = 500;

/**
 * Switches the collection of elements, and with it that of what belongs to them. Those that are in that state stay as they are.
 * Processes follow within seconds, at the latest within two minutes.
 */
export const switchCollection = route({
  method: 'POST',
  path: `${API}/customers/:customerId/inventory/:kind/collection`,
  scope: 'customer',
  needs: 'NETWORK.write',
  summary: 'Activate or deactivate the collection of elements, with a motivation',
  params: kindOfCustomer,
  body: z.strictObject({
    chosen: ChosenElements,
    active: z.boolean(),
    /** Why, for those who wonder later. */
    comment: z.string().trim().max(MAX_MOTIVATION).default(''),
  }),
  bodyLimit: CHOSEN_BODY_LIMIT,
  reply: z.strictObject({
    /** Elements whose collection was switched. */
    switched: z.int(),
    /** Elements that were in that state already. */
    unchanged: z.int(),
  }),
  problems: ['NOT_FOUND', 'SELECTION_TOO_LARGE'],
});
