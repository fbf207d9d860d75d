import type { FastifyInstance } from 'fastify';
import { SAML_LOGIN_PATH } from '#schemas/settings/saml/saml.ts';
import type { AppNeeds, AppOptions, Stores } from './app-needs.ts';
import { accountPlugin } from '../features/account/account-plugin.ts';
import type { ExternalSignIn } from '../features/account/account-plugin.ts';
import { openAccounts } from '../features/account/account-services.ts';
import type { UserNotices } from '../features/user/user-plugin.ts';
import { logoutUrlFor } from '../features/settings/saml/saml-logout.ts';
import { samlPlugin } from '../features/settings/saml/saml-plugin.ts';
import { openSaml } from '../features/settings/saml/saml-services.ts';
import type { SamlServices } from '../features/settings/saml/saml-services.ts';
import { samlSettingsPlugin } from '../features/settings/saml/saml-settings-plugin.ts';

/** The identity provider as an external sign-in method. */
const externalSignInBy = (saml: SamlServices): ExternalSignIn => ({
  async provider() {
    const settings = await saml.settings.read();
    if (settings?.enabled !== true) return undefined;
    return { kind: 'saml', name: settings.name, address: SAML_LOGIN_PATH };
  },
  signOutAddress: (session) => logoutUrlFor(saml, session),
});

/** Registers both sign-in methods, password and SAML. Returns the notices that user administration sends. */
export async function registerAuthentication(
  app: FastifyInstance,
  needs: AppNeeds,
  { options, stores, signal }: { options: AppOptions; stores: Stores; signal: AbortSignal },
): Promise<UserNotices> {
  const { access, cookies } = stores;
  const accounts = await openAccounts(app, { ...needs, ...options, access, cookies }, signal);
  const { publicUrl, samlAllowedNetworks } = options;
  const saml = openSaml(
    { ...needs, publicUrl, samlAllowedNetworks, access, cookies, signInFlow: accounts.steps },
    signal,
  );
  void app.register(async (scope) => {
    accountPlugin(scope, accounts, externalSignInBy(saml));
    samlSettingsPlugin(scope, saml);
    await Promise.resolve();
  });
  void app.register(async (scope) => {
    samlPlugin(scope, saml);
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
