import type { FastifyInstance } from 'fastify';
import { SAML_LOGIN_PATH } from '#schemas/settings/saml/saml.ts';
import { oidcPaths } from '#schemas/settings/oidc/oidc.ts';
import type { AppNeeds, AppOptions, Stores } from './app-needs.ts';
import { accountPlugin, type ExternalSignIn } from '../features/account/account-plugin.ts';
import { openAccounts } from '../features/account/account-services.ts';
import type { UserNotices } from '../features/user/user-plugin.ts';
import { providerSignOutAddress } from '../features/settings/oidc/oidc-logout.ts';
import { oidcPlugin } from '../features/settings/oidc/oidc-plugin.ts';
import { openOidc, type OidcServices } from '../features/settings/oidc/oidc-services.ts';
import { oidcSettingsPlugin } from '../features/settings/oidc/oidc-settings-plugin.ts';
import { logoutUrlFor } from '../features/settings/saml/saml-logout.ts';
import { samlPlugin } from '../features/settings/saml/saml-plugin.ts';
import { openSaml, type SamlServices } from '../features/settings/saml/saml-services.ts';
import { samlSettingsPlugin } from '../features/settings/saml/saml-settings-plugin.ts';

/** The identity providers as external sign-in methods: SAML first, then those of OpenID Connect by name. */
const externalSignInBy = (saml: SamlServices, oidc: OidcServices): ExternalSignIn => ({
  async providers() {
    const [settings, others] = await Promise.all([saml.settings.read(), oidc.providers.enabled()]);
    const bySaml = { kind: 'saml', name: settings?.name ?? '', address: SAML_LOGIN_PATH } as const;
    return [
      ...(settings?.enabled === true ? [bySaml] : []),
      ...others.map(({ name, slug }) => ({ kind: 'oidc', name, address: oidcPaths.login(slug) }) as const),
    ];
  },
  signOutAddress: async (session) =>
    (await logoutUrlFor(saml, session)) ?? (await providerSignOutAddress(oidc, session)),
});

/** Registers the sign-in methods: password, SAML and OpenID Connect. Returns the notices that user administration sends. */
export async function registerAuthentication(
  app: FastifyInstance,
  needs: AppNeeds,
  { options, stores, signal }: { options: AppOptions; stores: Stores; signal: AbortSignal },
): Promise<UserNotices> {
  const { access, cookies } = stores;
  const accounts = await openAccounts(app, { ...needs, ...options, access, cookies }, signal);
  const { publicUrl, samlAllowedNetworks, oidcAllowedNetworks } = options;
  const saml = openSaml(
    { ...needs, publicUrl, samlAllowedNetworks, access, cookies, signInFlow: accounts.steps },
    signal,
  );
  const oidc = openOidc(
    { ...needs, publicUrl, oidcAllowedNetworks, access, cookies, signInFlow: accounts.steps },
    signal,
  );
  void app.register(async (scope) => {
    accountPlugin(scope, accounts, externalSignInBy(saml, oidc));
    samlSettingsPlugin(scope, saml);
    oidcSettingsPlugin(scope, oidc);
    await Promise.resolve();
  });
  void app.register(async (scope) => {
    samlPlugin(scope, saml);
    await Promise.resolve();
  });
  void app.register(async (scope) => {
    oidcPlugin(scope, oidc);
    await Promise.resolve();
  });
  return {
    async secondFactorDeleted(id) {
      const account = await accounts.accounts.find(id);
      if (account !== undefined) accounts.mails.secondFactorDeleted(account);
    },
    async signInMethodChanged(id, elsewhere) {
      const account = await accounts.accounts.find(id);
      if (account !== undefined) accounts.mails.signInMethodChanged(account, elsewhere);
    },
    async passwordIssued(id) {
      const account = await accounts.accounts.find(id);
      if (account !== undefined) accounts.mails.passwordIssued(account);
    },
  };
}
