import type { FastifyInstance } from 'fastify';
import { readSamlSettings, updateSamlSettings, testSamlAssertion } from '#schemas/settings/saml/routes.ts';
import { samlFaultFound, samlFaults } from '#schemas/settings/saml/rules.ts';
import type { SamlFault } from '#schemas/settings/saml/rules.ts';
import { SAML_ACS_PATH, SAML_LOGOUT_PATH } from '#schemas/settings/saml/saml.ts';
import type { SamlMapping, SamlSettings } from '#schemas/settings/saml/saml.ts';
import { exceedsOwnRights } from '#schemas/role/rules.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { readRoleRights } from '../../../kernel/access/role-rights.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { rejectInvalid } from '../../../shared/repository/reject-faults.ts';
import { examine } from './assertion-examination.ts';
import type { Directory } from './identity-mapping.ts';
import { certificateFaults } from './certificate-faults.ts';
import { acsUrlOf, logoutUrlOf } from './saml-client.ts';
import type { SamlServices } from './saml-services.ts';

/** Roles that a mapping can assign: its target, or any role when the identity provider names it. */
const rolesOf = ({ expected, target, by }: SamlMapping, roles: Directory['roles']): Directory['roles'] =>
  expected === null ? roles : roles.filter(({ id, name }) => (by === 'name' ? name : String(id)) === target);

/**
 * Faults of unknown roles and of roles that exceed the caller's permissions: otherwise the caller could name their own identity
 * provider and sign in with such a role.
 */
async function roleFaults(
  { identities, db }: SamlServices,
  { defaultRole, mappings }: SamlSettings,
  { permissions }: Caller,
): Promise<readonly SamlFault[]> {
  const { roles } = await identities.directory();
  const rights = await readRoleRights(db);
  const isBeyond = ({ id }: { readonly id: number }): boolean =>
    exceedsOwnRights(rights.get(id) ?? new Set(), permissions);
  const given = roles.find(({ id }) => id === defaultRole);
  const unknown = defaultRole !== null && given === undefined;
  return [
    ...(unknown ? [samlFaultFound.roleUnknown] : []),
    ...(given !== undefined && isBeyond(given) ? [samlFaultFound.roleBeyondOwn('defaultRole')] : []),
    ...mappings.flatMap((mapping, at) => {
      if (mapping.type !== 'ROLE' || !rolesOf(mapping, roles).some(isBeyond)) return [];
      const cell = mapping.expected === null ? 'expected' : 'target';
      return [samlFaultFound.roleBeyondOwn(`mappings.${String(at)}.${cell}`)];
    }),
  ];
}

/** Settings of the SAML identity provider. */
export function samlSettingsPlugin(app: FastifyInstance, services: SamlServices): void {
  const { settings: store, clock, publicUrl } = services;

  serve(app, readSamlSettings, async () => {
    const settings = await store.readMasked();
    const from = settings ?? { baseUrl: publicUrl, loginUrl: SAML_ACS_PATH, logoutUrl: SAML_LOGOUT_PATH };
    return {
      settings,
      metadataUrl: `${publicUrl}/api/v1/saml/metadata`,
      acsUrl: acsUrlOf(from),
      logoutUrl: logoutUrlOf(from),
    };
  });

  serve(app, updateSamlSettings, async ({ body, ...actor }) => {
    const settings = await store.withStoredSecrets(body);
    const faults = [
      ...samlFaults(settings),
      ...certificateFaults(settings, clock.now()),
      ...(await roleFaults(services, settings, actor.caller)),
    ];
    rejectInvalid(faults);
    await store.update(settings, actor);
    return {};
  });

  serve(app, testSamlAssertion, async ({ body }) => {
    const settings = await store.read();
    if (settings === undefined) throw new ProblemError('SAML_NOT_SET_UP');
    return examine(services, settings, body.response);
  });
}
