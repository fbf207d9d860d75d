import { z } from 'zod';
import { dashboardLimits } from '../limit/dashboard.ts';
import { dataLimits } from '../limit/data.ts';
import { resourceKinds } from '../resource/kind.ts';
import { PlacedVisibility } from '../resource/resource.ts';
import { API, route } from '../route.ts';
import { LinkedPeriod } from './document.ts';
import { shownKinds, type ShownKind } from './kind/shown-kind.ts';

const Id = z.coerce.number().int().positive();
const Filter = z.string().regex(/^[\w-]{1,40}$/, 'KEY_INVALID');

/** What the reader of a link sees of a document. */
export const LinkedContext = z.strictObject({
  /** A fixed one locks the period; null: that of the document. */
  period: LinkedPeriod.nullable(),
  /** Ids of elements by the id of the filter. None: all. */
  selection: z
    .record(Filter, z.array(z.int().nonnegative()).max(dataLimits.maxValues))
    .refine((selection) => Object.keys(selection).length <= dashboardLimits.maxFilters, {
      error: 'TOO_MANY',
      params: { max: dashboardLimits.maxFilters },
    })
    .default({}),
});
export type LinkedContext = z.infer<typeof LinkedContext>;

/** Short, and readable to those only who may read the document. */
export const LinkId = z.string().regex(/^[\w-]{10}$/, 'INPUT_INVALID');

const reply = z.strictObject({ id: LinkId });
const creating = { method: 'POST', ownArrangement: true, reply, problems: ['NOT_FOUND'] } as const;

const ofKind = (kind: ShownKind) => {
  const { words, customer, template } = resourceKinds[kind];
  return {
    customer: route({
      ...creating,
      scope: 'customer',
      path: `${API}/customers/:customerId/${kind}/:resourceId/link`,
      needs: customer.read,
      summary: `Short link to ${words.one} with period and selection: the same context has the same link`,
      params: z.strictObject({ customerId: Id, resourceId: Id }),
      body: LinkedContext,
    }),
    provider: route({
      ...creating,
      scope: 'admin',
      path: `${API}/mt/${kind}/:resourceId/link`,
      needs: template.read,
      summary: `Short link to ${words.one} of the multi-client space, with the customer whose data it shows`,
      params: z.strictObject({ resourceId: Id }),
      body: LinkedContext.extend({
        /** Null: that of the reader. */
        customer: z.int().positive().nullable().default(null),
      }),
    }),
  };
};

export const documentLinks = {
  dashboard: ofKind('dashboard'),
  home: ofKind('home'),
  report: ofKind('report'),
} as const;

const readersOfKind = (kind: ShownKind) => {
  const { words, customer } = resourceKinds[kind];
  return route({
    method: 'GET',
    scope: 'customer',
    path: `${API}/customers/:customerId/${kind}/:resourceId/readers`,
    needs: customer.read,
    summary: `Who may read ${words.one}: the number of users of each role, of those whom the caller sees`,
    params: z.strictObject({ customerId: Id, resourceId: Id }),
    reply: z.strictObject({
      visibility: PlacedVisibility,
      /** Whether the caller sees all users; otherwise there may be others. */
      isComplete: z.boolean(),
      /** Those with most users first. */
      roles: z.array(z.strictObject({ name: z.string(), users: z.number() })),
    }),
    problems: ['NOT_FOUND'],
  });
};

/** Who will be able to open a link. */
export const documentReaders = {
  dashboard: readersOfKind('dashboard'),
  home: readersOfKind('home'),
  report: readersOfKind('report'),
} as const;

export const readDocumentLink = route({
  method: 'GET',
  path: `${API}/link/:linkId`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'Where a short link leads, for those who may read the document',
  params: z.strictObject({ linkId: LinkId }),
  reply: LinkedContext.extend({
    kind: z.enum(shownKinds),
    resource: z.number(),
    /** In the multi-client space. */
    isTemplate: z.boolean(),
    /** In the multi-client space the customer whose data is shown, if any. */
    customer: z.number().nullable(),
  }),
  problems: ['NOT_FOUND'],
});
