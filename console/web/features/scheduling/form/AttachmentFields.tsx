import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { documentData } from '#schemas/dashboard/document-data-routes.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { outputFormats } from '#schemas/rendering/rendering.ts';
import type { ReportDocument } from '#schemas/report/document.ts';
import { elementsOfVariable } from '#schemas/report/resolve.ts';
import { customerReports } from '#schemas/report/routes.ts';
import type { ReportVariable } from '#schemas/report/variable.ts';
import { isDashletItem } from '#schemas/report/views.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { useSchedulingTexts } from '../texts/en.ts';
import { firstPeriod, nameOfPeriod, periodOfName, periodOptions } from './report-period.ts';
import type { AttachmentForm } from './scheduling-draft.ts';
import type { PartProps } from './TriggerFields.tsx';

interface AttachmentProps {
  readonly customerId: number;
  readonly attachment: AttachmentForm;
  readonly onChange: (part: Partial<AttachmentForm>) => void;
  readonly onRemove: () => void;
}

/** Elements that a variable offers in the form; typing finds no others. */
const MAX_OFFERED = 1_000;

/** The elements of a variable: none selected stands for all. */
function VariableField({
  customerId,
  attachment,
  variable: { name, choice },
  onChange,
}: Omit<AttachmentProps, 'onRemove'> & { readonly variable: ReportVariable }) {
  const text = useSchedulingTexts();
  const { report = 0, variables } = attachment;
  const body = elementsOfVariable(choice, { selection: undefined, within: [], count: MAX_OFFERED });
  const { data } = useQuery(
    routeQuery(documentData.report.elements, { params: { customerId, resourceId: report }, body }),
  );
  return (
    <MultiSelect
      label={name}
      placeholder={text('allElements')}
      nothingFound={text('nothingFound')}
      required={choice.mandatory}
      options={data?.elements.map(({ id, label }) => ({ value: String(id), label })) ?? []}
      values={(variables[choice.id] ?? []).map(String)}
      onChange={(ids) => {
        const { [choice.id]: _former, ...others } = variables;
        onChange({ variables: ids.length === 0 ? others : { ...others, [choice.id]: ids.map(Number) } });
      }}
    />
  );
}

/** Dashlets of a report by what they are called. */
function dashletOptions({ pages }: ReportDocument, untitled: (id: string) => string) {
  return pages.flatMap(({ items }) =>
    items.filter(isDashletItem).map(({ id, content }) => ({
      value: id,
      label: content.title === '' ? untitled(id) : content.title,
    })),
  );
}

function ReportFields(props: Omit<AttachmentProps, 'onRemove'> & { readonly document: ReportDocument }) {
  const { document, attachment, onChange } = props;
  const text = useSchedulingTexts();
  return (
    <>
      {document.variables.map((variable) => (
        <VariableField key={variable.choice.id} {...props} variable={variable} />
      ))}
      {attachment.format === 'csv' && (
        <MultiSelect
          label={text('dashlets')}
          placeholder={text('allDashlets')}
          nothingFound={text('nothingFound')}
          options={dashletOptions(document, (id) => text('untitled', { id }))}
          values={attachment.dashlets}
          onChange={(dashlets) => onChange({ dashlets })}
        />
      )}
    </>
  );
}

/** The reports to choose from, with the stored one where the user may not read it. */
function useReportOptions({ customerId, attachment }: Pick<AttachmentProps, 'customerId' | 'attachment'>) {
  const text = useSchedulingTexts();
  const { report, name } = attachment;
  const { data } = useQuery(routeQuery(customerReports.list, { params: { customerId } }));
  const known = data?.documents.map((one) => ({ value: String(one.id), label: one.name })) ?? [];
  if (report === undefined) return { value: null, options: known, label: text('report') };
  const value = String(report);
  const stored = { value, label: name ?? text('hiddenReport') };
  const found = known.find((option) => option.value === value);
  return { value, options: found === undefined ? [...known, stored] : known, label: (found ?? stored).label };
}

/** The document of the chosen report; undefined: none is chosen, or the user may not read it. */
function useChosenDocument({
  customerId,
  attachment: { report },
}: Pick<AttachmentProps, 'customerId' | 'attachment'>): ReportDocument | undefined {
  const { data } = useQuery({
    ...routeQuery(customerReports.read, { params: { customerId, resourceId: report ?? 0 } }),
    enabled: report !== undefined,
  });
  return data?.document;
}

function AttachmentFields(props: AttachmentProps) {
  const { attachment, onChange, onRemove } = props;
  const text = useSchedulingTexts();
  const { format, period } = attachment;
  const { value, options, label } = useReportOptions(props);
  const document = useChosenDocument(props);
  return (
    <li className="tt-attachment">
      <Select
        searchable
        label={text('report')}
        options={options}
        value={value}
        nothingFound={text('noReports')}
        onChange={(id) => onChange({ report: Number(id), variables: {}, dashlets: [] })}
      />
      <div className="tt-form-pair">
        <Select
          label={text('format')}
          options={outputFormats.map((one) => ({ value: one, label: one.toUpperCase() }))}
          value={format}
          onChange={(value) => onChange({ format: outputFormats.find((one) => one === value) ?? 'pdf' })}
        />
        <Select
          label={text('period')}
          options={periodOptions(period, text)}
          value={nameOfPeriod(period)}
          onChange={(value) => onChange({ period: periodOfName(value) ?? period })}
        />
      </div>
      {document !== undefined && <ReportFields {...props} document={document} />}
      <Button icon={<IconTrash size={15} />} onClick={onRemove}>
        {text('removeReport', { name: label })}
      </Button>
    </li>
  );
}

/** The reports of a schedule. */
export function AttachmentsFields({ customerId, draft, error, onChange }: PartProps) {
  const text = useSchedulingTexts();
  const language = useLanguage();
  const { attachments, trigger } = draft;
  const key = 1 + Math.max(-1, ...attachments.map((one) => one.key));
  const fresh: AttachmentForm = {
    key,
    report: undefined,
    name: null,
    format: 'pdf',
    period: firstPeriod,
    variables: {},
    dashlets: [],
  };
  const isFull = attachments.length >= schedulingLimits.maxAttachments;
  return (
    <fieldset className="tt-form-group" id="attachments">
      <legend>{text('what')}</legend>
      {attachments.length === 0 && trigger.kind !== 'alarm' && (
        <Banner tone="warning">{warningText('SCHEDULING_WITHOUT_REPORT', language)}</Banner>
      )}
      <ul className="tt-run-lines">
        {attachments.map((attachment) => (
          <AttachmentFields
            key={attachment.key}
            customerId={customerId}
            attachment={attachment}
            onChange={(part) =>
              onChange({
                attachments: attachments.map((one) => (one === attachment ? { ...one, ...part } : one)),
              })
            }
            onRemove={() => onChange({ attachments: attachments.filter((one) => one !== attachment) })}
          />
        ))}
      </ul>
      {error !== undefined && <p className="tt-field-fault">{error}</p>}
      {!isFull && (
        <Button
          icon={<IconPlus size={15} />}
          onClick={() => onChange({ attachments: [...attachments, fresh] })}
        >
          {text('addReport')}
        </Button>
      )}
    </fieldset>
  );
}
