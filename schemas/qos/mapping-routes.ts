import { z } from 'zod';
import { API, route } from '../route.ts';
import { units } from '../unit/unit.ts';

const Id = z.coerce.number().int().positive();
const params = z.strictObject({ customerId: Id });

const ClassMapName = z.strictObject({ kind: z.literal('class-map'), vendor: z.string(), name: z.string() });
const QueueName = z.strictObject({ kind: z.literal('queue'), name: z.string() });
const DscpName = z.strictObject({ kind: z.literal('dscp'), dscp: z.int() });
const Rule = z.discriminatedUnion('kind', [ClassMapName, QueueName, DscpName]);

/** What was seen of a rule or name: class elements, or for a DSCP the traffic of the last hour. */
const seen = {
  elements: z.int(),
  bytes: z.number(),
  flows: z.number(),
};

const MappedRule = z.strictObject({
  rule: Rule,
  /** Id of the class. */
  class: z.int(),
  ...seen,
});
export type MappedRule = z.infer<typeof MappedRule>;

export const UnmappedName = z.strictObject({
  name: Rule,
  ...seen,
  /** An element with this name; null for a DSCP. */
  example: z.strictObject({ id: z.int(), device: z.string(), key: z.string() }).nullable(),
});
export type UnmappedName = z.infer<typeof UnmappedName>;

/** The rules in force for a customer with what they match at the sites that the caller sees, and what no rule matches. */
const QosMapping = z.strictObject({
  /** Hour of the flows, milliseconds since 1970. */
  from: z.number(),
  to: z.number(),
  rules: z.array(MappedRule),
  /** By elements, then by volume. */
  unmapped: z.array(UnmappedName),
  /** All of these: `unmapped` has the first ones. */
  unmappedCount: z.int(),
  /** Volume of all flows of the hour in bytes, and of those that no class claims. */
  bytes: z.number(),
  unmappedBytes: z.number(),
});
export type QosMapping = z.infer<typeof QosMapping>;

export const readQosMapping = route({
  method: 'GET',
  path: `${API}/customers/:customerId/qos-mapping`,
  scope: 'customer',
  needs: 'NETWORK.QOS.read',
  summary: 'What the classes of service of a customer match in inventory and flows, and what maps to nothing',
  params,
  reply: QosMapping,
  problems: ['TOO_MUCH_DATA'],
});

const values = z.array(z.number().nullable());

/** The KPIs of the class elements of a class, summed. A step without a value has null. */
export const ClassTraffic = z.strictObject({
  /** Id of the class; null: elements that map to no class. */
  class: z.int().nullable(),
  elements: z.int(),
  offered: values,
  sent: values,
  dropped: values,
  /** Averages over the steps with a value; null without any. */
  offeredAverage: z.number().nullable(),
  sentAverage: z.number().nullable(),
  /** Sum over the steps. */
  droppedTotal: z.number().nullable(),
  /** Dropped volume in percent of the offered volume. */
  dropRatio: z.number().nullable(),
  /** Percent of what all classes sent. */
  sentShare: z.number().nullable(),
});
export type ClassTraffic = z.infer<typeof ClassTraffic>;

export const QosTraffic = z.strictObject({
  /** Starts of the steps, seconds since 1970. */
  steps: z.array(z.number()),
  stepSeconds: z.int(),
  units: z.strictObject({ throughput: z.enum(units), volume: z.enum(units) }),
  classes: z.array(ClassTraffic),
});
export type QosTraffic = z.infer<typeof QosTraffic>;

export const readQosTraffic = route({
  method: 'GET',
  path: `${API}/customers/:customerId/qos-traffic`,
  scope: 'customer',
  needs: 'NETWORK.QOS.read',
  summary: 'KPIs of the last 24 hours by class of service, summed over the class elements of visible sites',
  params,
  query: z.strictObject({ direction: z.enum(['in', 'out']).default('out') }),
  reply: QosTraffic,
  problems: ['TOO_MUCH_DATA', 'SERIES_NOT_RETAINED'],
});
