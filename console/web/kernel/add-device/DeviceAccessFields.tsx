import { authProtocols, privProtocols } from '#schemas/inventory/snmp-access.ts';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { PasswordField } from '#web/ui/field/PasswordField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useCredentialNames } from './add-device-queries.ts';
import { initialAccess, type AccessPart, type AccessVersion, type DeviceForm } from './device-draft.ts';
import { useAddDeviceTexts } from './texts/en.ts';

const NONE = 'none';
const protocols = { auth: authProtocols, priv: privProtocols } as const;

interface Fields<Part extends AccessPart> {
  readonly access: Part;
  readonly form: Pick<DeviceForm, 'change' | 'errorAt'>;
}
type User = AccessPart & { readonly version: 'v3' };
type Polled = Extract<AccessPart, { readonly port: number }>;

function PortField({ access, form }: Fields<Polled>) {
  const text = useAddDeviceTexts();
  return (
    <NumberField
      plain
      id="access.port"
      label={text('port')}
      value={Number.isNaN(access.port) ? null : access.port}
      error={form.errorAt('access.port')}
      onChange={(port) => form.change({ access: { ...access, port: port ?? Number.NaN } })}
    />
  );
}

function KeyFields({ access, form, of }: Fields<User> & { readonly of: 'auth' | 'priv' }) {
  const text = useAddDeviceTexts();
  const secret = access[of];
  const replace = (next: object | null) => form.change({ access: { ...access, [of]: next } });
  return (
    <div className="tt-form-pair">
      <Select
        id={`access.${of}`}
        label={text(of)}
        options={[
          { value: NONE, label: text('noProtocol') },
          ...protocols[of].map((value) => ({ value, label: value })),
        ]}
        value={secret?.protocol ?? NONE}
        error={form.errorAt(`access.${of}`)}
        onChange={(protocol) =>
          replace(protocol === NONE ? null : { protocol, password: secret?.password ?? '' })
        }
      />
      {secret !== null && (
        <PasswordField
          id={`access.${of}.password`}
          label={text(`${of}Password`)}
          autoComplete="new-password"
          value={secret.password}
          error={form.errorAt(`access.${of}.password`)}
          onChange={(password) => replace({ ...secret, password })}
        />
      )}
    </div>
  );
}

function UserFields(fields: Fields<User>) {
  const text = useAddDeviceTexts();
  const { access, form } = fields;
  return (
    <>
      <div className="tt-form-pair">
        <TextField
          required
          id="access.user"
          label={text('user')}
          value={access.user}
          error={form.errorAt('access.user')}
          onChange={(user) => form.change({ access: { ...access, user } })}
        />
        <PortField {...fields} />
      </div>
      <KeyFields {...fields} of="auth" />
      <KeyFields {...fields} of="priv" />
    </>
  );
}

function CommunityFields(fields: Fields<AccessPart & { readonly version: 'v1' | 'v2c' }>) {
  const text = useAddDeviceTexts();
  const { access, form } = fields;
  return (
    <div className="tt-form-pair">
      <PasswordField
        id="access.community"
        label={text('community')}
        autoComplete="new-password"
        value={access.community}
        error={form.errorAt('access.community')}
        onChange={(community) => form.change({ access: { ...access, community } })}
      />
      <PortField {...fields} />
    </div>
  );
}

function FieldsOfVersion({ access, form }: Fields<AccessPart>) {
  if (access.version === 'v3') return <UserFields access={access} form={form} />;
  if (access.version === 'v1' || access.version === 'v2c')
    return <CommunityFields access={access} form={form} />;
  return null;
}

/** Community, user of v3 or a stored credential; the device is not polled without. */
export function DeviceAccessFields({ form }: { readonly form: DeviceForm }) {
  const text = useAddDeviceTexts();
  const credentials = useCredentialNames();
  const { access } = form.draft;
  const stored = credentials.length > 0 ? (['stored'] as const) : [];
  const versions: readonly AccessVersion[] = ['v2c', 'v3', 'v1', ...stored, 'none'];
  const choose = (selected: string) =>
    form.change({
      access: initialAccess(versions.find((one) => one === selected) ?? 'v2c', credentials[0]),
    });
  return (
    <fieldset className="tt-form-group">
      <legend>{text('access')}</legend>
      <div className="tt-form-pair">
        <Select
          label={text('version')}
          options={versions.map((value) => ({ value, label: text(`version-${value}`) }))}
          value={access.version}
          onChange={choose}
        />
        {access.version === 'stored' && (
          <Select
            id="access.credential"
            label={text('credential')}
            searchable={credentials.length > 8}
            nothingFound={text('nothingFound')}
            options={credentials.map((value) => ({ value, label: value }))}
            value={access.credential}
            error={form.errorAt('access.credential')}
            onChange={(credential) => form.change({ access: { version: 'stored', credential } })}
          />
        )}
      </div>
      <FieldsOfVersion access={access} form={form} />
    </fieldset>
  );
}
