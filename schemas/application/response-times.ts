import { z } from 'zod';
import { API, route } from '../route.ts';

const ResponseTime = z.strictObject({
  /** Id of the custom application. */
  id: z.int(),
  responseMs: z.number(),
  isSlow: z.boolean(),
});
export type ResponseTime = z.infer<typeof ResponseTime>;

/** Server response times of the last hour by custom application, where flows report them. */
const ResponseTimes = z.strictObject({
  /** Applications are marked as slow from this response time, milliseconds. */
  slowFromMs: z.number(),
  applications: z.array(ResponseTime),
});

export const listResponseTimes = route({
  path: `${API}/customers/:customerId/application-response`,
  scope: 'customer',
  method: 'GET',
  needs: 'PARAMETERS.APPLICATION.read',
  summary: 'Response times of the custom applications of a customer over the last hour at visible sites',
  params: z.strictObject({ customerId: z.coerce.number().int().positive() }),
  reply: ResponseTimes,
});
