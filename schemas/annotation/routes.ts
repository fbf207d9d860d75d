import { z } from 'zod';
import { MarkedElements } from '../alerting/element-mark-routes.ts';
import { API, route } from '../route.ts';
import { stated } from '../stated.ts';
import { Annotation, AnnotationDraft, AnnotationFields } from './annotation.ts';

const ofCustomer = { path: `${API}/customers/:customerId/annotation`, scope: 'customer' } as const;
const params = z.strictObject({ customerId: z.coerce.number().int().positive() });
const oneOf = params.extend({ annotation: z.coerce.number().int().positive() });

export const AnnotationList = z.strictObject({
  /** Oldest first: the newest of those that overlap the period. */
  annotations: z.array(Annotation),
  /** Of all that overlap the period. */
  count: z.number(),
});
export type AnnotationList = z.infer<typeof AnnotationList>;

const Period = z
  .strictObject({
    /** Seconds since 1970; `to` is exclusive. */
    from: z.int().min(0),
    to: z.int().max(2 ** 32 - 1),
    /** Elements of a chart: those of its sites and of the customer are included. Without them every annotation. */
    elements: MarkedElements.optional(),
  })
  .refine(({ from, to }) => from < to, { error: 'START_AFTER_END', path: ['from'] });
export type AnnotationPeriod = z.infer<typeof Period>;

/** Users restricted to sites see those of their sites, and none of the customer: its text may name other sites. */
export const listAnnotations = route({
  ...ofCustomer,
  path: `${ofCustomer.path}/list`,
  method: 'POST',
  needs: 'HOME.read',
  summary: 'Annotations that overlap a period, those of some elements or all',
  params,
  body: Period,
  noChange: 'query',
  reply: AnnotationList,
  problems: ['CONTEXT_TOO_LARGE'],
});

export const createAnnotation = route({
  ...ofCustomer,
  method: 'POST',
  needs: 'ALERT.write',
  summary: 'Add an annotation to the charts of a customer',
  params,
  body: AnnotationDraft,
  reply: Annotation,
});

const Change = stated(AnnotationFields)
  .extend({ version: z.int().positive() })
  .refine(({ from, to }) => to === null || to > from, { path: ['to'], error: 'END_BEFORE_START' });

export const updateAnnotation = route({
  ...ofCustomer,
  path: `${ofCustomer.path}/:annotation`,
  method: 'PUT',
  needs: 'ALERT.write',
  summary: 'Update an own annotation; those of others require EXTRA.PRIVATE.write',
  params: oneOf,
  body: Change,
  reply: Annotation,
  problems: ['NOT_FOUND', 'CONFLICT', 'ANNOTATION_OF_OTHER'],
});

export const deleteAnnotation = route({
  ...ofCustomer,
  path: `${ofCustomer.path}/:annotation`,
  method: 'DELETE',
  needs: 'ALERT.write',
  summary: 'Delete an own annotation; those of others require EXTRA.PRIVATE.write',
  params: oneOf,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'ANNOTATION_OF_OTHER'],
});
