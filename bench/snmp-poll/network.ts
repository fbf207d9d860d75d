import { openBus } from '#platform/bus/bus.ts';
import type { Endpoints } from '#platform/embedded/access/endpoints.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { runMigrations } from '#platform/migrations/run.ts';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { sealStored } from '#platform/secret/seal-stored.ts';
import { streams } from '#schemas/bus/stream.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { migrations } from '#schemas/migrations/migrations.ts';
import { benchSecrets } from '../harness/bench-secrets.ts';
import { addressOf, benchDevice, BENCH_COMMUNITY } from './device.ts';

/** Tables, streams, and an inventory of polled devices. */
export async function preparePolls(stores: Endpoints, devices: number, port: number): Promise<void> {
  const clickhouse = openClickHouse(stores.CLICKHOUSE_URL);
  const db = openPostgres(stores.DATABASE_URL);
  const bus = await openBus(stores.NATS_URL, 'bench');
  const interfaces = benchDevice().ports.map(({ name, alias }) => ({ name, alias }));
  const file = NetworkFile.parse({
    customers: [
      {
        clientId: 'bench',
        name: 'Bench',
        sites: [
          {
            name: 'Here',
            latitude: 48.8,
            longitude: 2.3,
            devices: Array.from({ length: devices }, (_, at) => ({
              name: `r${String(at)}`,
              address: addressOf(at),
              snmp: { community: BENCH_COMMUNITY, port },
              interfaces,
            })),
          },
        ],
      },
    ],
  });
  await runMigrations({ postgres: db, clickhouse, list: migrations });
  await bus.ensureStreams(Object.values(streams));
  await sealStored(db, benchSecrets);
  await importNetwork({ db, secrets: benchSecrets }, file, { dryRun: false });
  await Promise.all([bus.close(), db.destroy(), clickhouse.close()]);
}
