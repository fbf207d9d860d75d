import type { Permission } from '../permission/catalogue.ts';
import type { ModuleName } from './modules.ts';

export type MenuScope = 'customer' | 'cross-customer' | 'admin';
export type MenuGroup = 'inventory' | 'template' | 'support' | 'rights' | 'settings';

export interface MenuEntry {
  readonly id: string;
  readonly route: string;
  readonly scope: MenuScope;
  /** Entries without a group precede all groups. */
  readonly group?: MenuGroup;
  /** Undefined if not specified: `menuOrderOf` returns a default. */
  readonly order?: number;
  /** Default page of its group, or for `settings` of its scope. */
  readonly default?: true;
  /** One permission, any permission of a list, or none. */
  readonly needs: Permission | readonly Permission[] | null;
  /** Its pages concern the entire installation and require access to every customer, as in their contracts. */
  readonly everyCustomer?: true;
  readonly module: ModuleName;
  readonly en: string;
  readonly fr: string;
}

/** Groups in menu order. */
export const menuGroups = {
  inventory: { en: 'Inventory', fr: 'Inventaire' },
  template: { en: 'Templates', fr: 'Modèles' },
  support: { en: 'Support', fr: 'Support' },
  rights: { en: 'Permissions', fr: 'Droits' },
  settings: { en: 'Settings', fr: 'Paramètres' },
} as const satisfies Record<MenuGroup, { en: string; fr: string }>;
