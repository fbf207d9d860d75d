import { z } from 'zod';
import { DocumentFilter } from '../dashboard/document-filter.ts';
import { Line } from '../text/line.ts';
import { isBuiltIn } from './rich-text.ts';

/** How texts name a variable: `{Site}`. */
export const VariableName = Line.min(1, 'REQUIRED')
  .max(60)
  .regex(/^[^{}]*$/, 'INPUT_INVALID')
  .refine((name) => !isBuiltIn(name.toLowerCase()), { error: 'NOT_UNIQUE' });

/**
 * A choice of elements with a name. Dashlets, page multipliers and page filters use it; readers, schedules and exports select its
 * elements. Its id is that of the choice.
 */
export const ReportVariable = z.strictObject({ name: VariableName, choice: DocumentFilter });
export type ReportVariable = z.infer<typeof ReportVariable>;
