import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { z } from 'zod';
import { networkOf } from '#demo/network.ts';
import { buildFleet } from '#demo/fleet.ts';
import type { FleetArguments } from '#demo/arguments.ts';
import { openBus, type Bus } from '#platform/bus/bus.ts';
import { ReplicasRefusedError } from '#platform/bus/streams.ts';
import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { systemIds } from '#platform/id/id.ts';
import { ensureStarterCockpit } from '#server/features/cockpit/starter-cockpit.ts';
import { provisionDocuments, type ProvisionedFile } from '#server/features/dashboard/provision-documents.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { readNetworkSource, type NetworkSource } from '#server/features/inventory/import/import-source.ts';
import { addressWarnings } from '#server/features/inventory/import/refused-addresses.ts';
import { LEASE_MS } from '#platform/lease/leased-partitions.ts';
import { applyRetentions } from '#platform/migrations/retention.ts';
import { ReplicationRefusedError } from '#platform/migrations/replication.ts';
import { MigrationChangedError, NewerDatabaseError, runMigrations } from '#platform/migrations/run.ts';
import { silentLog, type Log } from '#platform/log/log.ts';
import { openSecrets, type SecretConfiguration } from '#platform/secret/open-secrets.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import { serverUrls } from '#platform/postgres/server-urls.ts';
import { buckets, streams } from '#schemas/bus/stream.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { faultText, type NetworkFileFault } from '#schemas/inventory/network-file-fault.ts';
import { refusedAddressLine } from '#schemas/inventory/refused-address.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { clickhouseTables } from '#schemas/table/clickhouse.ts';
import { FIRST_STEPS_SETTING, newFirstSteps } from '#schemas/first-steps/first-steps.ts';
import { migrations } from '#schemas/migrations/migrations.ts';
import type { Retention } from '#schemas/table/table.ts';
import { ensureAdministrator, unlessLookAlike, type CreatedAccount } from './accounts.ts';
import type { ConsoleOutput } from './console-output.ts';
import { ensureDemonstrationAccounts } from './demonstration-accounts.ts';
import { logProvisioning, readDocumentFiles } from './documents/document-files.ts';
import { ensureStarterDocuments } from './documents/starter-documents.ts';
import type { StoreUrls } from './stores.ts';

/** The start failed for a reason that the user can fix; the message says all there is to know. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Reads the user's network file, before anything starts. Throws a StartError with one line per fault. */
export function readNetworkFile(path: string): NetworkSource & { readonly ok: true } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartError(`--network ${path}: ${(error as Error).message}`, { cause: error });
  }
  const source = readNetworkSource(text);
  if (source.ok) return source;
  throw faulty(path, source.faults);
}

/** Reads the user's dashboards and home pages, before anything starts. Throws a StartError with one line per fault. */
export function readDocuments(folder: string | undefined): readonly ProvisionedFile[] | undefined {
  if (folder === undefined) return undefined;
  const { files, faults } = readDocumentFiles(folder);
  if (faults.length > 0) throw new StartError(faults.map((fault) => `--documents ${fault}`).join('\n'));
  return files;
}

/** A line for each device of the file that is not polled because of its address. */
export const networkWarnings = (
  { path, source }: NonNullable<Preparation['network']>,
  allowedNetworks: readonly string[],
): readonly string[] =>
  addressWarnings(source.refused, allowedNetworks).map((one) => `${path}: ${refusedAddressLine(one)}`);

const faulty = (path: string, faults: readonly NetworkFileFault[]): StartError =>
  new StartError(faults.map((fault) => `${path}: ${faultText(fault)}`).join('\n'));

export interface Preparation {
  readonly urls: StoreUrls;
  /** Whether several servers of PostgreSQL may be used without a synchronous standby. */
  readonly isAsynchronousAccepted: boolean;
  /** Copies of each stream and bucket; 0: by the number of servers in `NATS_URL`. */
  readonly natsReplicas: number;
  readonly output: ConsoleOutput;
  readonly adminPassword: string;
  readonly secrets: SecretConfiguration;
  /** Retention of the tables in days. */
  readonly retentions: Readonly<Record<Retention, number>>;
  readonly demo: FleetArguments | undefined;
  readonly network:
    | { readonly path: string; readonly source: NetworkSource & { readonly ok: true } }
    | undefined;
  /** Undefined: none are provisioned, and those that were stay as they are. */
  readonly documents: readonly ProvisionedFile[] | undefined;
  readonly log: Log;
}

interface Imports {
  readonly db: Db;
  readonly secrets: SecretBox;
}

async function importDemonstration(imports: Imports, demo: FleetArguments): Promise<void> {
  // Another size of the demonstration has other devices at the addresses of those before.
  const options = { sameAddress: 'another device' } as const;
  const done = await importNetwork(imports, networkOf(buildFleet(demo), demo.agentPort), options);
  if (!done.ok)
    throw new StartError(
      `the demonstration network cannot be imported: ${done.faults.map((fault) => problemText(fault.code, 'en', fault.params))[0] ?? ''}; try --no-demo`,
    );
}

/** The starter cockpit comes after the demonstration, which has alarms of its own, and before the network of the user. */
async function importNetworks(imports: Imports, { demo, network }: Preparation): Promise<void> {
  if (demo !== undefined) await importDemonstration(imports, demo);
  await ensureStarterCockpit(imports.db);
  if (network === undefined) return;
  const { path, source } = network;
  const done = await importNetwork(imports, source.value);
  if (!done.ok) throw faulty(path, done.faults.map(source.locate));
}

const STARTED = 'demonstration.started';

/** First start of the demonstration, around which its story happens, in milliseconds since 1970. */
async function firstStart(db: Db): Promise<number> {
  await db
    .insertInto('setting')
    .values({ name: STARTED, value: JSON.stringify(systemClock.now().getTime()) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', STARTED)
    .executeTakeFirstOrThrow();
  return z.number().parse(value);
}

/** A new installation begins with the checklist. The demonstration network has nothing to set up. */
const beginFirstSteps = (db: Db) =>
  db
    .insertInto('setting')
    .values({ name: FIRST_STEPS_SETTING, value: JSON.stringify(newFirstSteps) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();

/** What the processes need to know of the preparation. */
export interface Prepared {
  /** Newly created. */
  readonly administrator: CreatedAccount | undefined;
  readonly demo: FleetArguments | undefined;
}

/** Says what to do about a database that this release cannot open. */
async function migrate(run: Parameters<typeof runMigrations<Database>>[0]): Promise<void> {
  try {
    await runMigrations(run);
  } catch (error) {
    if (error instanceof NewerDatabaseError) throw new StartError(error.message, { cause: error });
    if (error instanceof ReplicationRefusedError)
      throw new StartError(`CLICKHOUSE_URL: ${error.message}`, { cause: error });
    if (error instanceof MigrationChangedError)
      throw new StartError(
        `a version of Telltale that was never released wrote this database, and it cannot be upgraded (${error.message}): start it with that version, or use an empty database`,
        { cause: error },
      );
    throw error;
  }
}

/**
 * After the failover of an asynchronous standby, PostgreSQL gives ids again that were acknowledged before. Rows in ClickHouse and messages
 * refer to elements by their ids alone: those of one customer would become those of another.
 */
async function expectSynchronousStandby(db: Db): Promise<void> {
  const { rows } = await sql<{ standbys: string; commit: string }>`
    SELECT current_setting('synchronous_standby_names') AS standbys, current_setting('synchronous_commit') AS commit`.execute(
    db,
  );
  const { standbys = '', commit = 'on' } = rows[0] ?? {};
  if (standbys !== '' && commit !== 'off' && commit !== 'local') return;
  throw new StartError(
    `DATABASE_URL names several servers, of which none is a synchronous standby (synchronous_standby_names = '${standbys}', synchronous_commit = ${commit}): a failover could give the ids of one customer's elements to another's. Set synchronous_standby_names in PostgreSQL, or POSTGRES_ASYNCHRONOUS=true to accept it`,
  );
}

/** Of three servers, one may fail. */
const USUAL_REPLICAS = 3;

/** Streams and buckets, before a process creates them with a single replica. */
async function prepareBus(bus: Bus, { urls, natsReplicas, output }: Preparation): Promise<void> {
  await bus.ensureStreams(Object.values(streams));
  for (const name of Object.values(buckets))
    await bus.bucket(name, name === buckets.leases ? { ttlMs: LEASE_MS } : {});
  const isCluster = urls.NATS_URL.split(',').length >= USUAL_REPLICAS;
  const replicas = natsReplicas > 0 ? natsReplicas : isCluster ? USUAL_REPLICAS : undefined;
  if (replicas === undefined) return;
  try {
    const changed = await bus.ensureReplicas(replicas);
    if (changed.length > 0)
      output.say(`NATS: ${String(replicas)} replicas of ${String(changed.length)} streams and buckets`);
  } catch (error) {
    if (!(error instanceof ReplicasRefusedError)) throw error;
    throw new StartError(`NATS_REPLICAS: ${error.message}`, { cause: error });
  }
}

interface TableStores {
  readonly db: Db;
  readonly clickhouse: ClickHouse;
}

/** Tables of this release with the configured retentions, on every server of ClickHouse that responds. */
export async function prepareTables(
  { db, clickhouse }: TableStores,
  retentions: Preparation['retentions'],
): Promise<void> {
  await migrate({ postgres: db, clickhouse, list: migrations });
  await applyRetentions(clickhouse, { tables: clickhouseTables, days: retentions });
}

/** Prepares the stores for the processes: migrations, streams, networks, accounts. */
export async function prepare(preparation: Preparation): Promise<Prepared> {
  const { urls, output, adminPassword, retentions } = preparation;
  const db = openPostgres(urls.DATABASE_URL, { connections: 2 });
  const clickhouse = openClickHouse(urls.CLICKHOUSE_URL);
  const bus = await openBus(urls.NATS_URL, 'telltale-start');
  try {
    if (serverUrls(urls.DATABASE_URL).length > 1 && !preparation.isAsynchronousAccepted)
      await expectSynchronousStandby(db);
    await prepareTables({ db, clickhouse }, retentions);
    output.mark('migrations');
    await prepareBus(bus, preparation);
    const secrets = await openSecrets(preparation.secrets, { db, ids: systemIds, log: silentLog });
    const demo = preparation.demo && { ...preparation.demo, startedMs: await firstStart(db) };
    await importNetworks({ db, secrets }, preparation);
    output.mark('networks');
    const administrator = await unlessLookAlike(output.say, () => ensureAdministrator(db, adminPassword));
    if (administrator !== undefined && demo === undefined) await beginFirstSteps(db);
    if (demo !== undefined) await ensureDemonstrationAccounts(db, secrets, output.say);
    output.mark('accounts');
    await ensureStarterDocuments(db);
    const { documents } = preparation;
    if (documents !== undefined) logProvisioning(preparation.log, await provisionDocuments(db, documents));
    output.mark('documents');
    return { administrator, demo };
  } finally {
    await bus.close();
    await clickhouse.close();
    await db.destroy();
  }
}
