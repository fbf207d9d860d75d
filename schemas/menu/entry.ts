import type { Permission } from '../permission/catalogue.ts';
import type { ModuleName } from './modules.ts';

export type MenuScope = 'customer' | 'cross-customer' | 'admin';
export type MenuGroup = 'inventory' | 'template' | 'support' | 'rights' | 'settings';

export interface MenuEntry {
  readonly id: string;
  readonly route: string;
  readonly scope: MenuScope;
  /** Entries without a group stand before all groups. */
  readonly group?: MenuGroup;
  /** Undefined where the specification shows none: `placeOf` says where the entry stands. */
  readonly order?: number;
  /** Opened first when its group, or for `settings` its scope, is entered. */
  readonly default?: true;
  /** One permission, any of a list, or none. */
  readonly needs: Permission | readonly Permission[] | null;
  /** All that its pages read holds for the whole installation: for who sees every customer, as their contracts say. */
  readonly everyCustomer?: true;
  readonly module: ModuleName;
  readonly en: string;
  readonly fr: string;
}

/** Groups in the order of the menu. */
export const menuGroups = {
  inventory: { en: 'Inventory', fr: 'Inventaire' },
  template: { en: 'Templates', fr: 'Modèles' },
  support: { en: 'Support', fr: 'Support' },
  rights: { en: 'Rights', fr: 'Droits' },
  settings: { en: 'Settings', fr: 'Paramètres' },
} as const satisfies Record<MenuGroup, { en: string; fr: string }>;
