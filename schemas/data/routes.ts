import { z } from 'zod';
import { dataLimits } from '../limit/data.ts';
import { API, route } from '../route.ts';
import { DataLine } from './data-result-size.ts';
import { DataRequest } from './data-request.ts';

const hasUniqueIds = (requests: readonly DataRequest[]): boolean =>
  new Set(requests.map(({ id }) => id)).size === requests.length;

/** All that a page shows. */
export const DataCall = z.strictObject({
  requests: z
    .array(DataRequest)
    .min(1, 'REQUIRED')
    .max(dataLimits.maxRequests)
    .refine(hasUniqueIds, { error: 'NOT_UNIQUE' }),
});

/**
 * A stream of lines of JSON, each a `DataLine`. A request that fails yields an error line; the others continue. Closing the connection
 * ends the statements.
 */
export const readData = route({
  method: 'POST',
  path: `${API}/customers/:customerId/data`,
  scope: 'customer',
  needs: 'DASHBOARD.read',
  summary: 'Values of KPIs by key attributes: responses are lines of JSON in the order of their completion',
  params: z.strictObject({ customerId: z.coerce.number().int().positive() }),
  body: DataCall,
  reply: DataLine,
  stream: 'application/x-ndjson',
  noChange: 'query',
  bodyLimit: 1_048_576,
  timeoutMs: 120_000,
  /** Codes that its lines may have. */
  problems: [
    ...(['NOT_FOUND', 'DASHLET_KPI_UNKNOWN', 'KPI_INCOMPATIBLE', 'DASHLET_NO_MATCH'] as const),
    ...(['DASHLET_NO_DATA', 'DASHLET_UNPROCESSABLE', 'TOO_MUCH_DATA', 'CONTEXT_TOO_LARGE'] as const),
    ...(['DISPLAY_GRANULARITY_TOO_FINE', 'SERIES_TOO_LONG', 'SERIES_NOT_RETAINED'] as const),
  ],
});
