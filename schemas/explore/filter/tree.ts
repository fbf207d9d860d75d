import type { FilterOperator } from '../field-type.ts';
import type { FieldId } from '../fields.ts';

/** A value as it is written, without quotes, and where. */
export interface WrittenValue {
  readonly text: string;
  readonly at: number;
}

/** A comparison of a field with one value, or with each of a list. */
export interface FilterTest {
  readonly is: 'test';
  readonly field: FieldId;
  readonly operator: FilterOperator;
  readonly values: readonly WrittenValue[];
}

/** A filter of flows as a tree; `and` and `or` have at least two parts. */
export type FilterTree =
  | FilterTest
  | { readonly is: 'and' | 'or'; readonly parts: readonly FilterTree[] }
  | { readonly is: 'not'; readonly of: FilterTree };

/** The tests of a filter in the order in which they are written. */
export function testsOf(tree: FilterTree): readonly FilterTest[] {
  if (tree.is === 'test') return [tree];
  return tree.is === 'not' ? testsOf(tree.of) : tree.parts.flatMap(testsOf);
}
