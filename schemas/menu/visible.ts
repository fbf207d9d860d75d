import { can, canAny, type PermissionSet } from '../permission/grants.ts';
import { type MenuEntry, type MenuGroup, menuGroups, type MenuScope } from './entry.ts';
import { menuEntries } from './table.ts';

/** Order of entries without a specified order: after the ordered entries (0 to 72), before the test entry (999), in table order. */
export const UNORDERED_POSITION = 500;

const groupNames = Object.keys(menuGroups) as MenuGroup[];

const entries: readonly MenuEntry[] = menuEntries;

/** Entries without a group are in group 0. */
const groupPlace = ({ group }: MenuEntry): number =>
  group === undefined ? 0 : groupNames.indexOf(group) + 1;

/** Order within the group. */
export const menuOrderOf = ({ order }: MenuEntry): number => order ?? UNORDERED_POSITION;

const byPlace = (one: MenuEntry, other: MenuEntry): number =>
  groupPlace(one) - groupPlace(other) || menuOrderOf(one) - menuOrderOf(other);

/** Whether the permissions allow the entry; an entry without a rule is always allowed. */
export function canOpen({ needs }: MenuEntry, permissions: PermissionSet): boolean {
  if (needs === null) return true;
  return typeof needs === 'string' ? can(permissions, needs) : canAny(permissions, needs);
}

const rightsOf = ({ needs }: MenuEntry): readonly string[] =>
  typeof needs === 'string' ? [needs] : (needs ?? []);

/** Permission areas whose pages need access to every customer: users who see some of them get no menu entry by these rights. */
export const everyCustomerAreas = (): ReadonlySet<string> =>
  new Set(
    entries
      .filter((entry) => entry.everyCustomer === true)
      .flatMap(rightsOf)
      .map((right) => right.slice(0, right.lastIndexOf('.'))),
  );

export interface MenuView {
  readonly scope: MenuScope;
  /** Scopes of the session: an entry of another scope is closed, whatever the permissions. */
  readonly scopes: readonly MenuScope[];
  readonly permissions: PermissionSet;
  /** Whether the user sees every customer, including future ones. */
  readonly everyCustomer: boolean;
  /** Module flags of the installation. */
  readonly modules: readonly string[];
}

/** Returns the visible entries by group and order; ties keep the order of the specification. */
export const visibleMenu = ({ scope, scopes, permissions, everyCustomer, modules }: MenuView): MenuEntry[] =>
  entries
    .filter((entry) => scopes.includes(scope) && entry.scope === scope && modules.includes(entry.module))
    .filter((entry) => canOpen(entry, permissions) && (everyCustomer || entry.everyCustomer !== true))
    .sort(byPlace);
