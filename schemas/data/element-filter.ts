import { z } from 'zod';
import { dataLimits } from '../limit/data.ts';
import { foldForSearch } from '../search/fold.ts';

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
    /** Name of a property: `name`, `city`, `country`, `latitude`, `longitude`, `vendor`, `model`, `address`, `alias`, or one that the source describes. */
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
  /**
   * Ends of a probe: where it is configured, or what responds to it. Predicates are about the device at that end, as far as it is
   * known, and other elements are selected at its place. Probes only.
   */
  relation: z.enum(['probe', 'responder']).optional(),
  ids: z.array(z.int().nonnegative()).max(dataLimits.maxValues).optional(),
  predicates: z.array(Predicate).max(20).default([]),
  onlyActive: z.boolean().default(false),
});
export type ElementFilter = z.infer<typeof ElementFilter>;

/** Returns the test of a predicate for folded values of its property (`foldForSearch`). An empty text is no value. */
export function predicateTest({ operator, values }: Predicate): (folded: string) => boolean {
  const desired = values.map(foldForSearch);
  const contains = (value: string): boolean => desired.some((each) => value.includes(each));
  const equals = (value: string): boolean => desired.includes(value);
  const tests: Readonly<Record<PredicateOperator, (value: string) => boolean>> = {
    exists: (value) => value !== '',
    notexists: (value) => value === '',
    contains: (value) => value !== '' && contains(value),
    equals: (value) => value !== '' && equals(value),
    notcontains: (value) => !contains(value),
    notequals: (value) => !equals(value),
  };
  return tests[operator];
}
