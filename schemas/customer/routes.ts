import { z } from 'zod';
import { API, route } from '../route.ts';
import { stated } from '../stated.ts';
import { Customer, CustomerDraft, FirstCustomerDraft } from './customer.ts';

const params = z.strictObject({ id: z.coerce.number().int().positive() });
const base = { scope: 'cross-customer' } as const;

export const listCustomers = route({
  ...base,
  method: 'GET',
  path: `${API}/cc/customer`,
  needs: 'CUSTOMER.read',
  summary: 'The caller’s customers, and the roles and profiles of their form',
  reply: z.strictObject({
    customers: z.array(Customer),
    roles: z.array(z.strictObject({ id: z.int(), label: z.string() })),
  }),
});

export const readCustomer = route({
  ...base,
  method: 'GET',
  path: `${API}/cc/customer/:id`,
  needs: 'CUSTOMER.read',
  summary: 'A customer',
  params,
  reply: Customer,
  problems: ['NOT_FOUND'],
});

export const createCustomer = route({
  ...base,
  method: 'POST',
  path: `${API}/cc/customer`,
  needs: 'CUSTOMER.write',
  summary: 'Create a customer; the caller sees it from then on',
  body: FirstCustomerDraft,
  reply: Customer,
  problems: ['CLIENT_ID_TAKEN', 'RESOURCE_MISSING', 'RIGHTS_EXCEED_OWN', 'ROLE_ADMIN_RESERVED'],
});

export const updateCustomer = route({
  ...base,
  method: 'PUT',
  path: `${API}/cc/customer/:id`,
  needs: 'CUSTOMER.write',
  summary: 'Update a customer',
  params,
  body: z.strictObject({ ...stated(CustomerDraft).shape, version: z.int() }),
  reply: Customer,
  problems: [
    'CONFLICT',
    'EXPORTER_COLLISION',
    'NOT_FOUND',
    'RESOURCE_MISSING',
    'RIGHTS_EXCEED_OWN',
    'ROLE_ADMIN_RESERVED',
  ],
});

export const deleteCustomer = route({
  ...base,
  method: 'DELETE',
  path: `${API}/cc/customer/:id`,
  needs: 'CUSTOMER.write',
  summary: 'Delete a customer with its whole inventory; its customer id confirms it',
  params,
  query: z.strictObject({ clientId: z.string().max(100) }),
  reply: z.strictObject({}),
  problems: ['CLIENT_ID_UNCONFIRMED', 'NOT_FOUND'],
});
