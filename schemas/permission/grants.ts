import {
  type Permission,
  permissionAreaKeys,
  permissionAreas,
  type PermissionKey,
  permissionKeys,
} from './catalogue.ts';

export type PermissionSet = ReadonlySet<Permission>;

/** Rights that nobody can be without: the role editor shows them checked and disabled. */
export const alwaysGranted: readonly Permission[] = ['HOME.read'];

/** Rights that carry rights of other areas (specification, section 6 of both documents). */
const acrossAreas: Partial<Record<Permission, readonly Permission[]>> = {
  'SCHEDULING.read': ['REPORT.read'],
  'SCHEDULING.write': ['REPORT.read', 'SCHEDULING.read'],
  'SETTINGS.SAML.read': ['ROLE.read'],
  'NETWORK.SDWAN_MANAGER.read': ['NETWORK.PROVISIONING.read'],
  'NETWORK.SDWAN_MANAGER.write': ['NETWORK.SDWAN_MANAGER.read', 'NETWORK.PROVISIONING.write'],
  'USER.read': ['ROLE.read'],
  'SUPPORT.DEBUG.read': ['NETWORK.read', 'NETWORK.write'],
};

/** Within an area: write gives read and, for templates, share; share gives read, as nobody shares what he cannot see. */
function withinArea(): [Permission, Permission[]][] {
  return permissionAreaKeys.flatMap((key) => {
    const { rights } = permissionAreas[key];
    return rights.map((right): [Permission, Permission[]] => {
      const carried = rights.filter((other) => other !== right && right !== 'read' && other !== 'write');
      return [`${key}.${right}` as Permission, carried.map((other) => `${key}.${other}` as Permission)];
    });
  });
}

/** What each right gives at once; its consequences are found by following it. */
export const implications: ReadonlyMap<Permission, readonly Permission[]> = new Map(
  withinArea().map(([right, carried]) => [right, [...new Set([...carried, ...(acrossAreas[right] ?? [])])]]),
);

const givenBy = (right: Permission): readonly Permission[] => implications.get(right) ?? [];
const neededBy = (right: Permission): Permission[] =>
  permissionKeys.filter((other) => givenBy(other).includes(right));

function reach(from: Iterable<Permission>, next: (right: Permission) => readonly Permission[]) {
  const found = new Set<Permission>(from);
  for (const right of found) for (const other of next(right)) found.add(other);
  return found;
}

/** The set with every right that follows from it, and those that everybody has. */
export const closure = (set: Iterable<Permission>): Set<Permission> =>
  reach([...alwaysGranted, ...set], givenBy);

/** Checking a right checks everything it implies. */
export const withRight = (set: PermissionSet, permission: Permission): Set<Permission> =>
  closure([...set, permission]);

/**
 * Unchecking a right unchecks every right that cannot be without it: unchecking read clears write and the children.
 * A right that everybody has stays.
 */
export function withoutRight(set: PermissionSet, permission: Permission): Set<Permission> {
  if (alwaysGranted.includes(permission)) return closure(set);
  const cleared = reach([permission], neededBy);
  return closure([...closure(set)].filter((right) => !cleared.has(right)));
}

/** Whether the holder of `set` (a closed set, as roles store it) has the right. */
export const can = (set: PermissionSet, permission: Permission): boolean =>
  set.has(permission) || alwaysGranted.includes(permission);

const areaOf = (right: Permission): PermissionKey => right.slice(0, right.lastIndexOf('.')) as PermissionKey;

export const canAny = (set: PermissionSet, permissions: readonly Permission[]): boolean =>
  permissions.some((permission) => can(set, permission));

/** Rights of the provider: the multi-client space is open to who holds one of them. */
export const providerRights: readonly Permission[] = permissionKeys.filter(
  (right) => permissionAreas[areaOf(right)].group === 'multi-tenant',
);

export const opensMultiClientSpace = (set: PermissionSet): boolean => canAny(set, providerRights);

/** The settings menu shows with any of these whose page is there. */
export const settingsReads: readonly Permission[] = permissionKeys.filter((permission) =>
  /^SETTINGS\..*\.read$/.test(permission),
);

/** The share-resource menu shows with any of these: home, dashboard, cockpit and report templates. */
export const shareRights: readonly Permission[] = permissionKeys.filter((permission) =>
  permission.endsWith('.share'),
);
