import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import {
  createScheduling,
  listSchedulings,
  readSchedulingChoices,
  updateScheduling,
} from '#schemas/scheduling/routes.ts';
import type { ReportSchedule } from '#schemas/scheduling/scheduling.ts';
import { schedulingVariablesOf } from '#schemas/scheduling/variables.ts';
import { call } from '#web/kernel/api/call.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm, type FormOf } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useSchedulingTexts } from '../texts/en.ts';
import { AttachmentsFields } from './AttachmentFields.tsx';
import { bodyOf, emptyForm, schedulingFormFaults, formOf, type SchedulingForm } from './scheduling-draft.ts';
import { TriggerFields } from './TriggerFields.tsx';

interface Props {
  readonly customerId: number;
  /** Undefined: a new one. */
  readonly scheduling: ReportSchedule | undefined;
  readonly onClose: () => void;
}

/** The form is checked as the body that it makes. */
const AnyForm = z.looseObject({});

function useSchedulingForm({ customerId, scheduling, onClose }: Props) {
  const text = useSchedulingTexts();
  const language = useLanguage();
  return useForm<SchedulingForm>({
    initial: scheduling === undefined ? emptyForm(language) : formOf(scheduling),
    contract: AnyForm,
    check: schedulingFormFaults,
    fieldByCode: { NAME_TAKEN: 'name', TIMEZONE_UNKNOWN: 'trigger' },
    store: (form) =>
      scheduling === undefined
        ? call(createScheduling, { params: { customerId }, body: bodyOf(form) })
        : call(updateScheduling, {
            params: { customerId, schedulingId: scheduling.id },
            body: { ...bodyOf(form), version: scheduling.version },
          }),
    done: ({ name }) => text('wasSaved', { name }),
    touches: [listSchedulings],
    onSaved: onClose,
    onClosed: onClose,
  });
}

const languages = ['en', 'fr'] as const;

function RecipientFields({
  customerId,
  scheduling,
  form,
}: Pick<Props, 'customerId' | 'scheduling'> & { readonly form: FormOf<SchedulingForm> }) {
  const text = useSchedulingTexts();
  const { data } = useQuery(routeQuery(readSchedulingChoices, { params: { customerId } }));
  const { required = [], unsubscribed = [] } = scheduling ?? {};
  return (
    <>
      <TextArea
        {...entryOf(form, 'recipients')}
        required
        rows={2}
        label={text('recipients')}
        description={text('recipientsHint')}
        placeholder={data?.address ?? ''}
      />
      {unsubscribed.length > 0 && (
        <p className="tt-muted">{text('unsubscribedNote', { addresses: unsubscribed.join(', ') })}</p>
      )}
      {data?.setsRequired === true ? (
        <TextArea
          {...entryOf(form, 'required')}
          rows={1}
          label={text('required')}
          description={text('requiredHint')}
        />
      ) : (
        required.length > 0 && (
          <p className="tt-muted">{text('requiredNote', { addresses: required.join(', ') })}</p>
        )
      )}
    </>
  );
}

function MailFields(
  props: Pick<Props, 'customerId' | 'scheduling'> & { readonly form: FormOf<SchedulingForm> },
) {
  const { form } = props;
  const text = useSchedulingTexts();
  const names = schedulingVariablesOf({ kind: form.draft.trigger.kind }).map((name) => `{{${name}}}`);
  return (
    <fieldset className="tt-form-group">
      <legend>{text('mail')}</legend>
      <RecipientFields {...props} />
      <TextField
        {...entryOf(form, 'subject')}
        required
        label={text('subject')}
        description={text('variablesHint', { names: names.join(' ') })}
      />
      <TextArea
        {...entryOf(form, 'message')}
        rows={4}
        maxLength={schedulingLimits.messageMax}
        label={text('message')}
      />
      <Select
        label={text('language')}
        options={languages.map((language) => ({ value: language, label: text(`language-${language}`) }))}
        value={form.draft.language}
        onChange={(language) => form.change({ language: language === 'fr' ? 'fr' : 'en' })}
      />
    </fieldset>
  );
}

/** Creates or updates a schedule. */
export function SchedulingFormDialog(props: Props) {
  const { customerId, scheduling } = props;
  const text = useSchedulingTexts();
  const session = useSession();
  const form = useSchedulingForm(props);
  const { draft, change } = form;
  const owner = scheduling?.owner;
  const isOthers = owner !== undefined && owner !== null && owner.id !== session.user.id;
  return (
    <FormDialog
      title={scheduling === undefined ? text('createTitle') : text('editTitle', { name: scheduling.name })}
      form={form}
      width={760}
      disabledReason={useDisabledReason(createScheduling)}
      action={text(scheduling === undefined ? 'create' : 'save')}
    >
      {isOthers && <Banner tone="info">{text('becomesOwner', { owner: owner.name })}</Banner>}
      <TextField {...entryOf(form, 'name')} required label={text('name')} />
      <TriggerFields
        customerId={customerId}
        draft={draft}
        error={form.errorOf('trigger') ?? form.errorOf('timeZone')}
        onChange={change}
      />
      <AttachmentsFields
        customerId={customerId}
        draft={draft}
        error={form.errorOf('attachments')}
        onChange={change}
      />
      <MailFields customerId={customerId} scheduling={scheduling} form={form} />
      <Checkbox label={text('enabled')} checked={draft.enabled} onChange={(enabled) => change({ enabled })} />
    </FormDialog>
  );
}
