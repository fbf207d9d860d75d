import type { QosModel } from '#schemas/qos/model.ts';
import type { QosClass } from '#schemas/qos/qos-class.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm, type FormOf } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { ColourField } from './ColourField.tsx';
import type { QosApi } from './qos-api.ts';
import {
  emptyQosForm,
  modelFaults,
  parsedQosForm,
  QosFormContract,
  toQosForm,
  type QosForm,
} from './qos-draft.ts';
import { qosTouches } from './qos-queries.ts';
import { isOwn } from './qos-space.ts';
import { useQosTexts } from './texts/en.ts';

interface Props {
  readonly api: QosApi;
  readonly model: QosModel;
  /** The class to edit, one of the provider to replace for a customer, or undefined for a new one. */
  readonly of: QosClass | undefined;
  readonly onClose: () => void;
}

function RuleFields({ form }: { readonly form: FormOf<QosForm> }) {
  const text = useQosTexts();
  return (
    <fieldset className="tt-form-group">
      <legend>{text('rules')}</legend>
      <p className="tt-muted tt-caption">{text('rulesHint')}</p>
      <div className="tt-qos-lists">
        <TextArea
          rows={3}
          {...entryOf(form, 'dscp')}
          label={text('dscp')}
          description={text('dscpHint')}
          placeholder="EF, AF41, CS3, 10"
        />
        <TextArea
          rows={3}
          {...entryOf(form, 'classMaps')}
          label={text('classMaps')}
          description={text('classMapsHint')}
          placeholder={'VOICE*\nCisco: CM-VOICE'}
        />
        <TextArea
          rows={3}
          {...entryOf(form, 'queues')}
          label={text('queues')}
          description={text('queuesHint')}
          placeholder="queue0"
        />
      </div>
    </fieldset>
  );
}

/** Creates or edits a class of service, or replaces one of the provider for a customer. */
export function ClassFormDialog({ api, model, of, onClose }: Props) {
  const text = useQosTexts();
  const edited = of !== undefined && isOwn(api, of) ? of : undefined;
  const others = model.classes.filter((one) => isOwn(api, one) && one.id !== edited?.id);
  const form = useForm<QosForm>({
    initial: of === undefined ? emptyQosForm : toQosForm(of),
    contract: QosFormContract,
    check: (draft, language) => modelFaults(draft, others, language),
    fieldByCode: { NAME_TAKEN: 'name' },
    store(value) {
      const draft = parsedQosForm(value);
      return edited === undefined
        ? api.create(draft, model.version)
        : api.update(edited.id, draft, model.version);
    },
    done: (value) => text('saved', { name: parsedQosForm(value).name }),
    touches: qosTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
  const titleOf = (one: QosClass) =>
    text(edited === undefined ? 'replaceTitle' : 'editTitle', { name: one.name });
  return (
    <FormDialog
      title={of === undefined ? text('newTitle') : titleOf(of)}
      form={form}
      disabledReason={useDisabledReason(api.writing)}
      action={text(edited === undefined ? 'create' : 'save')}
      width={760}
    >
      {of !== undefined && edited === undefined && <p className="tt-muted">{text('replaceHint')}</p>}
      <div className="tt-form-pair">
        <TextField required {...entryOf(form, 'name')} label={text('name')} />
        <NumberField
          id="share"
          label={text('share')}
          unit="%"
          value={form.draft.share}
          error={form.errorOf('share')}
          onChange={(share) => form.change({ share })}
        />
      </div>
      <TextField {...entryOf(form, 'description')} label={text('description')} />
      <ColourField value={form.draft.colour} onChange={(colour) => form.change({ colour })} />
      <RuleFields form={form} />
    </FormDialog>
  );
}
