import { z } from 'zod';
import { intInRange, numberInRange } from '../limit/int-in-range.ts';
import { clientIdPattern } from '../customer/customer.ts';
import { whenValid } from '../problem/when-valid.ts';
import { API, route } from '../route.ts';
import { Line } from '../text/line.ts';
import { Address } from '../address/address.ts';
import { authProtocols, privProtocols } from './snmp-access.ts';

const Name = Line.min(1, 'REQUIRED').max(200, 'TOO_LONG');
const Place = Line.max(100, 'TOO_LONG');
const Id = z.int('REQUIRED').positive();
/** RFC 3414 §11.2: at least 8 characters. */
const Passphrase = z.string().min(8, 'TOO_SHORT').max(255, 'TOO_LONG');
const Community = z.string().min(1, 'REQUIRED').max(255, 'TOO_LONG');
const port = intInRange(1, 65_535).default(161);

const keys = {
  auth: z.strictObject({ protocol: z.enum(authProtocols), password: Passphrase }).nullable(),
  priv: z.strictObject({ protocol: z.enum(privProtocols), password: Passphrase }).nullable(),
};

const Access = z.discriminatedUnion('version', [
  /** Not polled. */
  z.strictObject({ version: z.literal('none') }),
  /** Name of a stored credential, which the device follows. */
  z.strictObject({ version: z.literal('stored'), credential: Line.min(1, 'REQUIRED').max(100, 'TOO_LONG') }),
  z.strictObject({ version: z.literal('v1'), community: Community, port }),
  z.strictObject({ version: z.literal('v2c'), community: Community, port }),
  z
    .strictObject({
      version: z.literal('v3'),
      user: z.string().trim().min(1, 'REQUIRED').max(32, 'TOO_LONG'),
      ...keys,
      port,
    })
    .refine(({ auth, priv }) => priv === null || auth !== null, {
      error: 'SNMP_PRIVACY_WITHOUT_AUTH',
      path: ['priv'],
      ...whenValid(keys),
    }),
]);

const StoredCustomer = z.strictObject({ is: z.literal('stored'), id: Id });
const NewCustomer = z.strictObject({
  is: z.literal('new'),
  clientId: z
    .string()
    .trim()
    .min(1, { error: 'REQUIRED', abort: true })
    .regex(clientIdPattern, { error: 'CLIENT_ID_CHARACTERS' }),
  name: Name,
});
const StoredSite = z.strictObject({ is: z.literal('stored'), id: Id });
const NewSite = z.strictObject({
  is: z.literal('new'),
  name: Name,
  city: Place,
  country: Place,
  latitude: numberInRange(-90, 90),
  longitude: numberInRange(-180, 180),
});

/** A device with its place and its access; its customer and its site are stored, or added with it. */
export const NewDevice = z.strictObject({
  customer: z.discriminatedUnion('is', [StoredCustomer, NewCustomer]),
  site: z.discriminatedUnion('is', [StoredSite, NewSite]),
  device: z.strictObject({
    name: Name,
    address: Address,
    /** Its flows come from its address. */
    exportsFlows: z.boolean(),
    /** By ifName; none: all but loopback interfaces are read from the device. */
    interfaces: z.array(Name).max(1_000, 'TOO_MANY'),
  }),
  access: Access,
});
export type NewDevice = z.infer<typeof NewDevice>;

/** What the device says of its interfaces while it is added. */
const InterfaceReading = z.strictObject({
  ok: z.boolean(),
  /** sysName; empty without a response. */
  name: z.string(),
  /** Why it did not respond as expected; empty: it did. */
  failure: z.string(),
});

/** Adds the parts by the import of network files: its rules, its permissions and its audit. */
export const addDevice = route({
  method: 'POST',
  path: `${API}/mt/inventory/device`,
  scope: 'admin',
  needs: 'NETWORK.PROVISIONING.write',
  summary: 'Add a device with its site, customer and SNMP access',
  body: NewDevice,
  reply: z.strictObject({
    customer: z.int(),
    site: z.int(),
    device: z.int(),
    /** Interfaces that are polled. */
    interfaces: z.int(),
    /** Null: they were named, or the device is not polled. */
    reading: InterfaceReading.nullable(),
  }),
  timeoutMs: 60_000,
});
