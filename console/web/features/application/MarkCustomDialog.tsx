import { ApplicationDraft, type ApplicationEntry } from '#schemas/application/application.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { TextField } from '#web/ui/field/TextField.tsx';
import { applicationTouches } from './application-queries.ts';
import type { OverrideApi } from './override-api.ts';
import { useApplicationTexts } from './texts/en.ts';

interface Props {
  readonly api: OverrideApi;
  readonly application: ApplicationEntry;
  readonly disabledReason: string | undefined;
  readonly onClose: () => void;
}

const NameForm = ApplicationDraft.pick({ name: true });

/** Makes an override an application of the customer. */
export function MarkCustomDialog({ api, application, disabledReason, onClose }: Props) {
  const text = useApplicationTexts();
  const form = useForm<{ readonly name: string }>({
    initial: { name: application.name },
    contract: NameForm,
    fieldByCode: { NAME_TAKEN: 'name' },
    store: (value) => api.markCustom(application, NameForm.parse(value).name),
    done: (value) => text('markedCustom', { name: NameForm.parse(value).name }),
    touches: applicationTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
  return (
    <FormDialog
      title={text('markCustomTitle', { name: application.name })}
      form={form}
      disabledReason={disabledReason}
      action={text('markCustomSave')}
      width={460}
    >
      <p>{text('markCustomHint')}</p>
      <TextField required {...entryOf(form, 'name')} label={text('name')} />
    </FormDialog>
  );
}
