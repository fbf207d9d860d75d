import { z } from 'zod';
import { API, route } from '../route.ts';

/** Polls without an answer after which a device is dead until it answers. */
export const DEAD_POLLS = 3;

/**
 * `waiting`: it was not polled yet, since the poller started. `silent`: its last polls were not answered; `dead`: at least
 * three of them. `not polled`: it has no SNMP access. `deactivated`: its collection is switched off.
 */
export const PollingStateName = z.enum([
  'answering',
  'silent',
  'dead',
  'waiting',
  'not polled',
  'deactivated',
]);
export type PollingStateName = z.infer<typeof PollingStateName>;

/** How a device is polled, and how that goes. Times are null where there was none. */
export const DevicePollingState = z.strictObject({
  device: z.int(),
  name: z.string(),
  customer: z.int(),
  site: z.int(),
  address: z.string(),
  version: z.enum(['v1', 'v2c', 'v3']).nullable(),
  state: PollingStateName,
  polledAt: z.iso.datetime().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  /** Of a dead device: when its first poll without an answer was. */
  deadSince: z.iso.datetime().nullable(),
  /** Why the last poll brought nothing: `timeout`, `wrong digest`, `unknown user`, … */
  refusal: z.string().nullable(),
  durationMs: z.number().nullable(),
  polls: z.int(),
  silentPolls: z.int(),
  /** What went wrong, by reason, since the poller started. */
  faults: z.record(z.string(), z.int()),
});
export type DevicePollingState = z.infer<typeof DevicePollingState>;

const reply = z.strictObject({ devices: z.array(DevicePollingState) });

export const listPollingStates = route({
  method: 'GET',
  path: `${API}/customers/:customerId/polled-devices`,
  scope: 'customer',
  needs: 'NETWORK.read',
  summary: 'How each device of a customer is polled, and how that goes',
  params: z.strictObject({ customerId: z.coerce.number().int().positive() }),
  reply,
  problems: ['UNAVAILABLE'],
});

export const listAllPollingStates = route({
  method: 'GET',
  path: `${API}/mt/polled-devices`,
  scope: 'admin',
  needs: 'POLLING.read',
  summary: 'How each device of the user’s customers is polled, and how that goes',
  query: z.strictObject({ state: PollingStateName.optional() }),
  reply,
  problems: ['UNAVAILABLE'],
});
