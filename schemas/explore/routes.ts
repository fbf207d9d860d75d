import { z } from 'zod';
import { API, route } from '../route.ts';
import { ExploreRequest, ExploreResult } from './explore.ts';
import { fieldIds, type FieldId } from './fields.ts';
import type { ProblemCode } from '../problem/catalogue.ts';

const params = z.strictObject({ customerId: z.coerce.number().int().positive() });

const filterProblems = [
  ...(['FILTER_TOO_LONG', 'FILTER_TOO_DEEP', 'FILTER_TOO_MANY_TESTS', 'FILTER_UNCLOSED_TEXT'] as const),
  ...(['FILTER_FIELD_EXPECTED', 'FILTER_UNKNOWN_FIELD', 'FILTER_OPERATOR_EXPECTED'] as const),
  ...(['FILTER_VALUE_EXPECTED', 'FILTER_BAD_VALUE', 'FILTER_PARENTHESIS_EXPECTED'] as const),
  ...(['FILTER_END_EXPECTED', 'FILTER_UNKNOWN_NAME'] as const),
] as const satisfies readonly ProblemCode[];

const ofExplorer = {
  method: 'POST',
  needs: 'FLOWMAP.read',
  body: ExploreRequest,
  reply: ExploreResult,
  noChange: 'query',
  problems: [
    ...filterProblems,
    'TOO_MUCH_DATA',
    'EXPLORE_RAW_EXPIRED',
    'SERIES_NOT_RETAINED',
    'SERIES_TOO_LONG',
  ],
} as const;

export const exploreFlows = route({
  ...ofExplorer,
  path: `${API}/customers/:customerId/explore`,
  scope: 'customer',
  summary: 'Flows by up to four dimensions, at the sites that the caller sees',
  params,
});

export const exploreFlowsAcross = route({
  ...ofExplorer,
  path: `${API}/cc/explore`,
  scope: 'cross-customer',
  summary: 'Flows of the customers of the caller by up to four dimensions, at visible sites',
});

const query = z.strictObject({
  field: z.enum(fieldIds as [FieldId, ...FieldId[]]),
  /** What the names contain. */
  text: z.string().max(100).default(''),
});
const reply = z.strictObject({
  /** At most 20, those that begin with the text first. */
  values: z.array(
    z.strictObject({
      /** The value in a filter. */
      filter: z.string(),
    }),
  ),
});

export const completeFilterValue = route({
  method: 'GET',
  path: `${API}/customers/:customerId/explore/values`,
  scope: 'customer',
  needs: 'FLOWMAP.read',
  summary: 'Names of a field of flows that contain a text, of what the caller sees',
  params,
  query,
  reply,
});

export const completeFilterValueAcross = route({
  method: 'GET',
  path: `${API}/cc/explore/values`,
  scope: 'cross-customer',
  needs: 'FLOWMAP.read',
  summary: 'Names of a field of flows that contain a text, of the customers of the caller',
  query,
  reply,
});
