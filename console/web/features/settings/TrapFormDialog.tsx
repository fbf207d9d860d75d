import { addTrapReceiver, saveTrapReceiver, testTrapReceiver } from '#schemas/settings/snmp/routes.ts';
import type { ListedTrapReceiver } from '#schemas/settings/snmp/routes.ts';
import { TrapReceiverDraft } from '#schemas/settings/snmp/trap-receiver.ts';
import { call } from '#web/kernel/api/call.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { useRefusal } from '#web/kernel/permission/use-permission.ts';
import { Switch } from '#web/ui/Switch.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { EnabledSwitch } from './EnabledSwitch.tsx';
import { HostFields } from './HostFields.tsx';
import { PlatformSwitch } from './PlatformSwitch.tsx';
import { RestrictedSwitch } from './RestrictedSwitch.tsx';
import { TestDelivery } from './TestDelivery.tsx';
import { useSettingsTexts } from './use-settings-texts.ts';
import { AccessFields } from './AccessFields.tsx';
import { emptyReceiver } from './trap-draft.ts';
import { useTargetForm } from './use-target-form.ts';

interface Props {
  /** Undefined: a new one. */
  readonly receiver: ListedTrapReceiver | undefined;
  readonly engines: readonly string[];
  readonly onClose: () => void;
}

const fieldOf = { NOT_UNIQUE: 'name', TRAP_SECRET_UNKNOWN: 'access' } as const;
const nested = ['access'];

function useReceiverForm({ receiver, onClose }: Props) {
  return useTargetForm<TrapReceiverDraft>({
    kind: 'traps',
    stored: receiver,
    empty: emptyReceiver,
    contract: TrapReceiverDraft,
    nested,
    fieldOf,
    add: (body) => call(addTrapReceiver, { body }),
    save: (id, body) => call(saveTrapReceiver, { params: { id }, body }),
    onClose,
  });
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
    <FormDialog title={form.title} form={form} refusal={refusal} action={form.action}>
      <TextField required {...entryOf(form, 'name')} label={text('name')} />
      <HostFields form={form} />
      <AccessFields form={form} stored={receiver?.access} engines={engines} />
      <div className="tt-form-pair">
        <EnabledSwitch form={form} />
        <Switch
          label={text('inform')}
          description={text('informHint')}
          checked={draft.inform}
          onChange={(inform) => change({ inform })}
        />
      </div>
      <div className="tt-form-pair">
        <RestrictedSwitch form={form} />
        <PlatformSwitch form={form} />
      </div>
      <TestDelivery label={text('testTrap')} run={test} refusal={refusal} />
    </FormDialog>
  );
}
