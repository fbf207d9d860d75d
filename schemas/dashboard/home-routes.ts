import { z } from 'zod';
import { API, route } from '../route.ts';

const Id = z.int().positive();
const home = Id.nullable();
const params = z.strictObject({ customerId: z.coerce.number().int().positive() });
const ofCustomer = { scope: 'customer', params } as const;

/** Whose home page it is, from the one that counts first to the one that counts last. */
export const homeOwners = ['user', 'role', 'profile', 'customer'] as const;
export type HomeOwner = (typeof homeOwners)[number];

export const readCurrentHome = route({
  ...ofCustomer,
  method: 'GET',
  path: `${API}/customers/:customerId/home/current`,
  needs: 'HOME.read',
  summary:
    'Home page of the caller for a customer: their own, or that of their role, of the profile or of the customer',
  reply: z.strictObject({
    /** Null: none that the caller may read. */
    home: z.strictObject({ id: z.number(), name: z.string(), by: z.enum(homeOwners) }).nullable(),
    /** Ids of what the caller and the customer have chosen; null: nothing that the caller may read. */
    own: z.number().nullable(),
    ofCustomer: z.number().nullable(),
  }),
});

export const chooseHome = route({
  ...ofCustomer,
  method: 'PUT',
  path: `${API}/customers/:customerId/home/current`,
  needs: 'HOME.read',
  summary: 'Choose the own home page for a customer; null: none',
  body: z.strictObject({ home }),
  ownArrangement: true,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
});

export const assignCustomerHome = route({
  ...ofCustomer,
  method: 'PUT',
  path: `${API}/customers/:customerId/home/assigned`,
  needs: 'HOME.write',
  summary: 'Assign the home page of a customer, which its users share; null: none',
  body: z.strictObject({ home }),
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'HOME_PRIVATE'],
});

const Assigned = z.strictObject({ kind: z.enum(['role', 'profile']), id: Id });
/** A role or a profile, which have users and customers everywhere. */
const ofProvider = { scope: 'admin', everyCustomer: true, path: `${API}/mt/home/assigned` } as const;

/** Whose home pages administrators choose. */
export const assignedKinds = ['role', 'profile', 'customer'] as const;

export const HomeAssignment = z.strictObject({
  kind: z.enum(assignedKinds),
  id: z.number(),
  name: z.string(),
  /** Null: none is assigned. */
  home: z
    .strictObject({
      id: z.number(),
      name: z.string(),
      nameFr: z.string().optional(),
      /** Of a customer, or shared with one: otherwise no user lands on it. */
      shared: z.boolean(),
    })
    .nullable(),
});
export type HomeAssignment = z.infer<typeof HomeAssignment>;

export const listHomeAssignments = route({
  ...ofProvider,
  method: 'GET',
  needs: 'TEMPLATE.HOME.read',
  summary: 'Home pages of all roles, profiles and customers',
  reply: z.strictObject({ assignments: z.array(HomeAssignment) }),
});

export const assignHome = route({
  ...ofProvider,
  method: 'PUT',
  needs: 'TEMPLATE.HOME.write',
  summary: 'Assign a home page of the multi-client space to a role or a profile; null: none',
  body: z.strictObject({ to: Assigned, home }),
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
});
