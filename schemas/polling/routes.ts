import { z } from 'zod';
import { API, route } from '../route.ts';
import { stated } from '../stated.ts';
import { EquipmentLevel, PollerDefinition, ValueType } from './poller.ts';

/** More would slow down every poll of every device. */
export const MAX_POLLERS = 200;

/** A poller in the list. */
export const ListedPoller = z.strictObject({
  /** Id, or the key of a built-in poller. */
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
  /** Null for a built-in poller. */
  version: z.int().nullable(),
  /** Null for an unchanged built-in poller. */
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
});
export type ListedPoller = z.infer<typeof ListedPoller>;

/** Id, or the key of a built-in poller. */
export const pollerParams = z.strictObject({ id: z.string().regex(/^(\d{1,9}|[a-z][a-z0-9-]{0,62})$/) });
const params = pollerParams;

const PATH = `${API}/mt/polling`;
const admin = { scope: 'admin' } as const;

export const listPollers = route({
  ...admin,
  method: 'GET',
  path: PATH,
  needs: 'POLLING.read',
  summary: 'Built-in and defined pollers, with the procedures available to scripts',
  query: z.strictObject({
    /** Includes disabled pollers. */
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
  summary: 'Create a poller',
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
  summary: 'Update a defined poller',
  params,
  body: stated(PollerDefinition).safeExtend({
    /** Version read by the caller: a stale one is a CONFLICT. */
    version: z.int().positive(),
  }),
  reply: ListedPoller,
  problems: ['CONFLICT', 'COUNTER_IN_USE', 'NOT_FOUND', 'NAME_TAKEN', 'POLLER_BUILT_IN'],
});

export const activatePoller = route({
  ...admin,
  method: 'PUT',
  path: `${PATH}/:id/active`,
  everyCustomer: true,
  needs: 'POLLING.write',
  summary: 'Enable or disable a poller, also a built-in one',
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
  summary: 'Delete a defined poller; collected data stays',
  params,
  reply: z.strictObject({ id: z.string() }),
  problems: ['COUNTER_IN_USE', 'NOT_FOUND', 'POLLER_BUILT_IN'],
});
