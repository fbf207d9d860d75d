import type { DocumentContext } from '#schemas/dashboard/document-requests.ts';
import type { OutputFormat } from '#schemas/rendering/rendering.ts';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import { ReportMailOrder } from '#schemas/scheduling/report-mail-routes.ts';
import { addressesOf } from '#schemas/scheduling/recipients.ts';
import { schedulingTextFaults } from '#schemas/scheduling/variables.ts';
import { languageOf } from '#schemas/time/locale.ts';
import type { Language } from '#web/lib/text.ts';

/** A mail with a report as it is typed. */
export type ReportMailForm = {
  readonly format: OutputFormat;
  readonly recipients: string;
  readonly subject: string;
  readonly message: string;
};

export const emptyReportMail: ReportMailForm = {
  format: 'pdf',
  recipients: '',
  subject: '{{report}} – {{period}}',
  message: '',
};

const contentOf = ({ recipients, subject, message }: ReportMailForm, language: Language) => ({
  recipients: addressesOf(recipients),
  language: languageOf(language) === 'fr' ? ('fr' as const) : ('en' as const),
  subject,
  message,
});

/** The mail of a valid form. */
export const mailOf = (form: ReportMailForm, language: Language): ReportMailOrder =>
  ReportMailOrder.parse(contentOf(form, language));

/** The file of a form, as its reader has selected it. */
export const renderingOrderOf = (
  { format }: ReportMailForm,
  { period, timeZone, selection = {} }: DocumentContext,
  language: Language,
) => ({
  format,
  from: period.from,
  to: period.to,
  timeZone,
  language: languageOf(language),
  variables: Object.fromEntries(Object.entries(selection).map(([id, ids]) => [id, [...ids]])),
});

/** What is wrong with a form, by the names of its inputs. */
export function reportMailFaults(form: ReportMailForm, language: Language) {
  const parsed = parseInput(ReportMailOrder, contentOf(form, language));
  const faults = [...(parsed.ok ? [] : parsed.faults), ...schedulingTextFaults(form, { kind: 'daily' })];
  return faults.map((fault) => {
    const shown = inputFaultOf(fault, language === 'fr' ? 'fr' : 'en');
    return { ...shown, path: shown.path.split('.', 1)[0] ?? '' };
  });
}
