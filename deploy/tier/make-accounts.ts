import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import type { StoreUrls } from '../stores.ts';
import { makeColumnAccounts } from './column-accounts.ts';
import { makeRelationAccounts } from './relation-accounts.ts';
import { passwordOf } from './tier-accounts.ts';
import type { Store } from './tier-accounts.ts';

export interface StoreAccounts {
  readonly urls: StoreUrls;
  /** All passwords follow from it. */
  readonly key: string;
  /** Stores that have accounts: those that run elsewhere. */
  readonly only: readonly Store[];
}

/** Makes the accounts of the tiers where they can be made by a statement; those of NATS stand in its configuration. */
export async function makeAccounts({ urls, key, only }: StoreAccounts): Promise<void> {
  if (only.includes('DATABASE_URL')) {
    const db = openPostgres(urls.DATABASE_URL, { connections: 1 });
    await makeRelationAccounts(db, (tier) => passwordOf(key, 'DATABASE_URL', tier)).finally(() =>
      db.destroy(),
    );
  }
  if (only.includes('CLICKHOUSE_URL')) {
    const clickhouse = openClickHouse(urls.CLICKHOUSE_URL);
    await makeColumnAccounts(clickhouse, (tier) => passwordOf(key, 'CLICKHOUSE_URL', tier)).finally(() =>
      clickhouse.close(),
    );
  }
}
