import { privProtocols } from '#schemas/inventory/snmp-access.ts';
import { SnmpCredentialDraft } from '#schemas/settings/snmp/credential.ts';
import {
  createSnmpCredential,
  listSnmpCredentials,
  updateSnmpCredential,
  type SnmpCredential,
} from '#schemas/settings/snmp/credential-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { below } from '#web/kernel/query/route-query.ts';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useSettingsTexts } from '../texts/en.ts';
import { emptyCredential, emptyCredentialAccess, toCredentialDraft } from './credential-draft.ts';
import { SnmpAccessFields } from './SnmpAccessFields.tsx';
import { TryCredential } from './TryCredential.tsx';

interface Props {
  /** Undefined for a new one. */
  readonly credential: SnmpCredential | undefined;
  readonly onClose: () => void;
}

const versions = ['v1', 'v2c', 'v3'] as const;
type Access = SnmpCredentialDraft['access'];

function useCredentialForm({ credential, onClose }: Props) {
  const text = useSettingsTexts();
  return useForm<SnmpCredentialDraft>({
    initial: credential === undefined ? emptyCredential : toCredentialDraft(credential),
    contract: SnmpCredentialDraft,
    nested: ['access'],
    fieldByCode: { NAME_TAKEN: 'name', SNMP_SECRET_UNKNOWN: 'access' },
    async store(draft) {
      if (credential === undefined) await call(createSnmpCredential, { body: draft });
      else {
        const { id, version } = credential;
        await call(updateSnmpCredential, { params: { id }, body: { ...draft, version } });
      }
    },
    done: ({ name }) => text('saved', { name }),
    touches: [below(listSnmpCredentials)],
    onSaved: onClose,
    onClosed: onClose,
  });
}

/** Creates or edits an SNMP credential. */
export function CredentialFormDialog(props: Props) {
  const { credential } = props;
  const text = useSettingsTexts();
  const disabledReason = useDisabledReason(createSnmpCredential);
  const form = useCredentialForm(props);
  const { draft, change } = form;
  return (
    <FormDialog
      title={credential === undefined ? text('newCredential') : text('editOf', { name: credential.name })}
      form={form}
      disabledReason={disabledReason}
      action={text(credential === undefined ? 'create' : 'save')}
    >
      <TextField required {...entryOf(form, 'name')} label={text('name')} />
      <div className="tt-form-pair">
        <NumberField
          plain
          id="port"
          label={text('port')}
          value={Number.isNaN(draft.port) ? null : draft.port}
          error={form.errorOf('port')}
          onChange={(port) => change({ port: port ?? Number.NaN })}
        />
        {draft.access.version === 'v3' && (
          <TextField {...entryOf(form, 'context')} label={text('contextName')} />
        )}
      </div>
      <SnmpAccessFields
        access={draft.access}
        change={(access) => change({ access: access as Access })}
        errorAt={form.errorAt}
        stored={credential?.access}
        versions={versions}
        emptyAccess={(version) => emptyCredentialAccess(versions.find((one) => one === version) ?? 'v2c')}
        privProtocols={privProtocols}
      />
      <TryCredential
        draft={() => (form.check() ? draft : undefined)}
        id={credential?.id}
        disabledReason={disabledReason}
      />
    </FormDialog>
  );
}
