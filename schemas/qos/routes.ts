import { z } from 'zod';
import { qosLimits } from '../limit/qos.ts';
import { API, route, type Route } from '../route.ts';
import { QosBasis, QosModel } from './model.ts';
import { stated } from '../stated.ts';
import { QosClassDraft } from './qos-class.ts';

const Id = z.coerce.number().int().positive();
const one = { qosClass: Id };
const ofCustomer = { customerId: Id };
const version = z.int().nonnegative();

/** `version` is that of the model which the caller has seen, 0 before the first own class. */
const Change = z.strictObject({ class: QosClassDraft, version });
const saving = ['CONFLICT', 'NAME_TAKEN'] as const;
/** Room for 200 names. */
const bodyLimit = 128 * 1_024;

interface Space<All extends Pick<Route, 'params'>, One extends Pick<Route, 'params'>> {
  readonly path: string;
  readonly common: Pick<Route, 'scope' | 'everyCustomer'>;
  readonly all: All;
  readonly one: One;
  readonly whose: string;
}

/** Routes on the own classes of a space, the provider's or a customer's. Each change replies with the model after it. */
const routesOfAll = <All extends Pick<Route, 'params'>>({
  path,
  common,
  all,
  whose,
}: Space<All, Pick<Route, 'params'>>) => ({
  read: route({
    path,
    scope: common.scope,
    method: 'GET',
    needs: 'NETWORK.QOS.read',
    summary: `Classes of service ${whose}`,
    ...all,
    reply: QosModel,
  }),
  create: route({
    ...common,
    path: `${path}/class`,
    method: 'POST',
    needs: 'NETWORK.QOS.write',
    summary: `Define a class of service ${whose}, last in the order`,
    ...all,
    body: Change,
    reply: QosModel,
    problems: [...saving, 'QOS_MAXIMUM_REACHED'],
    bodyLimit,
  }),
  reorder: route({
    ...common,
    path: `${path}/order`,
    method: 'PUT',
    needs: 'NETWORK.QOS.write',
    summary: `Change the matching order of the classes of service ${whose}`,
    ...all,
    body: z.strictObject({
      /** Ids of every own class, in the new order. */
      order: z.array(z.int().positive()).min(1, 'REQUIRED').max(qosLimits.maxClasses),
      version,
    }),
    reply: QosModel,
    problems: ['CONFLICT', 'NOT_FOUND'],
  }),
});

/** Routes on one own class. */
const routesOfOne = <One extends Pick<Route, 'params'>>({
  path,
  common,
  one: single,
  whose,
}: Space<Pick<Route, 'params'>, One>) => ({
  update: route({
    ...common,
    path: `${path}/class/:qosClass`,
    method: 'PUT',
    needs: 'NETWORK.QOS.write',
    summary: `Update a class of service ${whose}`,
    ...single,
    body: z.strictObject({ class: stated(QosClassDraft), version }),
    reply: QosModel,
    problems: [...saving, 'NOT_FOUND'],
    bodyLimit,
  }),
  delete: route({
    ...common,
    path: `${path}/class/:qosClass`,
    method: 'DELETE',
    needs: 'NETWORK.QOS.write',
    summary: `Delete a class of service ${whose}`,
    ...single,
    query: z.strictObject({ version: z.coerce.number().int().nonnegative() }),
    reply: QosModel,
    problems: ['CONFLICT', 'NOT_FOUND'],
  }),
});

const routesOf = <All extends Pick<Route, 'params'>, One extends Pick<Route, 'params'>>(
  space: Space<All, One>,
) => ({ ...routesOfAll(space), ...routesOfOne(space) });

export const providerQos = routesOf({
  path: `${API}/mt/qos`,
  common: { scope: 'admin', everyCustomer: true },
  all: {},
  one: { params: z.strictObject(one) },
  whose: 'of the provider',
});

export const customerQos = routesOf({
  path: `${API}/customers/:customerId/qos`,
  common: { scope: 'customer' },
  all: { params: z.strictObject(ofCustomer) },
  one: { params: z.strictObject({ ...ofCustomer, ...one }) },
  whose: 'of a customer',
});

export const updateQosBasis = route({
  path: `${API}/customers/:customerId/qos/basis`,
  scope: 'customer',
  method: 'PUT',
  needs: 'NETWORK.QOS.write',
  summary:
    'Choose whether a customer has the classes of the provider, these with its own before them, or its own',
  params: z.strictObject(ofCustomer),
  body: z.strictObject({
    /** `provider` deletes the own classes. */
    basis: QosBasis,
    /** Adds copies of the classes of the provider, for `own`. */
    copy: z.boolean().default(false),
    version,
  }),
  reply: QosModel,
  problems: ['CONFLICT'],
});
