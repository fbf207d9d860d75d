import type { Session } from '#schemas/account/routes.ts';
import type { MenuEntry, MenuScope } from '#schemas/menu/entry.ts';
import { menuEntries } from '#schemas/menu/table.ts';
import { canOpen } from '#schemas/menu/visible.ts';

const isBelow = (pathname: string, route: string): boolean =>
  pathname === route || pathname.startsWith(`${route}/`);

/** The scope an address belongs to: `/cc/…` across customers, `/mt/…` administration, everything else one customer. */
function scopeOfAddress(pathname: string): MenuScope {
  if (isBelow(pathname, '/cc')) return 'cross-customer';
  return isBelow(pathname, '/mt') ? 'admin' : 'customer';
}

/** The scope whose frame a page has: that of its address, or the first of the session for an address outside its scopes. */
export function frameScopeOf(pathname: string, { scopes }: Pick<Session, 'scopes'>): MenuScope {
  const scope = scopeOfAddress(pathname);
  return scopes.includes(scope) ? scope : (scopes[0] ?? 'customer');
}

/** The menu entry of an address; pages below an entry belong to it. */
export const entryAt = (pathname: string): MenuEntry | undefined =>
  (menuEntries as readonly MenuEntry[])
    .filter(({ route }) => isBelow(pathname, route))
    .toSorted((one, other) => other.route.length - one.route.length)[0];

/** A page that is not shown, by what the user reads instead. */
export interface ClosedPageReason {
  readonly is: 'missing' | 'refused' | 'of another customer';
  readonly entry: MenuEntry;
}

interface ClosedPageNeeds {
  readonly pathname: string;
  readonly session: Pick<Session, 'modules' | 'customers'>;
  /** Entries that the user can open, of the scope of the address. */
  readonly open: readonly MenuEntry[];
  /** The customer that the address names. */
  readonly customer: number | undefined;
}

/**
 * Why the page of an address is not shown: it is not offered here, or the user has no access to it or to the customer that it names.
 * Undefined for an open page, and for one outside the menu.
 */
export function closedPageOf({
  pathname,
  session,
  open,
  customer,
}: ClosedPageNeeds): ClosedPageReason | undefined {
  const entry = entryAt(pathname);
  if (entry === undefined) return undefined;
  if (!session.modules.includes(entry.module)) return { is: 'missing', entry };
  const isForeign =
    entry.scope === 'customer' &&
    customer !== undefined &&
    session.customers.every(({ id }) => id !== customer);
  if (open.every(({ id }) => id !== entry.id)) return { is: 'refused', entry };
  return isForeign ? { is: 'of another customer', entry } : undefined;
}

type Visitor = Pick<Session, 'permissions' | 'customers' | 'everyCustomer' | 'scopes'>;

/** What a page lacks whose permissions the user has. */
export type RefusalReason = 'role' | 'every customer' | 'a customer' | 'several customers';

/** Why a user cannot open a page: no permission, or not the customers that it is about. */
export function refusalOf(
  entry: MenuEntry | undefined,
  { permissions, customers, everyCustomer, scopes }: Visitor,
): RefusalReason {
  if (entry === undefined || !canOpen(entry, new Set(permissions))) return 'role';
  if (entry.everyCustomer === true && !everyCustomer) return 'every customer';
  if (entry.scope === 'admin' || scopes.includes(entry.scope)) return 'role';
  return customers.length === 0 ? 'a customer' : 'several customers';
}
