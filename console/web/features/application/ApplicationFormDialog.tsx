import type { ApplicationEntry } from '#schemas/application/application.ts';
import { attributeKinds } from '#schemas/application/import.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm, type FormOf } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { VisibilityField } from '#web/kernel/resource/VisibilityField.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import {
  ApplicationFormContract,
  attributeExamples,
  attributeFaults,
  emptyApplication,
  toApplicationForm,
  parsedDraft,
  type ApplicationForm,
} from './application-draft.ts';
import type { ApplicationApi } from './application-api.ts';
import { applicationTouches } from './application-queries.ts';
import { DraftTraffic } from './DraftTraffic.tsx';
import { useApplicationTexts } from './texts/en.ts';

interface Props {
  readonly api: ApplicationApi;
  /** Undefined for a new one. */
  readonly application: ApplicationEntry | undefined;
  /** What a new one starts with. */
  readonly given?: Partial<ApplicationForm>;
  readonly onClose: () => void;
}

function AttributeFields({ form }: { readonly form: FormOf<ApplicationForm> }) {
  const text = useApplicationTexts();
  return (
    <fieldset className="tt-form-group">
      <legend>{text('recognised')}</legend>
      <p className="tt-muted tt-caption">{text('attributesHint')}</p>
      <div className="tt-application-attributes">
        {attributeKinds.map((kind) => (
          <TextArea
            key={kind}
            rows={2}
            {...entryOf(form, kind)}
            label={text(kind)}
            placeholder={attributeExamples[kind]}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Creates or edits a custom application. */
export function ApplicationFormDialog({ api, application, given, onClose }: Props) {
  const text = useApplicationTexts();
  const form = useForm<ApplicationForm>({
    initial: application === undefined ? { ...emptyApplication, ...given } : toApplicationForm(application),
    contract: ApplicationFormContract,
    check: attributeFaults,
    fieldByCode: { NAME_TAKEN: 'name' },
    store(value) {
      const draft = parsedDraft(value);
      return application === undefined ? api.add(draft) : api.change(application, draft);
    },
    done: (value) => text('saved', { name: parsedDraft(value).name }),
    touches: applicationTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
  return (
    <FormDialog
      title={application === undefined ? text('newTitle') : text('editTitle', { name: application.name })}
      form={form}
      disabledReason={useDisabledReason(api.writing)}
      action={text(application === undefined ? 'create' : 'save')}
      width={720}
    >
      <div className="tt-form-pair">
        <TextField required {...entryOf(form, 'name')} label={text('name')} />
        <TextField {...entryOf(form, 'category')} label={text('category')} />
      </div>
      <TextField {...entryOf(form, 'description')} label={text('description')} />
      <AttributeFields form={form} />
      {api.customerId !== undefined && (
        <VisibilityField
          kind="application"
          customerId={api.customerId}
          owner={application?.owner}
          value={form.draft.visibility}
          onChange={(visibility) => form.change({ visibility })}
        />
      )}
      <DraftTraffic api={api} draft={form.draft} />
      <p className="tt-muted tt-caption">{text('activation')}</p>
    </FormDialog>
  );
}
