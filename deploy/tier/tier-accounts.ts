import { createHmac } from 'node:crypto';
import { shardUrls, withColumnAccount } from '#platform/clickhouse/replica-urls.ts';
import { serverUrls, withCredentials } from '#platform/postgres/server-urls.ts';
import { storeAccountOf, type Tier } from '#schemas/tier/tier.ts';
import type { StoreUrls } from '../stores.ts';

export type StoreName = keyof StoreUrls;

/**
 * Returns the password of a tier in a store, derived from the key: one password reveals no other. Letters and digits only, for
 * use in URLs.
 */
export const tierPassword = (key: string, store: StoreName, tier: Tier): string =>
  createHmac('sha256', key)
    .update(`${store} ${storeAccountOf(tier)}`)
    .digest('hex');

/** Returns a URL with the account of a tier. Several servers of PostgreSQL or ClickHouse have one account, those of NATS one each. */
function withAccount(url: string, tier: Tier, password: string): string {
  const account = { username: storeAccountOf(tier), password };
  if (serverUrls(url).length > 0) return withCredentials(url, account);
  if (shardUrls(url).length > 0) return withColumnAccount(url, account);
  const parts = url.split(',').map((one) => {
    const address = new URL(one.trim());
    address.username = storeAccountOf(tier);
    address.password = password;
    return address.href;
  });
  return parts.join(',');
}

/** Returns the store URLs of a tier. `only`: the stores with accounts. */
export const urlsOf = (
  tier: Tier,
  {
    urls,
    key,
    only,
  }: { readonly urls: StoreUrls; readonly key: string; readonly only: readonly StoreName[] },
): StoreUrls =>
  Object.fromEntries(
    Object.entries(urls).map(([store, url]: [string, string]) => [
      store,
      only.includes(store as StoreName)
        ? withAccount(url, tier, tierPassword(key, store as StoreName, tier))
        : url,
    ]),
  ) as unknown as StoreUrls;
