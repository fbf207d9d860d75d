import { createHmac } from 'node:crypto';
import { accountOf } from '#schemas/tier/tier.ts';
import type { Tier } from '#schemas/tier/tier.ts';
import type { StoreUrls } from '../stores.ts';

export type Store = keyof StoreUrls;

/** The password of a tier in a store: known to who has the key; of one password no other follows. Letters and digits: it stands in addresses. */
export const passwordOf = (key: string, store: Store, tier: Tier): string =>
  createHmac('sha256', key)
    .update(`${store} ${accountOf(tier)}`)
    .digest('hex');

/** An address with the account of a tier in place of the one in it. */
function withAccount(url: string, tier: Tier, password: string): string {
  const parts = url.split(',').map((one) => {
    const address = new URL(one.trim());
    address.username = accountOf(tier);
    address.password = password;
    return address.href;
  });
  return parts.join(',');
}

/** The addresses of the stores as a tier is given them. `only`: those in which there are accounts. */
export const urlsOf = (
  tier: Tier,
  { urls, key, only }: { readonly urls: StoreUrls; readonly key: string; readonly only: readonly Store[] },
): StoreUrls =>
  Object.fromEntries(
    Object.entries(urls).map(([store, url]: [string, string]) => [
      store,
      only.includes(store as Store) ? withAccount(url, tier, passwordOf(key, store as Store, tier)) : url,
    ]),
  ) as unknown as StoreUrls;
