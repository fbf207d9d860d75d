import { z } from 'zod';

export const DeliveryState = z.enum(['retrying', 'delivered', 'dead', 'dropped']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** Outcome of a notification. Times are milliseconds since 1970. */
export const Delivery = z.strictObject({
  key: z.string(),
  state: DeliveryState,
  customer: z.int().nullable(),
  events: z.int(),
  attempts: z.int(),
  response: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type Delivery = z.infer<typeof Delivery>;

/** Last delivery of a target in lists; null: none. */
export const withLastDelivery = { lastDelivery: Delivery.nullable() };

export const DeliveryTestResult = z.strictObject({
  /** Sent content as text, without secrets. */
  sent: z.string(),
  delivered: z.boolean(),
  /** Reply of the receiver, or the connection failure. */
  response: z.string(),
  durationMs: z.number(),
});
export type DeliveryTestResult = z.infer<typeof DeliveryTestResult>;
