import { useState } from 'react';
import { ClientAuthentication, oidcPaths, type OidcDraft } from '#schemas/settings/oidc/oidc.ts';
import { UNCHANGED_SECRET } from '#schemas/settings/saml/saml.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import type { FormOf } from '#web/kernel/form/use-form.ts';
import { CopyButton } from '#web/ui/button/CopyButton.tsx';
import { PasswordField } from '#web/ui/field/PasswordField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { Facts } from '#web/ui/layout/Facts.tsx';
import { requestedScopes } from './oidc-draft.ts';
import { useOidcTexts } from './texts/en.ts';

export type OidcForm = FormOf<OidcDraft>;

interface Props {
  readonly form: OidcForm;
  /** URL of this console. */
  readonly publicUrl: string;
}

/** The addresses of this console that are registered at the provider. */
function ConsoleAddresses({ form, publicUrl }: Props) {
  const text = useOidcTexts();
  const { slug } = form.draft;
  const named = slug === '' ? '…' : slug;
  const addresses = [
    [text('redirectUri'), `${publicUrl}${oidcPaths.callback(named)}`],
    [text('signedOutUri'), `${publicUrl}/sign-in`],
    [text('backchannelUri'), `${publicUrl}${oidcPaths.backchannelLogout(named)}`],
  ] as const;
  return (
    <div className="tt-settings-addresses">
      <p className="tt-muted">{text('addressesHint')}</p>
      <Facts
        facts={addresses.map(([label, value]) => [
          label,
          <span key={label} className="tt-settings-copy">
            <code>{value}</code>
            <CopyButton label={label} value={value} />
          </span>,
        ])}
      />
    </div>
  );
}

/** The stored secret is never shown. An empty field keeps it. */
function SecretField({ form }: Pick<Props, 'form'>) {
  const text = useOidcTexts();
  const { draft, change, errorOf } = form;
  const [hasStored] = useState(draft.clientSecret === UNCHANGED_SECRET);
  const isRetained = draft.clientSecret === UNCHANGED_SECRET;
  const empty = hasStored ? UNCHANGED_SECRET : null;
  return (
    <PasswordField
      id="clientSecret"
      label={text('clientSecret')}
      placeholder={isRetained ? text('clientSecretUnchanged') : undefined}
      autoComplete="new-password"
      value={isRetained ? '' : (draft.clientSecret ?? '')}
      error={errorOf('clientSecret')}
      onChange={(value) => change({ clientSecret: value === '' ? empty : value })}
    />
  );
}

function ScopesField({ form }: Pick<Props, 'form'>) {
  const text = useOidcTexts();
  const [typed, setTyped] = useState(form.draft.scopes.join(' '));
  return (
    <TextField
      id="scopes"
      label={text('scopes')}
      description={text('scopesHint')}
      value={typed}
      error={form.errorOf('scopes')}
      onChange={(value) => {
        setTyped(value);
        form.change({ scopes: requestedScopes(value) });
      }}
    />
  );
}

/** This console as a client of the provider. */
export function ClientFields({ form, publicUrl }: Props) {
  const text = useOidcTexts();
  const { draft, change } = form;
  const authenticate = (value: string) => {
    const clientAuthentication = ClientAuthentication.catch('client_secret_basic').parse(value);
    change({ clientAuthentication, ...(clientAuthentication === 'none' && { clientSecret: null }) });
  };
  return (
    <fieldset className="tt-form-group">
      <legend>{text('client')}</legend>
      <div className="tt-form-pair">
        <TextField required {...entryOf(form, 'clientId')} label={text('clientId')} />
        <Select
          id="clientAuthentication"
          label={text('clientAuthentication')}
          value={draft.clientAuthentication}
          options={ClientAuthentication.options.map((value) => ({
            value,
            label: text(`clientAuthentication-${value}`),
          }))}
          onChange={authenticate}
        />
        {draft.clientAuthentication !== 'none' && <SecretField form={form} />}
        <ScopesField form={form} />
      </div>
      <ConsoleAddresses form={form} publicUrl={publicUrl} />
    </fieldset>
  );
}
