import { z } from 'zod';
import { API, route } from '../route.ts';
import { PollerReading } from './poller.ts';

const base = { scope: 'admin', needs: 'POLLING.write' } as const;

/** A device that can be polled: collection is active and it has SNMP access. */
export const TestDevice = z.strictObject({
  id: z.int(),
  name: z.string(),
  address: z.string(),
  vendor: z.string(),
  /** Name of its customer. */
  customer: z.string(),
});
export type TestDevice = z.infer<typeof TestDevice>;

export const MAX_TEST_DEVICES = 50;

export const findTestDevices = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/polling/devices`,
  summary: `Up to ${String(MAX_TEST_DEVICES)} devices on which a poller can be tested`,
  query: z.strictObject({
    /** Words in name, address, vendor, model or customer. */
    q: z.string().max(200).default(''),
  }),
  reply: z.strictObject({ devices: z.array(TestDevice) }),
});

/** Types of values on the wire (RFC 3416 §3); `absent`: the agent has no such object. */
export const wireTypes = [
  'integer',
  'counter32',
  'gauge32',
  'timeTicks',
  'counter64',
  'octets',
  'oid',
  'ipAddress',
  'absent',
  'other',
] as const;

/** Why a value is not stored. */
const ValueFault = z.enum(['wrong type', 'below zero']).nullable();

/** An object of the response. */
export const ReadObject = z.strictObject({
  oid: z.string(),
  type: z.enum(wireTypes),
  /** As text; bytes that are no text as hexadecimal digits. */
  value: z.string(),
  /** Interface of the inventory with this ifIndex; empty without one. */
  interface: z.string(),
  /** What an interface poller stores of it; null: nothing. */
  stored: z.string().nullable(),
  fault: ValueFault,
});
export type ReadObject = z.infer<typeof ReadObject>;

/** Response of a device to the requests of a poller. */
export const PollerTestResult = z.strictObject({
  /**
   * Empty if it responded; else `timeout`, `unreachable`, `blocked` (its address may not be called), `busy` (too many tests at
   * once), `time over`, `failed`, or what the agent rejected.
   */
  failure: z.string(),
  durationMs: z.int(),
  requests: z.int(),
  /** What was read: one object, the rows of a column, or the objects below an object that the device does not have. */
  read: z.enum(['object', 'rows', 'below']),
  objects: z.array(ReadObject),
  /** There are more objects. */
  more: z.boolean(),
  /** What a device poller stores; null: nothing. */
  stored: z.string().nullable(),
  fault: ValueFault,
});
export type PollerTestResult = z.infer<typeof PollerTestResult>;

/** A test as the server sends it to a poller. The poller has address and credential of the device. */
export const PollerTest = z.strictObject({
  device: z.int().positive(),
  reading: PollerReading,
  /** Reads everything below the OID instead, as pollers of the product do that read a full table. */
  walk: z.boolean().default(false),
});
export type PollerTest = z.infer<typeof PollerTest>;

export const testPoller = route({
  ...base,
  method: 'POST',
  path: `${API}/mt/polling/test`,
  summary: 'Read what a saved or unsaved poller reads from a device, now; nothing is stored',
  body: PollerTest,
  reply: PollerTestResult,
  problems: ['NOT_FOUND', 'UNAVAILABLE'],
  noChange: 'act',
});
