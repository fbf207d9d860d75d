import type { MenuScope } from '#schemas/menu/entry.ts';

/** The scope an address belongs to: `/cc/…` across customers, `/mt/…` administration, the rest one customer. */
export function scopeOf(pathname: string): MenuScope {
  if (pathname.startsWith('/cc/')) return 'cross-customer';
  return pathname.startsWith('/mt/') ? 'admin' : 'customer';
}
