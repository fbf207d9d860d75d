import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import type { StartConfiguration } from '../configuration.ts';
import { StartError } from '../preparation.ts';
import { storesElsewhere, type StoreUrls } from '../stores.ts';
import { makeColumnAccounts } from './column-accounts.ts';
import { AccountsRefusedError, makeRelationAccounts } from './relation-accounts.ts';
import { tierPassword, type StoreName } from './tier-accounts.ts';

interface StoreAccounts {
  readonly urls: StoreUrls;
  /** All passwords derive from it. */
  readonly key: string;
  /** External stores: those with accounts. */
  readonly only: readonly StoreName[];
}

async function inPostgres({ urls, key }: StoreAccounts): Promise<void> {
  const db = openPostgres(urls.DATABASE_URL, { connections: 1 });
  try {
    await makeRelationAccounts(db, (tier) => tierPassword(key, 'DATABASE_URL', tier));
  } finally {
    await db.destroy();
  }
}

async function inClickHouse({ urls, key }: StoreAccounts): Promise<void> {
  const clickhouse = openClickHouse(urls.CLICKHOUSE_URL);
  try {
    await makeColumnAccounts(clickhouse, (tier) => tierPassword(key, 'CLICKHOUSE_URL', tier));
  } finally {
    await clickhouse.close();
  }
}

/** Creates the accounts of the tiers in PostgreSQL and ClickHouse; those of NATS are in its configuration. */
async function makeAccounts(accounts: StoreAccounts): Promise<void> {
  if (accounts.only.includes('DATABASE_URL')) await inPostgres(accounts);
  if (accounts.only.includes('CLICKHOUSE_URL')) await inClickHouse(accounts);
}

/** Creates an account for each process in each external store, when there is a key for them. */
export async function withAccounts(config: StartConfiguration, urls: StoreUrls): Promise<void> {
  const { STORE_ACCOUNTS_KEY: key } = config;
  if (key === '') return;
  await makeAccounts({ urls, key, only: storesElsewhere(config) }).catch((error: unknown) => {
    if (error instanceof AccountsRefusedError) throw new StartError(error.message, { cause: error });
    throw error;
  });
}
