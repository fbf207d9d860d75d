import { problemText } from '#schemas/problem/problem.ts';
import { OidcDraft } from '#schemas/settings/oidc/oidc.ts';
import {
  createOidcProvider,
  listOidcProviders,
  updateOidcProvider,
  type ListedOidcProvider,
} from '#schemas/settings/oidc/routes.ts';
import { oidcFaults } from '#schemas/settings/oidc/rules.ts';
import { call } from '#web/kernel/api/call.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { DefaultRoleField, type AssignableRole } from '../identity/DefaultRoleField.tsx';
import { MappingTable } from '../identity/MappingTable.tsx';
import { ClientFields, type OidcForm } from './ClientFields.tsx';
import { ConnectionTest } from './ConnectionTest.tsx';
import { emptyOidc, toOidcDraft } from './oidc-draft.ts';
import { useOidcTexts } from './texts/en.ts';

interface Props {
  /** Undefined for a new one. */
  readonly provider: ListedOidcProvider | undefined;
  readonly roles: readonly AssignableRole[];
  /** URL of this console. */
  readonly publicUrl: string;
  readonly onClose: () => void;
}

function useOidcForm({ provider, onClose }: Props) {
  const text = useOidcTexts();
  return useForm<OidcDraft>({
    initial: provider === undefined ? emptyOidc : toOidcDraft(provider),
    contract: OidcDraft,
    nested: ['mappings', 'scopes'],
    check: (draft, language) =>
      oidcFaults(draft).map(({ path, code, params }) => ({
        path,
        code,
        message: problemText(code, language, params),
      })),
    async store(draft) {
      if (provider === undefined) await call(createOidcProvider, { body: draft });
      else {
        const { id, version } = provider;
        await call(updateOidcProvider, { params: { id }, body: { ...draft, version } });
      }
    },
    done: ({ name }) => text('saved', { name }),
    touches: [listOidcProviders],
    onSaved: onClose,
    onClosed: onClose,
  });
}

function ProviderGroup({ form }: { readonly form: OidcForm }) {
  const text = useOidcTexts();
  const { draft, change } = form;
  return (
    <fieldset className="tt-form-group">
      <legend>{text('provider')}</legend>
      <div className="tt-form-pair">
        <TextField required {...entryOf(form, 'name')} label={text('name')} description={text('nameHint')} />
        <TextField required {...entryOf(form, 'slug')} label={text('slug')} description={text('slugHint')} />
      </div>
      <TextField
        required
        {...entryOf(form, 'issuer')}
        label={text('issuer')}
        description={text('issuerHint')}
        placeholder="https://"
      />
      <Switch
        label={text('enabled')}
        description={text('enabledHint')}
        checked={draft.enabled}
        onChange={(enabled) => change({ enabled })}
      />
    </fieldset>
  );
}

const figures = [
  ['skewSeconds', 'seconds'],
  ['sessionMinutes', 'minutes'],
] as const;
const switches = ['signsOut', 'linksPrepared'] as const;

function SessionGroup({ form, roles }: { readonly form: OidcForm } & Pick<Props, 'roles'>) {
  const text = useOidcTexts();
  const { draft, change, errorOf } = form;
  return (
    <fieldset className="tt-form-group">
      <legend>{text('signIn')}</legend>
      <div className="tt-form-pair">
        {figures.map(([name, unit]) => (
          <NumberField
            key={name}
            id={name}
            label={text(name)}
            unit={text(unit)}
            value={draft[name]}
            error={errorOf(name)}
            onChange={(value) => change({ [name]: value ?? 0 })}
          />
        ))}
        <DefaultRoleField
          value={draft.defaultRole}
          roles={roles}
          error={errorOf('defaultRole')}
          onChange={(defaultRole) => change({ defaultRole })}
        />
      </div>
      {switches.map((name) => (
        <Switch
          key={name}
          label={text(name)}
          description={text(`${name}Hint`)}
          checked={draft[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
    </fieldset>
  );
}

/** Creates or edits an OpenID Connect provider; a test calls the unsaved one. */
export function OidcFormDialog(props: Props) {
  const { provider, roles, publicUrl } = props;
  const text = useOidcTexts();
  const disabledReason = useDisabledReason(createOidcProvider);
  const form = useOidcForm(props);
  return (
    <FormDialog
      title={provider === undefined ? text('newProvider') : text('editOf', { name: provider.name })}
      form={form}
      disabledReason={disabledReason}
      action={text(provider === undefined ? 'create' : 'save')}
      width={1_080}
    >
      <ProviderGroup form={form} />
      <ClientFields form={form} publicUrl={publicUrl} />
      <SessionGroup form={form} roles={roles} />
      <MappingTable
        mappings={form.draft.mappings}
        sources={['ID_TOKEN', 'USERINFO']}
        fault={form.errorOf('mappings')}
        errorAt={form.errorAt}
        onChange={(mappings) => form.change({ mappings })}
      />
      <ConnectionTest provider={form.draft} id={provider?.id} check={form.check} />
    </FormDialog>
  );
}
