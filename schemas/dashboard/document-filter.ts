import { z } from 'zod';
import { filteredKinds, Predicate } from '../data/element-filter.ts';
import { dataLimits } from '../limit/data.ts';
import { whenValid } from '../problem/when-valid.ts';
import { documentText } from './document-text.ts';

const MAX_PREDICATES = 20;

/** What a filter selects when a document opens. */
const FilterDefault = z
  .discriminatedUnion('strategy', [
    z.strictObject({ strategy: z.literal('all') }),
    /** The first element by label. */
    z.strictObject({ strategy: z.literal('first') }),
    z.strictObject({
      strategy: z.literal('selection'),
      ids: z.array(z.int().nonnegative()).min(1, 'REQUIRED').max(dataLimits.maxValues),
    }),
    /** Every element that satisfies these predicates as well. */
    z.strictObject({
      strategy: z.literal('predicates'),
      predicates: z.array(Predicate).min(1, 'REQUIRED').max(MAX_PREDICATES),
    }),
  ])
  .default({ strategy: 'all' });

const [mandatory, byDefault] = [z.boolean().default(false), FilterDefault];

/** A choice of elements that applies to every dashlet of a document. */
export const DocumentFilter = z
  .strictObject({
    /** Unique in the document; the name of its selection in the context. */
    id: z.string().regex(/^[\w-]{1,40}$/, 'KEY_INVALID'),
    element: z.enum(filteredKinds),
    /** Ends of a probe; probes only. */
    relation: z.enum(['probe', 'responder']).optional(),
    /** Empty: name of the kind of element. */
    title: documentText(),
    /** How elements are called in the list: `{name}, {city}`. Empty: their name. */
    label: documentText(200).refine((text) => /^(?:[^{}]|\{[\w.-]+\})*$/.test(text), 'INPUT_INVALID'),
    /** Limits the elements to choose from. */
    predicates: z.array(Predicate).max(MAX_PREDICATES).default([]),
    onlyActive: z.boolean().default(false),
    /** Something must be selected: *All* is not offered. */
    mandatory,
    default: byDefault,
  })
  .refine(({ mandatory: isMandatory, default: { strategy } }) => !isMandatory || strategy !== 'all', {
    error: 'FILTER_MANDATORY_ALL',
    path: ['default', 'strategy'],
    ...whenValid({ mandatory, default: byDefault }),
  })
  .refine(({ element, relation }) => relation === undefined || element === 'probe', {
    error: 'INPUT_INVALID',
    path: ['relation'],
  });
export type DocumentFilter = z.infer<typeof DocumentFilter>;
