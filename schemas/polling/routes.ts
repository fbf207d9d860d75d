import { z } from 'zod';
import { API, route } from '../route.ts';
import { EquipmentLevel, PollerDefinition, ValueType } from './poller.ts';

/** More would make every poll of every device long. */
export const MAX_POLLERS = 200;

/** A poller as the list shows it. */
export const ListedPoller = z.strictObject({
  /** A number, or the key of a built-in poller. */
  id: z.string(),
  builtIn: z.boolean(),
  name: z.string(),
  active: z.boolean(),
  level: EquipmentLevel,
  oid: z.string(),
  script: z.string().nullable(),
  valueType: ValueType,
  defaultValue: z.number().nullable(),
  incremental: z.boolean(),
  counters: z.array(z.strictObject({ key: z.string(), id: z.int() })),
  /** Null for a built-in one that nobody has touched. */
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
});
export type ListedPoller = z.infer<typeof ListedPoller>;

const id = z.string().regex(/^(\d{1,9}|[a-z][a-z0-9-]{0,62})$/);
const params = z.strictObject({ id });

const PATH = `${API}/mt/polling`;
const admin = { scope: 'admin' } as const;

export const listPollers = route({
  ...admin,
  method: 'GET',
  path: PATH,
  needs: 'POLLING.read',
  summary: 'Pollers, built-in and defined, with the procedures that a script may name',
  query: z.strictObject({
    /** Whether those that are switched off are listed too. */
    deactivated: z
      .enum(['true', 'false'])
      .default('true')
      .transform((text) => text === 'true'),
  }),
  reply: z.strictObject({ pollers: z.array(ListedPoller), procedures: z.array(z.string()) }),
});

export const createPoller = route({
  ...admin,
  method: 'POST',
  path: PATH,
  everyCustomer: true,
  needs: 'POLLING.write',
  summary: 'Define a poller',
  body: PollerDefinition,
  reply: ListedPoller,
  problems: ['NAME_TAKEN', 'POLLER_MAXIMUM_REACHED'],
});

export const updatePoller = route({
  ...admin,
  method: 'PUT',
  path: `${PATH}/:id`,
  everyCustomer: true,
  needs: 'POLLING.write',
  summary: 'Change a poller that was defined',
  params,
  body: PollerDefinition,
  reply: ListedPoller,
  problems: ['COUNTER_IN_USE', 'NOT_FOUND', 'NAME_TAKEN', 'POLLER_BUILT_IN'],
});

export const activatePoller = route({
  ...admin,
  method: 'PUT',
  path: `${PATH}/:id/active`,
  everyCustomer: true,
  needs: 'POLLING.write',
  summary: 'Switch a poller on or off, a built-in one too',
  params,
  body: z.strictObject({ active: z.boolean() }),
  reply: ListedPoller,
  problems: ['NOT_FOUND'],
});

export const deletePoller = route({
  ...admin,
  method: 'DELETE',
  path: `${PATH}/:id`,
  everyCustomer: true,
  needs: 'POLLING.write',
  summary: 'Delete a poller that was defined; what it collected stays',
  params,
  reply: z.strictObject({ id: z.string() }),
  problems: ['COUNTER_IN_USE', 'NOT_FOUND', 'POLLER_BUILT_IN'],
});
