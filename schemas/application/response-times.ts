import { z } from 'zod';
import { API, route } from '../route.ts';

const ResponseTime = z.strictObject({
  /** Of the custom application. */
  id: z.int(),
  responseMs: z.number(),
  isSlow: z.boolean(),
});
export type ResponseTime = z.infer<typeof ResponseTime>;

/** How long servers took to answer, over the last hour, by custom application: of those that flows told it of. */
const ResponseTimes = z.strictObject({
  /** From so many milliseconds on an application is marked as slow. */
  slowFromMs: z.number(),
  applications: z.array(ResponseTime),
});

export const listResponseTimes = route({
  path: `${API}/customers/:customerId/application-response`,
  scope: 'customer',
  method: 'GET',
  needs: 'PARAMETERS.APPLICATION.read',
  summary:
    'Response times of the custom applications of a customer over the last hour, at the sites that the caller sees',
  params: z.strictObject({ customerId: z.coerce.number().int().positive() }),
  reply: ResponseTimes,
});
