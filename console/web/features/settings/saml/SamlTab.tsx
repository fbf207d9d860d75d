import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { listRoles } from '#schemas/role/routes.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { readSamlSettings, updateSamlSettings } from '#schemas/settings/saml/routes.ts';
import { samlFaults } from '#schemas/settings/saml/rules.ts';
import { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { FormPage } from '#web/kernel/form/FormPage.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { AssignableRole } from '../identity/DefaultRoleField.tsx';
import { MappingTable } from '../identity/MappingTable.tsx';
import { useSamlTexts } from './texts/en.ts';
import { ConsoleSide } from './ConsoleSide.tsx';
import { ExtraFields } from './ExtraFields.tsx';
import { ProviderFields } from './ProviderFields.tsx';
import { emptySaml } from './saml-draft.ts';
import { SignInFields } from './SignInFields.tsx';

const nested = ['certificates', 'contextClasses', 'extra', 'mappings'];
interface Props {
  readonly stored: z.output<typeof readSamlSettings.reply>;
  readonly roles: readonly AssignableRole[];
}

function SamlForm({ stored, roles }: Props) {
  const text = useSamlTexts();
  const form = useForm<SamlSettings>({
    initial: stored.settings ?? emptySaml(new URL(stored.acsUrl).origin),
    contract: SamlSettings,
    nested,
    check: (draft, language) =>
      samlFaults(draft).map(({ path, code, params }) => ({
        path,
        code,
        message: problemText(code, language, params),
      })),
    store: (body) => call(updateSamlSettings, { body }),
    done: () => text('samlSaved'),
    touches: [readSamlSettings],
  });
  return (
    <FormPage label={text('title')} form={form} action={text('save')} saving={updateSamlSettings}>
      <ProviderFields form={form} stored={stored} />
      <ConsoleSide form={form} addresses={stored} />
      <SignInFields form={form} roles={roles} />
      <MappingTable
        mappings={form.draft.mappings}
        sources={['SAML', 'EXTRA']}
        fault={form.errorOf('mappings')}
        errorAt={form.errorAt}
        onChange={(mappings) => form.change({ mappings })}
      />
      <ExtraFields form={form} />
    </FormPage>
  );
}

/** The SAML identity provider: its settings, the mapping of its attributes, and the metadata of this console. */
export function SamlTab() {
  const text = useSamlTexts();
  const language = useLanguage();
  const stored = useQuery(routeQuery(readSamlSettings));
  const roles = useQuery(routeQuery(listRoles));
  const state = stored.isError ? panelStateOf(stored, language) : panelStateOf(roles, language);
  return (
    <Panel
      label={text('title')}
      state={stored.data === undefined ? panelStateOf(stored, language) : state}
      skeleton="block"
    >
      <div className="tt-form-page">
        {stored.data !== undefined && roles.data !== undefined && (
          <SamlForm key={stored.dataUpdatedAt} stored={stored.data} roles={roles.data.roles} />
        )}
      </div>
    </Panel>
  );
}
