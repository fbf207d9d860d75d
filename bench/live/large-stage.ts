import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import { fillLargeCustomer, type LargeCustomer } from '../data/large-customer.ts';
import { startStores } from '../harness/embedded-stores.ts';
import { prepareStores } from '../harness/network-under-test.ts';
import { respondWithStates } from './quiet-engine.ts';
import { startBenchServer, type BenchServer } from './server.ts';

/** A server with a large customer. */
export interface LargeStage {
  readonly server: BenchServer;
  readonly clickhouse: ClickHouse;
  readonly db: Db;
  readonly large: LargeCustomer;
  /** Of the process that supervises the stores. */
  readonly stores: number;
}

/** Embedded stores with a large customer, and a server on them, for the duration of `use`. */
export async function withLargeCustomer<Value>(use: (stage: LargeStage) => Promise<Value>): Promise<Value> {
  const stores = await startStores();
  const { endpoints } = stores;
  const clickhouse = openClickHouse(endpoints.CLICKHOUSE_URL);
  const db = openPostgres(endpoints.DATABASE_URL);
  try {
    await prepareStores(endpoints);
    const large = await fillLargeCustomer(endpoints);
    const server = await startBenchServer(endpoints, respondWithStates);
    try {
      return await use({ server, clickhouse, db, large, stores: stores.pid });
    } finally {
      await server.close();
    }
  } finally {
    await clickhouse.close();
    await db.destroy();
    await stores.close();
  }
}
