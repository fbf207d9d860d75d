import type { Db } from '#platform/postgres/postgres.ts';
import type { IdentityMapping, IdentityMappings } from '#schemas/settings/identity/mapping.ts';
import { roleFaultFound, type ProviderFault } from '#schemas/settings/identity/rules.ts';
import { exceedsOwnRights } from '#schemas/role/rules.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { readRoleRights } from '../../kernel/access/role-rights.ts';
import type { Directory } from './identity-mapping.ts';
import type { IdentityRepository } from './identity-repository.ts';

/** Roles that a mapping can assign: its target, or any role when the identity provider names it. */
const rolesOf = ({ expected, target, by }: IdentityMapping, roles: Directory['roles']): Directory['roles'] =>
  expected === null ? roles : roles.filter(({ id, name }) => (by === 'name' ? name : String(id)) === target);

/**
 * Faults of unknown roles and of roles that exceed the caller's permissions: otherwise the caller could name their own identity
 * provider and sign in with such a role.
 */
export async function roleFaults(
  { identities, db }: { readonly identities: IdentityRepository; readonly db: Db },
  { defaultRole, mappings }: IdentityMappings,
  { permissions }: Caller,
): Promise<readonly ProviderFault[]> {
  const { roles } = await identities.directory();
  const rights = await readRoleRights(db);
  const isOutside = ({ id }: { readonly id: number }): boolean =>
    exceedsOwnRights(rights.get(id) ?? new Set(), permissions);
  const given = roles.find(({ id }) => id === defaultRole);
  const unknown = defaultRole !== null && given === undefined;
  return [
    ...(unknown ? [roleFaultFound.unknown] : []),
    ...(given !== undefined && isOutside(given) ? [roleFaultFound.exceedsOwn('defaultRole')] : []),
    ...mappings.flatMap((mapping, at) => {
      if (mapping.type !== 'ROLE' || !rolesOf(mapping, roles).some(isOutside)) return [];
      const cell = mapping.expected === null ? 'expected' : 'target';
      return [roleFaultFound.exceedsOwn(`mappings.${String(at)}.${cell}`)];
    }),
  ];
}
