import { z } from 'zod';
import { qosLimits } from '../limit/qos.ts';
import { Named } from '../resource/resource.ts';
import { API, route } from '../route.ts';
import { ClassTraffic, QosTraffic, UnmappedName } from './mapping-routes.ts';
import { QosBasis } from './model.ts';
import { QosClass } from './qos-class.ts';

const CustomerWithBasis = Named.extend({ basis: QosBasis });

/** What maps to nothing at a customer, or at several of them under the same name. */
const UnmappedAcross = z.strictObject({
  ...UnmappedName.shape,
  /** How many customers have it. */
  customers: z.int(),
  /** One of them: that with the most elements, then with the most volume. */
  customer: CustomerWithBasis,
  /** Customers with it that have only classes of their own: a class of the provider changes nothing for them. */
  apart: z.int(),
});
export type UnmappedAcross = z.infer<typeof UnmappedAcross>;

/** `name`: once for all customers; `customer`: once for each customer. */
export const unmappedGroups = ['name', 'customer'] as const;
export const unmappedOrders = ['what', 'customer', 'customers', 'elements', 'volume', 'flows'] as const;

const from = z.coerce.number().int().min(0).default(0);
const text = z.string().trim().max(200).default('');

const UnmappedPage = z.strictObject({
  /** Hour of the flows, milliseconds since 1970. */
  from: z.number(),
  to: z.number(),
  /** Of all that match. */
  count: z.int(),
  rows: z.array(UnmappedAcross),
  /** Customers that were compared, and how many of them have something without a class. */
  customers: z.int(),
  concerned: z.int(),
  /** Volume of all flows of the hour in bytes, and of those that no class claims. */
  bytes: z.number(),
  unmappedBytes: z.number(),
});
export type UnmappedPage = z.infer<typeof UnmappedPage>;

export const listUnmappedAcross = route({
  method: 'GET',
  path: `${API}/mt/qos-unmapped`,
  scope: 'admin',
  needs: 'NETWORK.QOS.read',
  summary:
    'What maps to no class of service at the customers that the caller sees: filtered, sorted, by page',
  query: z.strictObject({
    by: z.enum(unmappedGroups).default('name'),
    /** Words of the name, vendor, example or customer. */
    q: text,
    orderBy: z.enum(unmappedOrders).default('elements'),
    order: z.enum(['ascending', 'descending']).default('descending'),
    from,
    count: z.coerce.number().int().min(0).max(qosLimits.maxUnmapped).default(200),
  }),
  reply: UnmappedPage,
  problems: ['TOO_MUCH_DATA'],
});
export type UnmappedQuery = z.output<typeof listUnmappedAcross.query>;

/** Traffic of a customer by its classes in force. */
const CustomerTraffic = z.strictObject({
  customer: CustomerWithBasis,
  classes: z.array(
    ClassTraffic.extend({
      /** Null: elements that map to no class. */
      of: QosClass.pick({ name: true, colour: true, share: true, owner: true }).nullable(),
    }),
  ),
});

const TrafficPage = z.strictObject({
  ...QosTraffic.omit({ classes: true }).shape,
  /** Of all customers that match and have class elements. */
  count: z.int(),
  rows: z.array(CustomerTraffic),
});
export type TrafficPage = z.infer<typeof TrafficPage>;

export const listTrafficAcross = route({
  method: 'GET',
  path: `${API}/mt/qos-traffic`,
  scope: 'admin',
  needs: 'NETWORK.QOS.read',
  summary:
    'KPIs of the last 24 hours by customer and class of service, of the customers that the caller sees, by page',
  query: z.strictObject({
    direction: z.enum(['in', 'out']).default('out'),
    /** Part of the name of a customer. */
    q: text,
    from,
    count: z.coerce.number().int().min(0).max(qosLimits.maxCustomers).default(10),
  }),
  reply: TrafficPage,
  problems: ['TOO_MUCH_DATA', 'SERIES_NOT_RETAINED'],
});
export type TrafficQuery = z.output<typeof listTrafficAcross.query>;
