import type { ReactNode } from 'react';
import { authProtocols } from '#schemas/inventory/snmp-access.ts';
import { PasswordField } from '#web/ui/field/PasswordField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useSettingsTexts } from '../texts/en.ts';

type Key<Protocol extends string> = { readonly protocol: Protocol; readonly password: string | null } | null;

/** SNMP access as a form edits it: a null secret is stored and kept. */
export type AccessDraft<Version extends string = string, Protocol extends string = string> =
  | { readonly version: Exclude<Version, 'v3'>; readonly community: string | null }
  | {
      readonly version: 'v3';
      readonly user: string;
      readonly auth: Key<Protocol>;
      readonly priv: Key<Protocol>;
    };

type V3 = Extract<AccessDraft, { readonly user: string }>;

interface Props {
  readonly access: AccessDraft;
  readonly change: (access: AccessDraft) => void;
  readonly errorAt: (path: string) => string | undefined;
  /** The stored access, whose secrets can be retained. */
  readonly stored: AccessDraft | undefined;
  readonly versions: readonly string[];
  readonly emptyAccess: (version: string) => AccessDraft;
  readonly privProtocols: readonly string[];
  /** Below the fields of a v3 user. */
  readonly note?: ReactNode;
}

const NONE = 'none';

const isUser = (access: AccessDraft | undefined): access is V3 => access?.version === 'v3';

/** The typed secret; null keeps the stored one. */
const secretOf = (typed: string, isStored: boolean): string | null =>
  typed === '' && isStored ? null : typed;

interface SecretProps extends Pick<Props, 'change' | 'errorAt'> {
  readonly access: V3;
  readonly of: 'auth' | 'priv';
  readonly protocols: readonly string[];
  readonly isStored: boolean;
}

function SecretFields({ change, errorAt, access, of, protocols, isStored }: SecretProps) {
  const text = useSettingsTexts();
  const secret = access[of];
  const replace = (next: Key<string>) => change({ ...access, [of]: next });
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
        error={errorAt(`access.${of}`)}
        onChange={(protocol) =>
          replace(
            protocol === NONE ? null : { protocol, password: secret?.password ?? (isStored ? null : '') },
          )
        }
      />
      {secret !== null && (
        <PasswordField
          id={`access.${of}.password`}
          label={text(`${of}Password`)}
          autoComplete="new-password"
          placeholder={secret.password === null ? text('retained') : undefined}
          value={secret.password ?? ''}
          error={errorAt(`access.${of}.password`)}
          onChange={(typed) => replace({ ...secret, password: secretOf(typed, isStored) })}
        />
      )}
    </div>
  );
}

function UserFields({
  access,
  change,
  errorAt,
  stored,
  privProtocols,
  note,
}: Props & { readonly access: V3 }) {
  const text = useSettingsTexts();
  const known = isUser(stored) ? stored : undefined;
  const secrets = { change, errorAt, access };
  return (
    <>
      <TextField
        required
        id="access.user"
        label={text('user')}
        value={access.user}
        error={errorAt('access.user')}
        onChange={(user) => change({ ...access, user })}
      />
      <SecretFields
        {...secrets}
        of="auth"
        protocols={authProtocols}
        isStored={known !== undefined && known.auth !== null}
      />
      <SecretFields
        {...secrets}
        of="priv"
        protocols={privProtocols}
        isStored={known !== undefined && known.priv !== null}
      />
      {note}
    </>
  );
}

/** Community, or user with authentication and privacy. Stored secrets are never shown. */
export function SnmpAccessFields(props: Props) {
  const { access, change, errorAt, stored, versions, emptyAccess } = props;
  const text = useSettingsTexts();
  return (
    <fieldset className="tt-form-group">
      <legend>{text('access')}</legend>
      <div className="tt-form-pair">
        <Select
          label={text('version')}
          options={versions.map((value) => ({ value, label: `SNMP ${value}` }))}
          value={access.version}
          onChange={(version) => change(stored?.version === version ? stored : emptyAccess(version))}
        />
        {!isUser(access) && (
          <PasswordField
            id="access.community"
            label={text('community')}
            autoComplete="new-password"
            placeholder={access.community === null ? text('retained') : undefined}
            value={access.community ?? ''}
            error={errorAt('access.community')}
            onChange={(typed) =>
              change({ ...access, community: secretOf(typed, stored?.version === access.version) })
            }
          />
        )}
      </div>
      {isUser(access) && <UserFields {...props} access={access} />}
    </fieldset>
  );
}
