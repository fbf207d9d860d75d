import { z } from 'zod';
import { isOpen } from '../dashboard/document-requests.ts';
import { dataLimits } from '../limit/data.ts';
import { languages } from '../time/locale.ts';
import { TimeZone } from '../time/time-zone.ts';
import type { ReportDocument } from './document.ts';
import { ReportKey } from './item.ts';
import { reportFormats } from './page-size.ts';
import { ReportPeriod } from './period.ts';

/** What a schedule or an export sets for a report; absent parts are those of the report, or of its reader. */
export const ReportParameters = z.strictObject({
  period: ReportPeriod.optional(),
  timeZone: TimeZone.optional(),
  language: z.enum(languages).optional(),
  format: z.enum(reportFormats).optional(),
  /** Ids of elements by the id of a variable; none: all. */
  variables: z.record(ReportKey, z.array(z.int().nonnegative()).max(dataLimits.maxValues)).default({}),
});
export type ReportParameters = z.infer<typeof ReportParameters>;

interface VariableFault {
  readonly variable: string;
  /** `unknown`: the report has no such variable. `empty`: it is mandatory, and nothing is selected. */
  readonly fault: 'unknown' | 'empty';
}

/** Variables whose parameters do not fit a report: it has changed since they were set. */
export function variableFaults(
  { variables }: Pick<ReportDocument, 'variables'>,
  { variables: given }: Pick<ReportParameters, 'variables'>,
): readonly VariableFault[] {
  const known = new Set(variables.map(({ choice }) => choice.id));
  return [
    ...Object.keys(given)
      .filter((id) => !known.has(id))
      .map((variable) => ({ variable, fault: 'unknown' as const })),
    ...variables
      .filter(({ choice }) => choice.mandatory && isOpen(choice, given[choice.id] ?? []))
      .filter(({ choice }) => given[choice.id] !== undefined)
      .map(({ choice }) => ({ variable: choice.id, fault: 'empty' as const })),
  ];
}
