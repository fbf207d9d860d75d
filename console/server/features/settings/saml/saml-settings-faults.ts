import { samlFaultFound, samlFaults } from '#schemas/settings/saml/rules.ts';
import type { SamlFault } from '#schemas/settings/saml/rules.ts';
import type { SamlMapping, SamlSettings } from '#schemas/settings/saml/saml.ts';
import { exceedsOwnRights } from '#schemas/role/rules.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { readRoleRights } from '../../../kernel/access/role-rights.ts';
import { certificateFaults } from './certificate-faults.ts';
import type { Directory } from './identity-mapping.ts';
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

/** Every fault of the settings: in themselves, of their certificates, and of the roles that they assign. */
export const samlSettingsFaults = async (
  services: SamlServices,
  settings: SamlSettings,
  caller: Caller,
): Promise<readonly SamlFault[]> => [
  ...samlFaults(settings),
  ...certificateFaults(settings, services.clock.now()),
  ...(await roleFaults(services, settings, caller)),
];
