import type { FastifyInstance } from 'fastify';
import { readSamlSettings, updateSamlSettings, testSamlAssertion } from '#schemas/settings/saml/routes.ts';
import { SAML_ACS_PATH, SAML_LOGOUT_PATH } from '#schemas/settings/saml/saml.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { rejectInvalid } from '../../../shared/repository/reject-faults.ts';
import { certificateFactsOf } from './certificate-faults.ts';
import { examine } from './assertion-examination.ts';
import { samlSettingsFaults } from './saml-settings-faults.ts';
import { acsUrlOf, logoutUrlOf } from './saml-client.ts';
import type { SamlServices } from './saml-services.ts';

/** Settings of the SAML identity provider. */
export function samlSettingsPlugin(app: FastifyInstance, services: SamlServices): void {
  const { settings: store, publicUrl } = services;

  serve(app, readSamlSettings, async () => {
    const settings = await store.readMasked();
    const from = settings ?? { baseUrl: publicUrl, loginUrl: SAML_ACS_PATH, logoutUrl: SAML_LOGOUT_PATH };
    return {
      settings,
      metadataUrl: `${publicUrl}/api/v1/saml/metadata`,
      acsUrl: acsUrlOf(from),
      logoutUrl: logoutUrlOf(from),
      certificates: settings?.certificates.map(certificateFactsOf) ?? [],
    };
  });

  serve(app, updateSamlSettings, async ({ body, ...actor }) => {
    const settings = await store.withStoredSecrets(body);
    rejectInvalid(await samlSettingsFaults(services, settings, actor.caller));
    await store.update(settings, actor);
    return {};
  });

  serve(app, testSamlAssertion, async ({ body }) => {
    const settings = await store.read();
    if (settings === undefined) throw new ProblemError('SAML_NOT_SET_UP');
    return examine(services, settings, body.response);
  });
}
