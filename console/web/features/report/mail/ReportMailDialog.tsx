import { z } from 'zod';
import type { DocumentContext } from '#schemas/dashboard/document-requests.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import { OutputFormat, outputFormats } from '#schemas/rendering/rendering.ts';
import { reportRuns } from '#schemas/rendering/routes.ts';
import { listReportMails, sendReportMail } from '#schemas/scheduling/report-mail-routes.ts';
import { schedulingVariablesOf } from '#schemas/scheduling/variables.ts';
import { call } from '#web/kernel/api/call.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useReportTexts } from '../texts/en.ts';
import {
  emptyReportMail,
  renderingOrderOf,
  mailOf,
  reportMailFaults,
  type ReportMailForm,
} from './report-mail-draft.ts';
import { SentMails } from './SentMails.tsx';

interface Props {
  readonly report: number;
  readonly name: string;
  readonly customer: number;
  /** What the reader has selected. */
  readonly context: DocumentContext;
  readonly onClose: () => void;
}

/** The form is checked as the mail that it makes. */
const AnyForm = z.looseObject({});
const variables = schedulingVariablesOf({ kind: 'daily' })
  .filter((name) => name !== 'schedule')
  .map((name) => `{{${name}}}`)
  .join(' ');

/** Sends a report with the period and the variables of its reader by mail: the server renders it and sends it, also when the page is closed. */
export function ReportMailDialog({ report, name, customer, context, onClose }: Props) {
  const text = useReportTexts();
  const language = useLanguage();
  const params = { customerId: customer, resourceId: report };
  const form = useForm<ReportMailForm>({
    initial: emptyReportMail,
    contract: AnyForm,
    check: reportMailFaults,
    async store(draft) {
      const { id: runId } = await call(reportRuns.create, {
        params,
        body: renderingOrderOf(draft, context, language),
      });
      await call(sendReportMail, { params: { ...params, runId }, body: mailOf(draft, language) });
    },
    done: () => text('mailQueued'),
    touches: [listReportMails],
    onSaved: onClose,
    onClosed: onClose,
  });
  const { draft, change } = form;
  return (
    <FormDialog
      title={text('mailTitle', { name })}
      form={form}
      disabledReason={useDisabledReason(sendReportMail)}
      action={text('sendMail')}
    >
      <Select
        label={text('mailFormat')}
        options={outputFormats.map((format) => ({ value: format, label: text(`download_${format}`) }))}
        value={draft.format}
        onChange={(format) => change({ format: OutputFormat.catch('pdf').parse(format) })}
      />
      <TextArea
        {...entryOf(form, 'recipients')}
        required
        rows={2}
        label={text('mailRecipients')}
        description={text('mailRecipientsHint')}
      />
      <TextField
        {...entryOf(form, 'subject')}
        required
        label={text('mailSubject')}
        description={text('mailVariables', { names: variables })}
      />
      <TextArea
        {...entryOf(form, 'message')}
        rows={4}
        maxLength={schedulingLimits.messageMax}
        label={text('mailMessage')}
      />
      <SentMails report={report} customer={customer} />
    </FormDialog>
  );
}
