import { z } from 'zod';
import { API, route } from '../route.ts';
import { ApplicationDraft, ApplicationEntry, StatedOverride } from './application.ts';
import { bodyLimit } from './routes.ts';

const Id = z.coerce.number().int().positive();
const path = `${API}/customers/:customerId/application/:application/override` as const;
const own = {
  scope: 'customer',
  needs: 'PARAMETERS.APPLICATION.write',
  params: z.strictObject({ customerId: Id, application: Id }),
  reply: ApplicationEntry,
} as const;

export const overrideApplication = route({
  ...own,
  method: 'PUT',
  path,
  summary: 'Define an application of the provider differently for a customer, in the same place of the order',
  body: z.strictObject({
    override: StatedOverride,
    /** Version of the override that the caller has seen; 0: there was none. */
    version: z.int().nonnegative(),
  }),
  problems: ['NOT_FOUND', 'CONFLICT'],
  bodyLimit,
});

export const restoreApplication = route({
  ...own,
  method: 'DELETE',
  path,
  summary: 'Return to the definition of the provider',
  query: z.strictObject({ version: Id }),
  problems: ['NOT_FOUND', 'CONFLICT'],
});

export const markApplicationCustom = route({
  ...own,
  method: 'POST',
  path: `${path}/custom`,
  summary:
    'Make an override an application of the customer, last in its order; that of the provider applies again',
  body: z.strictObject({
    /** That of the provider may stay: names are unique within a customer. */
    name: ApplicationDraft.shape.name,
    version: z.int().positive(),
  }),
  problems: ['NOT_FOUND', 'CONFLICT', 'NAME_TAKEN', 'APPLICATION_MAXIMUM_REACHED'],
});
