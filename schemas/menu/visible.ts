import { can, canAny, type PermissionSet } from '../permission/grants.ts';
import { type MenuEntry, type MenuGroup, menuGroups, type MenuScope } from './entry.ts';
import { menuEntries } from './table.ts';

/**
 * Our own rule for entries whose order the specification does not show: they stand where this order would be, after the
 * ordered entries (0 to 72) and before the test entry (999), among each other in the order of the table.
 */
export const UNORDERED_POSITION = 500;

const groupNames = Object.keys(menuGroups) as MenuGroup[];

const entries: readonly MenuEntry[] = menuEntries;

/** Ungrouped entries are group 0. */
const groupPlace = ({ group }: MenuEntry): number =>
  group === undefined ? 0 : groupNames.indexOf(group) + 1;

/** Order inside the group. */
export const menuOrderOf = ({ order }: MenuEntry): number => order ?? UNORDERED_POSITION;

const byPlace = (one: MenuEntry, other: MenuEntry): number =>
  groupPlace(one) - groupPlace(other) || menuOrderOf(one) - menuOrderOf(other);

/** Whether the permissions open the entry; an entry without a permission rule is open to everybody. */
export function canOpen({ needs }: MenuEntry, permissions: PermissionSet): boolean {
  if (needs === null) return true;
  return typeof needs === 'string' ? can(permissions, needs) : canAny(permissions, needs);
}

export interface MenuView {
  readonly scope: MenuScope;
  readonly permissions: PermissionSet;
  /** Whether the user sees every customer, those to come included. */
  readonly everyCustomer: boolean;
  /** Module flags of the installation. */
  readonly modules: readonly string[];
}

/** Entries to show, sorted by group and order; equal places keep the order of the specification. */
export const visibleMenu = ({ scope, permissions, everyCustomer, modules }: MenuView): MenuEntry[] =>
  entries
    .filter((entry) => entry.scope === scope && modules.includes(entry.module))
    .filter((entry) => canOpen(entry, permissions) && (everyCustomer || entry.everyCustomer !== true))
    .sort(byPlace);
