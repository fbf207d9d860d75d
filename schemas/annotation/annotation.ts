import { z } from 'zod';
import { annotationLimits } from '../limit/annotation.ts';
import { whenValid } from '../problem/when-valid.ts';

/** Seconds since 1970. */
const Seconds = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);

const fields = {
  from: Seconds,
  /** End of a period; null: a moment. */
  to: Seconds.nullable().default(null),
  text: z.string().trim().min(1, { error: 'REQUIRED' }).max(annotationLimits.maxTextLength),
  /** Id of a site, a device, an interface or another element; null: the customer. */
  element: z.int().positive().nullable().default(null),
};

/** What a user notes at a time or over a period, about a customer or one of its elements. */
export const AnnotationFields = z.strictObject(fields);

const endsAfterStart = ({ from, to }: Pick<z.infer<typeof AnnotationFields>, 'from' | 'to'>): boolean =>
  to === null || to > from;
const order = { path: ['to'], error: 'END_BEFORE_START', ...whenValid({ from: fields.from, to: fields.to }) };

export const AnnotationDraft = AnnotationFields.refine(endsAfterStart, order);
export type AnnotationDraft = z.infer<typeof AnnotationDraft>;

export const Annotation = z.strictObject({
  id: z.number(),
  from: z.number(),
  to: z.number().nullable(),
  text: z.string(),
  element: z.number().nullable(),
  /** Empty for the customer, and for an element that does not exist any more. */
  elementName: z.string(),
  /** Display name of its author. */
  author: z.string(),
  /** Milliseconds since 1970. */
  updatedAt: z.number(),
  version: z.number(),
  /** Whether the caller may change and delete it. */
  isEditable: z.boolean(),
});
export type Annotation = z.infer<typeof Annotation>;
