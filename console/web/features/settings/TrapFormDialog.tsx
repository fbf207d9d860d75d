import { addTrapReceiver, saveTrapReceiver, testTrapReceiver } from '#schemas/settings/snmp/routes.ts';
import type { ListedTrapReceiver } from '#schemas/settings/snmp/routes.ts';
import { TrapReceiverDraft } from '#schemas/settings/snmp/trap-receiver.ts';
import { call } from '#web/kernel/api/call.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm, type FormOf } from '#web/kernel/form/use-form.ts';
import { useRefusal } from '#web/kernel/permission/use-permission.ts';
import { NumberField } from '#web/ui/NumberField.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { TestDelivery } from './TestDelivery.tsx';
import { useSaved } from './use-saved.ts';
import { useSettingsTexts } from './use-settings-texts.ts';
import { AccessFields } from './AccessFields.tsx';
import { emptyReceiver, receiverDraftOf } from './trap-draft.ts';

interface Props {
  /** Undefined: a new one. */
  readonly receiver: ListedTrapReceiver | undefined;
  readonly engines: readonly string[];
  readonly onClose: () => void;
}

const fieldOf = { NOT_UNIQUE: 'name', TRAP_SECRET_UNKNOWN: 'access' } as const;
const nested = ['access'];

function useReceiverForm({ receiver, onClose }: Props) {
  const saved = useSaved('traps');
  return useForm<TrapReceiverDraft, void>({
    initial: receiver === undefined ? emptyReceiver : receiverDraftOf(receiver),
    contract: TrapReceiverDraft,
    nested,
    fieldOf,
    async store(draft) {
      if (receiver === undefined) await call(addTrapReceiver, { body: draft });
      else await call(saveTrapReceiver, { params: { id: receiver.id }, body: draft });
      await saved(draft.name);
    },
    onSaved: onClose,
    onClosed: onClose,
  });
}

function PlaceFields({ form }: { readonly form: FormOf<TrapReceiverDraft> }) {
  const text = useSettingsTexts();
  const { draft, change } = form;
  const field = (name: 'name' | 'host') => ({
    id: name,
    label: text(name),
    value: draft[name],
    error: form.errorOf(name),
    autoComplete: 'off',
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <>
      <TextField required {...field('name')} />
      <div className="tt-host-row">
        <TextField required {...field('host')} />
        <NumberField
          plain
          id="port"
          label={text('port')}
          value={Number.isNaN(draft.port) ? null : draft.port}
          error={form.errorOf('port')}
          onChange={(port) => change({ port: port ?? Number.NaN })}
        />
      </div>
    </>
  );
}

/** Adds or changes a receiver of traps. */
export function TrapFormDialog(props: Props) {
  const { receiver, engines } = props;
  const text = useSettingsTexts();
  const refusal = useRefusal(addTrapReceiver);
  const form = useReceiverForm(props);
  const { draft, change } = form;
  const id = receiver === undefined ? {} : { id: receiver.id };
  const test = () =>
    form.check() ? call(testTrapReceiver, { body: { receiver: draft, ...id } }) : undefined;
  return (
    <FormDialog
      title={receiver === undefined ? text('newReceiver') : text('editOf', { name: receiver.name })}
      form={form}
      refusal={refusal}
      action={text(receiver === undefined ? 'create' : 'save')}
    >
      <PlaceFields form={form} />
      <AccessFields form={form} stored={receiver?.access} engines={engines} />
      <div className="tt-form-pair">
        <Switch
          label={text('isEnabled')}
          description={text('isEnabledHint')}
          checked={draft.enabled}
          onChange={(enabled) => change({ enabled })}
        />
        <Switch
          label={text('inform')}
          description={text('informHint')}
          checked={draft.inform}
          onChange={(inform) => change({ inform })}
        />
      </div>
      <TestDelivery label={text('testTrap')} run={test} refusal={refusal} />
    </FormDialog>
  );
}
