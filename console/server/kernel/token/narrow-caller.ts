import type { Permission } from '#schemas/permission/catalogue.ts';
import { closure } from '#schemas/permission/grants.ts';
import { scopesOf, type Caller, type DisplayToken } from '../access/caller.ts';

export interface TokenReach {
  readonly id: number;
  readonly permissions: readonly Permission[];
  /** Undefined for every customer of the owner. */
  readonly customers: ReadonlySet<number> | undefined;
  /** Alarms are shown as far as the owner sees them, unless it says that they are not. */
  readonly display?: (Omit<DisplayToken, 'showsAlarms'> & { readonly showsAlarms?: boolean }) | undefined;
}

/** The owner restricted by a token: permissions and customers that both have. */
export function narrowCaller(owner: Caller, token: TokenReach): Caller {
  const covered = closure(token.permissions);
  const permissions = new Set([...owner.permissions].filter((permission) => covered.has(permission)));
  const { customers: bound } = token;
  const customers =
    bound === undefined
      ? owner.customers
      : new Map([...owner.customers].filter(([customer]) => bound.has(customer)));
  const allCustomers = owner.allCustomers && bound === undefined;
  const scopes = scopesOf(permissions, customers.size, allCustomers);
  const { display } = token;
  const narrowed = { ...owner, permissions, customers, allCustomers, scopes, token: token.id };
  if (display === undefined) return narrowed;
  const showsAlarms = display.showsAlarms !== false && owner.permissions.has('ALERT.read');
  return { ...narrowed, display: { ...display, showsAlarms } };
}
