import { z } from 'zod';
import { InterfaceFindings } from '../line/line-finding.ts';
import { API, route } from '../route.ts';
import { PollingStateName } from './polling-state-name.ts';

/** Consecutive polls without a reply after which a device counts as dead. */
export const DEAD_POLLS = 3;

/** Polling configuration and state of a device. Times are null if there was none. */
export const DevicePollingState = z.strictObject({
  device: z.int(),
  name: z.string(),
  customer: z.int(),
  site: z.int(),
  address: z.string(),
  version: z.enum(['v1', 'v2c', 'v3']).nullable(),
  state: PollingStateName,
  polledAt: z.iso.datetime().nullable(),
  respondedAt: z.iso.datetime().nullable(),
  /** For a dead device: time of the first poll without a reply. */
  deadSince: z.iso.datetime().nullable(),
  /** Failure reason of the last poll: `timeout`, `wrong digest`, `unknown user`, … */
  rejection: z.string().nullable(),
  durationMs: z.number().nullable(),
  polls: z.int(),
  silentPolls: z.int(),
  /** Samples of the last quarter of an hour that were too late to be measured; null if there were none. */
  late: z
    .strictObject({
      samples: z.int(),
      since: z.iso.datetime(),
      until: z.iso.datetime(),
      /** Longest time from reading a sample to storing it. */
      delayMs: z.number(),
    })
    .nullable(),
  /** Its interfaces about whose lines there is anything to say: why they have no value, or more than their speed. */
  lines: z.array(InterfaceFindings.extend({ name: z.string() })),
  /** Faults by reason since the poller started. */
  faults: z.record(z.string(), z.int()),
});
export type DevicePollingState = z.infer<typeof DevicePollingState>;

const reply = z.strictObject({ devices: z.array(DevicePollingState) });

const DeviceIds = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,999}$/, 'NUMBER_LIST_INVALID')
  .transform((text) => text.split(',').map(Number));

export const listPollingStates = route({
  method: 'GET',
  path: `${API}/customers/:customerId/polled-devices`,
  scope: 'customer',
  needs: 'NETWORK.read',
  summary: 'Polling state of each device of a customer',
  params: z.strictObject({ customerId: z.coerce.number().int().positive() }),
  query: z.strictObject({
    /** Ids, separated by commas; absent: every device. */
    devices: DeviceIds.optional(),
  }),
  reply,
  problems: ['UNAVAILABLE'],
});

export const listAllPollingStates = route({
  method: 'GET',
  path: `${API}/mt/polled-devices`,
  scope: 'admin',
  needs: 'POLLING.read',
  summary: 'Polling state of each device of the user’s customers',
  query: z.strictObject({ state: PollingStateName.optional() }),
  reply,
  problems: ['UNAVAILABLE'],
});
