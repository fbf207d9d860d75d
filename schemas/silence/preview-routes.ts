import { z } from 'zod';
import { API, route } from '../route.ts';
import { SilenceMatch } from './silence.ts';

const id = z.coerce.number().int().positive();
const customerParams = z.strictObject({ customerId: id });
const named = z.strictObject({ id: z.int(), name: z.string() });

const previewReply = z.strictObject({
  /** Running alarms of the customer that the caller sees. */
  running: z.int(),
  /** Those that the silence would match now, whatever its times. */
  matching: z.int(),
  /** The first of them. */
  examples: z.array(z.strictObject({ alarm: z.string(), element: z.string() })),
});
export type SilencePreview = z.infer<typeof previewReply>;

export const previewSilence = route({
  method: 'POST',
  path: `${API}/customers/:customerId/silence/preview`,
  scope: 'customer',
  needs: 'ALERT.read',
  noChange: 'query',
  summary: 'Running alarms that a silence would match now',
  params: customerParams,
  body: z.strictObject({ match: SilenceMatch }),
  reply: previewReply,
  problems: ['UNAVAILABLE'],
});

const placesReply = z.strictObject({
  element: named,
  /** Null: the element is a device, or belongs to none. */
  device: named.nullable(),
  site: named.nullable(),
});
export type SilencedElement = z.infer<typeof placesReply>;

export const readSilencedElement = route({
  method: 'GET',
  path: `${API}/customers/:customerId/silence/element/:element`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'An element with its device and site, to which a silence of it can be widened',
  params: customerParams.extend({ element: id }),
  reply: placesReply,
  problems: ['NOT_FOUND'],
});
