import type { z } from 'zod';
import type { ProblemCode } from '../problem/catalogue.ts';

/** A fault of settings that are valid one by one. */
export interface SettingsFault {
  readonly path: readonly (string | number)[];
  readonly code: ProblemCode;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Reports what a rule returns, for `superRefine`. */
export const reportFaults =
  <Value>(rule: (value: Value) => readonly SettingsFault[]) =>
  (value: Value, context: z.RefinementCtx<Value>): void => {
    for (const { path, code, params } of rule(value))
      context.addIssue({
        code: 'custom',
        path: [...path],
        message: code,
        ...(params && { params: { ...params } }),
      });
  };
