import { z } from 'zod';
import { API, route } from '../route.ts';
import { elementKinds } from '../element/kind.ts';
import { pollerParams } from './routes.ts';

const base = { scope: 'admin', method: 'GET', needs: 'POLLING.read' } as const;

/** What a poller reads, over all devices. */
export const PollerUse = z.strictObject({
  /** Id of the poller, or the key of a built-in one. */
  id: z.string(),
  /** Devices on which it reads objects. */
  devices: z.int(),
  /** Objects per interval. */
  objects: z.int(),
  /** Values that objects gave at the last poll; null for a built-in poller, which only reads what a device has. */
  values: z.int().nullable(),
  /** Requests per interval, a fraction: pollers share requests. */
  requests: z.number(),
});
export type PollerUse = z.infer<typeof PollerUse>;

/** What is polled. */
const Requested = {
  intervalMs: z.int(),
  /** Polled devices, and their interfaces. */
  devices: z.int(),
  interfaces: z.int(),
};

/** Objects of a poller on one device. */
const DeviceUse = { device: z.int(), objects: z.int(), values: z.int().nullable() };

/** Requests from pollers what they read. */
export const PollerUseRequest = z.strictObject({
  /** Devices that count; null: all. */
  devices: z.array(z.int()).nullable(),
  /** The poller whose devices are listed. */
  poller: z.string().nullable(),
});
export type PollerUseRequest = z.infer<typeof PollerUseRequest>;

/** Devices that are listed. */
export const MAX_USE_DEVICES = 100;

/** Reply of one poller process. */
export const PollerUseReport = z.strictObject({
  ...Requested,
  /** Its name. */
  poller: z.string(),
  /** Live poller processes, this one included. */
  pollers: z.int(),
  uses: z.array(PollerUse),
  listed: z.array(z.strictObject(DeviceUse)),
});
export type PollerUseReport = z.infer<typeof PollerUseReport>;

export const listPollerUses = route({
  ...base,
  path: `${API}/mt/polling/use`,
  summary: 'What each poller reads at the last poll of each device of the caller, and what it costs',
  reply: z.strictObject({ ...Requested, uses: z.array(PollerUse) }),
  problems: ['UNAVAILABLE'],
});

/** Who uses a poller. */
export const PollerDependents = z.strictObject({
  /** KPIs with one of its counters in a formula, and views of them. */
  kpis: z.array(
    z.strictObject({
      key: z.string(),
      en: z.string(),
      fr: z.string(),
      element: z.enum(elementKinds),
      origin: z.enum(['library', 'defined']),
    }),
  ),
  /** Null while no poller process responds. */
  read: z
    .strictObject({
      intervalMs: z.int(),
      use: PollerUse,
      /** At most 100: those that gave a value first, then by name. */
      devices: z.array(
        z.strictObject({ ...DeviceUse, name: z.string(), customer: z.int(), customerName: z.string() }),
      ),
    })
    .nullable(),
});
export type PollerDependents = z.infer<typeof PollerDependents>;

export const readPollerDependents = route({
  ...base,
  path: `${API}/mt/polling/:id/use`,
  summary: 'Devices on which a poller reads objects, and KPIs with its counters',
  params: pollerParams,
  reply: PollerDependents,
  problems: ['NOT_FOUND'],
});
