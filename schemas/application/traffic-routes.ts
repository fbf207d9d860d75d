import { z } from 'zod';
import { API, route } from '../route.ts';
import { ApplicationAttributes } from './definition.ts';
import { bodyLimit } from './routes.ts';

const Id = z.coerce.number().int().positive();

const Conversation = z.strictObject({
  /** The two ends, in no direction. */
  one: z.string(),
  other: z.string(),
  /** IANA number. */
  protocol: z.number(),
  /** The lower port. */
  port: z.number(),
  bytes: z.number(),
  flows: z.number(),
});
export type Conversation = z.infer<typeof Conversation>;

/** Traffic of the last hour at the sites that the caller sees, each flow counted once. */
const ApplicationTraffic = z.strictObject({
  /** Milliseconds since 1970. */
  from: z.number(),
  to: z.number(),
  flows: z.number(),
  bytes: z.number(),
  /** Bytes of all traffic in that time. */
  allBytes: z.number(),
  /** The largest by bytes. */
  conversations: z.array(Conversation),
  /** The largest applications that the flows were assigned to when they arrived. */
  applications: z.array(z.strictObject({ name: z.string(), bytes: z.number() })),
});
export type ApplicationTraffic = z.infer<typeof ApplicationTraffic>;

export const readApplicationTraffic = route({
  method: 'GET',
  path: `${API}/customers/:customerId/application-traffic`,
  scope: 'customer',
  needs: 'PARAMETERS.APPLICATION.read',
  summary: 'Traffic of the last hour that a custom application has matched, at visible sites',
  params: z.strictObject({ customerId: Id }),
  query: z.strictObject({ application: Id }),
  reply: ApplicationTraffic,
  problems: ['NOT_FOUND', 'TOO_MUCH_DATA'],
});

/**
 * Where stored flows cannot show all that a draft says. Hostnames: they are not stored, so the draft matches at most this.
 * Hostnames only: nothing can be shown. Device: flows of custom applications have lost the id of the device, so it may match more.
 */
const DraftCaveat = z.enum(['hostnames', 'hostnames-only', 'device']);
export type DraftCaveat = z.infer<typeof DraftCaveat>;

export const matchDraft = route({
  method: 'POST',
  path: `${API}/customers/:customerId/application-match`,
  scope: 'customer',
  needs: 'PARAMETERS.APPLICATION.write',
  summary:
    'Traffic of the last hour that the attributes of a draft match, whatever the order, at visible sites',
  params: z.strictObject({ customerId: Id }),
  body: z.strictObject({ attributes: ApplicationAttributes }),
  reply: ApplicationTraffic.extend({ caveats: z.array(DraftCaveat) }),
  problems: ['TOO_MUCH_DATA'],
  noChange: 'query',
  bodyLimit,
});

/** Of all customers of the caller together; `customers` are those with most of it. */
export const matchProviderDraft = route({
  method: 'POST',
  path: `${API}/mt/application-match`,
  scope: 'admin',
  needs: 'NETWORK.APPLICATION.write',
  summary: 'Traffic of the last hour that the attributes of a draft match, of the customers of the caller',
  body: z.strictObject({ attributes: ApplicationAttributes }),
  reply: ApplicationTraffic.extend({
    caveats: z.array(DraftCaveat),
    customers: z.array(z.strictObject({ name: z.string(), bytes: z.number() })),
  }),
  problems: ['TOO_MUCH_DATA'],
  noChange: 'query',
  bodyLimit,
});
