import { z } from 'zod';
import { Named } from '../resource/resource.ts';
import { QosClass } from './qos-class.ts';

/**
 * Which classes a customer has: those of the provider; its own before those of the provider, whose classes of the same name they
 * replace; or its own alone.
 */
export const qosBases = ['provider', 'extended', 'own'] as const;
export const QosBasis = z.enum(qosBases);
export type QosBasis = z.infer<typeof QosBasis>;

/** Classes of service of the provider, or those in force for a customer, in matching order. */
export const QosModel = z.strictObject({
  /** Of the provider: `own`. */
  basis: QosBasis,
  /** Changes with every change of the own classes; 0: there never were any. */
  version: z.int(),
  classes: z.array(QosClass),
  /** Customers with classes of their own, among those that the reader sees. Empty in the model of a customer. */
  customers: z.array(Named.extend({ basis: QosBasis })),
  /** Most own classes. */
  max: z.int(),
});
export type QosModel = z.infer<typeof QosModel>;
