import type { FastifyInstance } from 'fastify';
import { problemText } from '#schemas/problem/problem.ts';
import { readSamlSettings, saveSamlSettings, testSamlAssertion } from '#schemas/settings/saml/routes.ts';
import { samlFaultFound, samlFaults } from '#schemas/settings/saml/rules.ts';
import type { SamlFault } from '#schemas/settings/saml/rules.ts';
import { SAML_ACS_PATH, SAML_LOGOUT_PATH } from '#schemas/settings/saml/saml.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { examine } from './assertion-examination.ts';
import { certificateFaults } from './certificate-faults.ts';
import { acsUrlOf, logoutUrlOf } from './saml-client.ts';
import type { SamlServices } from './saml-services.ts';

async function roleFaults(
  { identities }: SamlServices,
  { defaultRole }: SamlSettings,
): Promise<readonly SamlFault[]> {
  if (defaultRole === null) return [];
  const { roles } = await identities.directory();
  return roles.some(({ id }) => id === defaultRole) ? [] : [samlFaultFound.roleUnknown];
}

/** Settings of the SAML identity provider, for who may change them. */
export function samlSettingsPlugin(app: FastifyInstance, services: SamlServices): void {
  const { settings: store, clock, publicUrl } = services;

  serve(app, readSamlSettings, async () => {
    const settings = await store.view();
    const from = settings ?? { baseUrl: publicUrl, loginUrl: SAML_ACS_PATH, logoutUrl: SAML_LOGOUT_PATH };
    return {
      settings,
      metadataUrl: `${publicUrl}/api/v1/saml/metadata`,
      acsUrl: acsUrlOf(from),
      logoutUrl: logoutUrlOf(from),
    };
  });

  serve(app, saveSamlSettings, async ({ body, audit }) => {
    const settings = await store.completed(body);
    const faults = [
      ...samlFaults(settings),
      ...certificateFaults(settings, clock.now()),
      ...(await roleFaults(services, settings)),
    ];
    if (faults.length > 0)
      throw new ProblemError('VALIDATION', {
        errors: faults.map(({ path, code, params }) => ({
          path: `body.${path}`,
          message: problemText(code, 'en', params),
          code,
          ...(params === undefined ? {} : { params: { ...params } }),
        })),
      });
    await store.save(settings, audit);
    return {};
  });

  serve(app, testSamlAssertion, async ({ body }) => {
    const settings = await store.read();
    if (settings === undefined) throw new ProblemError('SAML_NOT_SET_UP');
    return examine(services, settings, body.response);
  });
}
