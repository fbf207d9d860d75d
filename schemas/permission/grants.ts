import {
  type Permission,
  permissionAreaKeys,
  permissionAreas,
  type PermissionKey,
  permissionKeys,
} from './catalogue.ts';

export type PermissionSet = ReadonlySet<Permission>;

/** Permissions of every user: the role editor shows them checked and disabled. */
export const alwaysGranted: readonly Permission[] = ['HOME.read'];

/** Permissions that imply permissions of other areas (specification, section 6 of both documents). */
const acrossAreas: Partial<Record<Permission, readonly Permission[]>> = {
  'SCHEDULING.read': ['REPORT.read'],
  'SCHEDULING.write': ['REPORT.read', 'SCHEDULING.read'],
  'SETTINGS.SAML.read': ['ROLE.read'],
  'NETWORK.SDWAN_MANAGER.read': ['NETWORK.PROVISIONING.read'],
  'NETWORK.SDWAN_MANAGER.write': ['NETWORK.SDWAN_MANAGER.read', 'NETWORK.PROVISIONING.write'],
  'USER.read': ['ROLE.read'],
  'SUPPORT.DEBUG.read': ['NETWORK.read', 'NETWORK.write'],
};

/** Within an area, write implies read and, for templates, share; share implies read. */
function withinArea(): [Permission, Permission[]][] {
  return permissionAreaKeys.flatMap((key) => {
    const { rights } = permissionAreas[key];
    return rights.map((right): [Permission, Permission[]] => {
      const carried = rights.filter((other) => other !== right && right !== 'read' && other !== 'write');
      return [`${key}.${right}` as Permission, carried.map((other) => `${key}.${other}` as Permission)];
    });
  });
}

/** Direct implications of each permission; the closure follows them. */
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

/** Returns the set with all implied permissions and those of every user. */
export const closure = (set: Iterable<Permission>): Set<Permission> =>
  reach([...alwaysGranted, ...set], givenBy);

/** Checking a permission checks all implied ones. */
export const withRight = (set: PermissionSet, permission: Permission): Set<Permission> =>
  closure([...set, permission]);

/** Unchecking a permission unchecks all that imply it: unchecking read clears write and the children. Permissions of every user stay. */
export function withoutRight(set: PermissionSet, permission: Permission): Set<Permission> {
  if (alwaysGranted.includes(permission)) return closure(set);
  const cleared = reach([permission], neededBy);
  return closure([...closure(set)].filter((right) => !cleared.has(right)));
}

/** Checks or unchecks several permissions; those of every user stay. */
export const withRights = (
  set: PermissionSet,
  permissions: readonly Permission[],
  checked: boolean,
): PermissionSet =>
  permissions.reduce<PermissionSet>(
    (held, permission) => (checked ? withRight(held, permission) : withoutRight(held, permission)),
    set,
  );

/** Whether a closed set, as stored with roles, contains the permission. */
export const can = (set: PermissionSet, permission: Permission): boolean =>
  set.has(permission) || alwaysGranted.includes(permission);

const areaOf = (right: Permission): PermissionKey => right.slice(0, right.lastIndexOf('.')) as PermissionKey;

export const canAny = (set: PermissionSet, permissions: readonly Permission[]): boolean =>
  permissions.some((permission) => can(set, permission));

/** Provider permissions: any of them opens the multi-client space. */
export const providerRights: readonly Permission[] = permissionKeys.filter(
  (right) => permissionAreas[areaOf(right)].group === 'multi-tenant',
);

export const opensMultiClientSpace = (set: PermissionSet): boolean => canAny(set, providerRights);

/** Any of these opens the settings menu, if its page exists. */
export const settingsReads: readonly Permission[] = permissionKeys.filter((permission) =>
  /^SETTINGS\..*\.read$/.test(permission),
);

/** Any of these opens the share-resource menu: home, dashboard, cockpit and report templates. */
export const shareRights: readonly Permission[] = permissionKeys.filter((permission) =>
  permission.endsWith('.share'),
);
