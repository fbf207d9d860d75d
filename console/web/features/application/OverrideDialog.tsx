import type { ApplicationEntry } from '#schemas/application/application.ts';
import { attributeKinds } from '#schemas/application/import.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import {
  ApplicationFormContract,
  attributeExamples,
  attributeFaults,
  parsedDraft,
  toApplicationForm,
  type ApplicationForm,
} from './application-draft.ts';
import { customerApplicationApi } from './application-api.ts';
import { applicationTouches } from './application-queries.ts';
import { DraftTraffic } from './DraftTraffic.tsx';
import type { OverrideApi } from './override-api.ts';
import { providedOf } from './provided-values.ts';
import { ProvidedRow } from './ProvidedRow.tsx';
import { useApplicationTexts } from './texts/en.ts';

interface Props {
  readonly api: OverrideApi;
  readonly application: ApplicationEntry;
  readonly disabledReason: string | undefined;
  readonly onClose: () => void;
}

type OverrideForm = ApplicationForm & { readonly active: boolean };

function useOverrideForm({ api, application, onClose }: Props) {
  const text = useApplicationTexts();
  return useForm<OverrideForm>({
    initial: { ...toApplicationForm(application), active: application.status.active },
    contract: ApplicationFormContract,
    check: attributeFaults,
    store(value) {
      const { description, category, attributes } = parsedDraft(value);
      return api.store(application, { description, category, attributes, active: value.active });
    },
    done: () => text('overridden', { name: application.name }),
    touches: applicationTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
}

/** Defines an application of the provider differently for a customer, next to the definition of the provider. */
export function OverrideDialog(props: Props) {
  const { application, disabledReason } = props;
  const text = useApplicationTexts();
  const resource = useResourceTexts();
  const form = useOverrideForm(props);
  const { active, category, description, attributes } = providedOf(application);
  return (
    <FormDialog
      title={text('overrideTitle', { name: application.name })}
      form={form}
      disabledReason={disabledReason}
      action={text('overrideSave')}
      width={760}
    >
      <p className="tt-muted">{text('overrideHint')}</p>
      <div className="tt-application-provided" data-head>
        <span>{text('effective')}</span>
        <span>{text('provided')}</span>
      </div>
      <ProvidedRow provided={resource(active ? 'active' : 'inactive')}>
        <Switch
          label={text('overrideActive')}
          description={text('overrideActiveHint')}
          checked={form.draft.active}
          onChange={(value) => form.change({ active: value })}
        />
      </ProvidedRow>
      <ProvidedRow provided={category}>
        <TextField {...entryOf(form, 'category')} label={text('category')} />
      </ProvidedRow>
      <ProvidedRow provided={description}>
        <TextField {...entryOf(form, 'description')} label={text('description')} />
      </ProvidedRow>
      <p className="tt-muted tt-caption">{text('attributesHint')}</p>
      {attributeKinds.map((kind) => (
        <ProvidedRow key={kind} provided={attributes[kind].join('\n')}>
          <TextArea
            rows={2}
            {...entryOf(form, kind)}
            label={text(kind)}
            placeholder={attributeExamples[kind]}
          />
        </ProvidedRow>
      ))}
      <DraftTraffic api={customerApplicationApi(props.api.customerId)} draft={form.draft} />
      <p className="tt-muted tt-caption">{text('activation')}</p>
    </FormDialog>
  );
}
