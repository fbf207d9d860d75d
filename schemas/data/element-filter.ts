import { z } from 'zod';
import { dataLimits } from '../limit/data.ts';

/** Kinds of elements that a filter selects. */
export const filteredKinds = [
  ...(['site', 'device', 'interface', 'class', 'probe', 'tunnel', 'sensor', 'peer', 'collector'] as const),
  ...(['application', 'area', 'cluster'] as const),
] as const;
export type FilteredKind = (typeof filteredKinds)[number];

export const predicateOperators = [
  ...(['contains', 'equals', 'exists', 'notcontains', 'notequals', 'notexists'] as const),
] as const;
export type PredicateOperator = (typeof predicateOperators)[number];

const needsNoValue = (operator: PredicateOperator): boolean =>
  operator === 'exists' || operator === 'notexists';

/** A condition on a property of an element: letter case and accents do not matter. */
export const Predicate = z
  .strictObject({
    /** Name of a property: `name`, `city`, `country`, `vendor`, `model`, `address`, `alias`, or one that the source describes. */
    property: z.string().trim().min(1, 'REQUIRED').max(64),
    operator: z.enum(predicateOperators),
    /** Alternatives; none for `exists` and `notexists`. */
    values: z.array(z.string().max(200)).max(dataLimits.maxValues).default([]),
  })
  .refine(({ operator, values }) => needsNoValue(operator) || values.length > 0, {
    error: 'REQUIRED',
    path: ['values'],
  });
export type Predicate = z.infer<typeof Predicate>;

/** Selects elements: those that are named if any are, and that satisfy all predicates. */
export const ElementFilter = z.strictObject({
  element: z.enum(filteredKinds),
  /** Ends of a probe: where it is configured, or what responds to it. Probes only. */
  relation: z.enum(['probe', 'responder']).optional(),
  ids: z.array(z.int().nonnegative()).max(dataLimits.maxValues).optional(),
  predicates: z.array(Predicate).max(20).default([]),
  onlyActive: z.boolean().default(false),
});
export type ElementFilter = z.infer<typeof ElementFilter>;

/** For comparisons that ignore letter case and accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Whether an element with this value of the property satisfies a predicate. An empty text is no value. */
export function satisfies({ operator, values }: Predicate, value: string | undefined): boolean {
  const own = plain(value ?? '');
  const has = own !== '';
  switch (operator) {
    case 'exists':
      return has;
    case 'notexists':
      return !has;
    case 'contains':
      return has && values.some((each) => own.includes(plain(each)));
    case 'equals':
      return has && values.some((each) => own === plain(each));
    case 'notcontains':
      return !values.some((each) => own.includes(plain(each)));
    case 'notequals':
      return !values.some((each) => own === plain(each));
  }
}
