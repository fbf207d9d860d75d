import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import { startStores } from './embedded-stores.ts';
import { prepareStores } from './network-under-test.ts';

/** Measures on stores of its own, with one customer in them. */
export async function onStores<Result>(
  measure: (stores: { readonly db: Db; readonly clickhouse: ClickHouse }) => Promise<Result>,
): Promise<Result> {
  const stores = await startStores();
  const db = openPostgres(stores.endpoints.DATABASE_URL);
  const clickhouse = openClickHouse(stores.endpoints.CLICKHOUSE_URL);
  try {
    await prepareStores(stores.endpoints);
    return await measure({ db, clickhouse });
  } finally {
    await db.destroy();
    await clickhouse.close();
    await stores.close();
  }
}
