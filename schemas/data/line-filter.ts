import { z } from 'zod';
import { groupAttributes } from './key-attribute.ts';

export const valueOperators = ['>', '>=', '<', '<=', '=', '!='] as const;

/** Rows of those that have this value in a column. */
export const ValueFilter = z.strictObject({ operator: z.enum(valueOperators), value: z.number() });
export type ValueFilter = z.infer<typeof ValueFilter>;

/** A filter of the rows of a table: by the value of a series, or by a text in the name of a key. */
export const LineFilter = z.union([
  ValueFilter.extend({ series: z.int().min(0) }),
  z.strictObject({
    key: z.enum(groupAttributes),
    /** Letter case and accents do not matter. */
    contains: z.string().trim().min(1, 'REQUIRED').max(200),
  }),
]);
export type LineFilter = z.infer<typeof LineFilter>;

/** Whether a value passes the filter of its column. A missing value passes none. */
export function passesFilter(filter: ValueFilter, value: number | null): boolean {
  if (value === null) return false;
  switch (filter.operator) {
    case '>':
      return value > filter.value;
    case '>=':
      return value >= filter.value;
    case '<':
      return value < filter.value;
    case '<=':
      return value <= filter.value;
    case '=':
      return value === filter.value;
    case '!=':
      return value !== filter.value;
  }
}
