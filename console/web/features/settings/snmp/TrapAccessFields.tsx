import { authProtocols } from '#schemas/inventory/snmp-access.ts';
import { trapPrivProtocols } from '#schemas/settings/snmp/trap-receiver.ts';
import type { TrapReceiverDraft } from '#schemas/settings/snmp/trap-receiver.ts';
import type { FormOf } from '#web/kernel/form/use-form.ts';
import { PasswordField } from '#web/ui/field/PasswordField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useSettingsTexts } from '../use-settings-texts.ts';
import { emptyAccess, secretOf } from './trap-draft.ts';

type Access = TrapReceiverDraft['access'];
type V3 = Extract<Access, { version: 'v3' }>;

interface Props {
  readonly form: FormOf<TrapReceiverDraft>;
  /** The stored access, whose secrets can be kept. */
  readonly stored: Access | undefined;
  /** Engine IDs of the senders: a v3 receiver creates the user for them. */
  readonly engines: readonly string[];
}

const NONE = 'none';

interface SecretProps extends Pick<Props, 'form'> {
  readonly access: V3;
  readonly of: 'auth' | 'priv';
  readonly protocols: readonly string[];
  readonly isStored: boolean;
}

function SecretFields({ form, access, of, protocols, isStored }: SecretProps) {
  const text = useSettingsTexts();
  const secret = access[of];
  const change = (next: { protocol: string; password: string | null } | null) =>
    form.change({ access: { ...access, [of]: next } });
  return (
    <div className="tt-form-pair">
      <Select
        id={`access.${of}`}
        label={text(of)}
        options={[
          { value: NONE, label: text('noProtocol') },
          ...protocols.map((value) => ({ value, label: value })),
        ]}
        value={secret?.protocol ?? NONE}
        error={form.errorAt(`access.${of}`)}
        onChange={(protocol) =>
          change(
            protocol === NONE ? null : { protocol, password: secret?.password ?? (isStored ? null : '') },
          )
        }
      />
      {secret !== null && (
        <PasswordField
          id={`access.${of}.password`}
          label={text(`${of}Password`)}
          autoComplete="new-password"
          placeholder={secret.password === null ? text('kept') : undefined}
          value={secret.password ?? ''}
          error={form.errorAt(`access.${of}.password`)}
          onChange={(typed) => change({ ...secret, password: secretOf(typed, isStored) })}
        />
      )}
    </div>
  );
}

function V3Fields({ form, access, stored, engines }: Props & { readonly access: V3 }) {
  const text = useSettingsTexts();
  const known = stored?.version === 'v3' ? stored : undefined;
  return (
    <>
      <TextField
        required
        id="access.user"
        label={text('user')}
        value={access.user}
        error={form.errorAt('access.user')}
        onChange={(user) => form.change({ access: { ...access, user } })}
      />
      <SecretFields
        form={form}
        access={access}
        of="auth"
        protocols={authProtocols}
        isStored={known !== undefined && known.auth !== null}
      />
      <SecretFields
        form={form}
        access={access}
        of="priv"
        protocols={trapPrivProtocols}
        isStored={known !== undefined && known.priv !== null}
      />
      {engines.length > 0 && (
        <p className="tt-muted tt-caption">{text('engines', { engines: engines.join(', ') })}</p>
      )}
    </>
  );
}

/** Community, or user with authentication and privacy, of a trap receiver. Stored secrets are never shown. */
export function TrapAccessFields(props: Props) {
  const { form, stored } = props;
  const text = useSettingsTexts();
  const { access } = form.draft;
  const change = (version: string) =>
    form.change({
      access: stored?.version === version ? stored : emptyAccess(version === 'v3' ? 'v3' : 'v2c'),
    });
  return (
    <fieldset className="tt-form-group">
      <legend>{text('access')}</legend>
      <div className="tt-form-pair">
        <Select
          label={text('version')}
          options={['v2c', 'v3'].map((value) => ({ value, label: `SNMP ${value}` }))}
          value={access.version}
          onChange={change}
        />
        {access.version === 'v2c' && (
          <PasswordField
            id="access.community"
            label={text('community')}
            autoComplete="new-password"
            placeholder={access.community === null ? text('kept') : undefined}
            value={access.community ?? ''}
            error={form.errorAt('access.community')}
            onChange={(typed) =>
              form.change({
                access: { ...access, community: secretOf(typed, stored?.version === 'v2c') },
              })
            }
          />
        )}
      </div>
      {access.version === 'v3' && <V3Fields {...props} access={access} />}
    </fieldset>
  );
}
