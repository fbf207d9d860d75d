import { z } from 'zod';
import { ElementFilter } from '../data/element-filter.ts';
import { dashboardLimits } from '../limit/dashboard.ts';
import type { ProblemCode } from '../problem/catalogue.ts';
import { resourceKinds } from '../resource/kind.ts';
import { API, route } from '../route.ts';
import { sdwanKinds } from '../sdwan/kind.ts';
import { SdwanSettings } from './dashlets/sdwan.ts';
import { unavailableOf, type ShownKind } from './kind/shown-kind.ts';

const Id = z.coerce.number().int().positive();

const Period = z
  .strictObject({ from: z.int().min(0), to: z.int().max(2 ** 32 - 1) })
  .refine(({ from, to }) => from < to, { error: 'START_AFTER_END', path: ['from'] });

/** What a reader chose: it fills the placeholders. */
const Chosen = z.strictObject({
  period: Period,
  /** Ids of elements by the id of the filter, as in the address of the page. */
  selection: z.record(z.string().max(40), z.array(z.int().nonnegative()).max(1_000)).default({}),
});

export const SdwanResponse = z.strictObject({
  manager: z.string(),
  kind: z.enum(sdwanKinds),
  /** When the manager responded. */
  at: z.iso.datetime(),
  /** JSON that the paths leave, with its replacements. */
  value: z.unknown(),
});
export type SdwanResponse = z.infer<typeof SdwanResponse>;

const problems = [
  'DASHLET_NO_CONTEXT',
  'JSON_FILTER_PATH',
  'JSON_FILTER_SLOW',
  'JSON_FILTER_SYNTAX',
  'SDWAN_ADDRESS_NOT_ALLOWED',
  'SDWAN_ADOM_NOT_FOUND',
  'SDWAN_RESPONSE_NOT_JSON',
  'SDWAN_RESPONSE_TOO_LARGE',
  'SDWAN_ATTRIBUTE_UNKNOWN',
  'SDWAN_AUTHENTICATION_FAILED',
  'SDWAN_BAD_CREDENTIALS',
  'SDWAN_BUSY',
  'SDWAN_CERTIFICATE_CHANGED',
  'SDWAN_CERTIFICATE_INVALID',
  'SDWAN_CONTEXT_MANY_MATCHES',
  'SDWAN_CONTEXT_NO_MATCH',
  'SDWAN_ELEMENT_UNKNOWN',
  'SDWAN_ENDPOINT_CHARACTER',
  'SDWAN_ENDPOINT_NOT_ALLOWED',
  'SDWAN_ENDPOINT_OF_OTHER',
  'SDWAN_HEADER_CHARACTER',
  'SDWAN_HEADER_NOT_ALLOWED',
  'SDWAN_INSUFFICIENT_RIGHTS',
  'SDWAN_MANAGER_FAILED',
  'SDWAN_PASSWORD_EXPIRED',
  'SDWAN_REDIRECTED',
  'SDWAN_REQUEST_INVALID',
  'SDWAN_ROUTE_MISSING',
  'SDWAN_SERVER_LIST_EMPTY',
  'SDWAN_SERVER_NOT_FOUND',
  'SDWAN_SITES_LIMITED',
  'SDWAN_SLOW',
  'SDWAN_STATUS_FAILED',
  'SDWAN_TENANT_NOT_FOUND',
  'SDWAN_TYPES_DIFFER',
  'SDWAN_UNREACHABLE',
  'TOO_MUCH_DATA',
] as const satisfies readonly ProblemCode[];

const requesting = {
  scope: 'customer',
  method: 'POST',
  noChange: 'query',
  reply: SdwanResponse,
} as const;

const ofKind = (kind: ShownKind) => {
  const {
    words: { one },
    customer: { read: needs },
  } = resourceKinds[kind];
  return route({
    ...requesting,
    needs,
    display: kind === 'home' ? undefined : true,
    path: `${API}/customers/:customerId/${kind}/:resourceId/sdwan`,
    summary: `Answer of an SD-WAN manager to what an SD-WAN dashlet of ${one} asks, as it is stored`,
    params: z.strictObject({ customerId: Id, resourceId: Id }),
    body: Chosen.extend({ dashlet: z.string().max(40) }),
    problems: [...problems, unavailableOf(kind), 'NOT_FOUND', 'NOT_OF_DOCUMENT'],
  });
};

/** Runs the SD-WAN dashlet of a stored document: readers choose nothing but its context. */
export const readSdwanDashlets = {
  dashboard: ofKind('dashboard'),
  home: ofKind('home'),
  report: ofKind('report'),
} as const;

/** For the editor of dashlets. */
export const trySdwanDashlet = route({
  ...requesting,
  needs: 'DASHBOARD.write',
  path: `${API}/customers/:customerId/sdwan-endpoint`,
  summary: 'Response of an SD-WAN manager to the request of an SD-WAN dashlet',
  params: z.strictObject({ customerId: Id }),
  body: z.strictObject({
    period: Period,
    settings: SdwanSettings,
    /** What the filters of the document select. */
    filters: z.array(ElementFilter).max(dashboardLimits.maxFilters).default([]),
  }),
  problems,
});

export const listCustomerManagers = route({
  method: 'GET',
  scope: 'customer',
  needs: 'DASHBOARD.write',
  path: `${API}/customers/:customerId/sdwan-endpoint`,
  summary: 'SD-WAN managers that dashlets of a customer may query',
  params: z.strictObject({ customerId: Id }),
  reply: z.strictObject({
    managers: z.array(z.strictObject({ id: z.int(), name: z.string(), kind: z.enum(sdwanKinds) })),
  }),
});
