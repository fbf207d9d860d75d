import {
  createTrapReceiver,
  updateTrapReceiver,
  testTrapReceiver,
  type ListedTrapReceiver,
} from '#schemas/settings/snmp/routes.ts';
import { trapPrivProtocols, TrapReceiverDraft } from '#schemas/settings/snmp/trap-receiver.ts';
import { call } from '#web/kernel/api/call.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { EnabledSwitch } from '../target/EnabledSwitch.tsx';
import { HostFields } from '../target/HostFields.tsx';
import { FilterFields } from '../target/FilterFields.tsx';
import { PlatformSwitch } from '../target/PlatformSwitch.tsx';
import { RestrictedSwitch } from '../target/RestrictedSwitch.tsx';
import { TestDelivery } from '../target/TestDelivery.tsx';
import { useSettingsTexts } from '../texts/en.ts';
import { SnmpAccessFields } from './SnmpAccessFields.tsx';
import { emptyAccess, emptyReceiver } from './trap-draft.ts';
import type { FilterChoices } from '../target/use-filter-text.ts';
import { useTargetForm } from '../target/use-target-form.ts';

interface Props {
  /** Undefined for a new one. */
  readonly receiver: ListedTrapReceiver | undefined;
  readonly engines: readonly string[];
  readonly choices: FilterChoices;
  readonly onClose: () => void;
}

const fieldByCode = { NAME_TAKEN: 'name', TRAP_SECRET_UNKNOWN: 'access' } as const;
const nested = ['access'];

function useReceiverForm({ receiver, onClose }: Pick<Props, 'receiver' | 'onClose'>) {
  return useTargetForm<TrapReceiverDraft>({
    kind: 'traps',
    stored: receiver,
    empty: emptyReceiver,
    contract: TrapReceiverDraft,
    nested,
    fieldByCode,
    add: (body) => call(createTrapReceiver, { body }),
    save: (id, body) => call(updateTrapReceiver, { params: { id }, body }),
    onClose,
  });
}

/** Creates or edits a trap receiver. */
export function TrapFormDialog(props: Props) {
  const { receiver, engines, choices } = props;
  const text = useSettingsTexts();
  const disabledReason = useDisabledReason(createTrapReceiver);
  const form = useReceiverForm(props);
  const { draft, change } = form;
  const id = receiver === undefined ? {} : { id: receiver.id };
  const test = () =>
    form.check() ? call(testTrapReceiver, { body: { receiver: draft, ...id } }) : undefined;
  return (
    <FormDialog title={form.title} form={form} disabledReason={disabledReason} action={form.action}>
      <TextField required {...entryOf(form, 'name')} label={text('name')} />
      <HostFields form={form} />
      <SnmpAccessFields
        access={draft.access}
        change={(access) => change({ access: access as TrapReceiverDraft['access'] })}
        errorAt={form.errorAt}
        stored={receiver?.access}
        versions={['v2c', 'v3']}
        emptyAccess={(version) => emptyAccess(version === 'v3' ? 'v3' : 'v2c')}
        privProtocols={trapPrivProtocols}
        note={
          engines.length > 0 && (
            <p className="tt-muted tt-caption">{text('engines', { engines: engines.join(', ') })}</p>
          )
        }
      />
      <fieldset className="tt-form-group">
        <legend>{text('whichAlarms')}</legend>
        <FilterFields form={form} choices={choices} />
      </fieldset>
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
      <TestDelivery label={text('testTrap')} run={test} disabledReason={disabledReason} />
    </FormDialog>
  );
}
