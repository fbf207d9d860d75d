import { openBus } from '#platform/bus/bus.ts';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Endpoints } from '#platform/embedded/access/endpoints.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { runMigrations } from '#platform/migrations/run.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { sealStored } from '#platform/secret/seal-stored.ts';
import { streams } from '#schemas/bus/stream.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { migrations } from '#schemas/migrations/migrations.ts';
import { benchSecrets } from './bench-secrets.ts';

const network = {
  customers: [
    {
      clientId: 'bench',
      name: 'Bench',
      sites: [
        {
          name: 'Here',
          latitude: 48.8,
          longitude: 2.3,
          networks: ['10.11.0.0/16'],
          devices: [
            { name: 'edge', address: '127.0.0.1', exporters: ['127.0.0.1'], interfaces: [{ name: 'Gi0/0' }] },
          ],
        },
      ],
    },
  ],
};

/** Tables, streams, and one customer with one exporter at 127.0.0.1. */
export async function prepareStores({ CLICKHOUSE_URL, DATABASE_URL, NATS_URL }: Endpoints): Promise<void> {
  const clickhouse = openClickHouse(CLICKHOUSE_URL);
  const db = openPostgres(DATABASE_URL);
  const bus = await openBus(NATS_URL, 'bench');
  await runMigrations({ postgres: db, clickhouse, list: migrations });
  await bus.ensureStreams(Object.values(streams));
  await sealStored(db, benchSecrets);
  await importNetwork({ db, secrets: benchSecrets }, NetworkFile.parse(network), { dryRun: false });
  await bus.close();
  await db.destroy();
  await clickhouse.close();
}
