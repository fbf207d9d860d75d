import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStreamArchive } from '#platform/bus/stream-archive.ts';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { readDiskSpace } from '#platform/disk/disk-watch.ts';
import type { Endpoints } from '#platform/embedded/access/endpoints.ts';
import { makePrivateDirectory } from '#platform/embedded/access/private-directory.ts';
import { writeDataRelease } from '#platform/embedded/data-release.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { BackupError, sizeText } from './backup-error.ts';
import { compareSums, linkBackupFolder, restoreColumns } from './clickhouse-backup.ts';
import { copyFolder, makeFolders } from './copy-files.ts';
import { checkFileList } from './file-list.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { relationSums } from './postgres-backup.ts';
import { declareReady, finishRestore, restoringFolder } from './replace-data.ts';
import { restoreStreams } from './stream-backup.ts';

type StagingStores = <Value>(data: string, work: (endpoints: Endpoints) => Promise<Value>) => Promise<Value>;

export interface RestoreOrder {
  readonly data: string;
  readonly folder: string;
  readonly release: string;
  /** Data that the folder has is replaced; it is kept next to it. */
  readonly replace: boolean;
  /** Returns the content of the key file to write, undefined when none is needed. Throws a BackupError when no key fits. */
  readonly keyFor: (manifest: Manifest) => string | undefined;
  readonly withStores: StagingStores;
  readonly say: (line: string) => void;
}

export interface Restored {
  readonly manifest: Manifest;
  readonly seconds: number;
  /** Folder of the former data. */
  readonly former: string | undefined;
}

/** Stores and their copies while they are restored. */
const ROOM = 1.1;

async function restoreStores(
  { folder, withStores, say }: RestoreOrder,
  staging: string,
  manifest: Manifest,
): Promise<void> {
  await withStores(staging, async (endpoints) => {
    const db = openPostgres(endpoints.DATABASE_URL, { connections: 1 });
    const clickhouse = openClickHouse(endpoints.CLICKHOUSE_URL);
    const archive = await openStreamArchive(endpoints.NATS_URL);
    const { disk, unlink } = linkBackupFolder(staging, folder);
    try {
      compareSums(manifest.postgres.tables, await relationSums(db), 'what PostgreSQL has restored');
      say('PostgreSQL is restored and verified');
      await restoreColumns(clickhouse, disk, manifest.clickhouse);
      say('ClickHouse is restored and verified');
      await restoreStreams(archive, folder, manifest.nats.streams);
      say('NATS is restored and verified');
    } finally {
      unlink();
      await Promise.allSettled([archive.close(), clickhouse.close(), db.destroy()]);
    }
  });
}

/** Builds the data next to that of the folder, and replaces it when everything is verified. */
export async function restoreBackup(order: RestoreOrder): Promise<Restored> {
  const { data, folder, release, replace, say } = order;
  const startedMs = systemClock.elapsed();
  const manifest = readManifest(folder, release);
  if (!replace && existsSync(join(data, 'embedded')))
    throw new BackupError(
      `${data} has data: --replace replaces it and keeps it beside, or set TELLTALE_DATA to another folder`,
    );
  const key = order.keyFor(manifest);
  makePrivateDirectory(data);
  const { freeBytes } = await readDiskSpace(data);
  if (freeBytes < manifest.bytes * ROOM)
    throw new BackupError(
      `${data}: the restore needs about ${sizeText(manifest.bytes * ROOM)}, and ${sizeText(freeBytes)} are free there`,
    );
  await checkFileList(folder, manifest);
  say(`${String(manifest.files)} files are as they were written`);
  const staging = restoringFolder(data);
  rmSync(staging, { recursive: true, force: true });
  makePrivateDirectory(staging);
  try {
    writeDataRelease(staging, manifest.release);
    const database = join(staging, 'embedded', 'postgres');
    makeFolders(database, manifest.postgres.folders);
    await copyFolder(join(folder, 'postgres'), database);
    await restoreStores(order, staging, manifest);
    if (key !== undefined) writeFileSync(join(staging, 'secrets.key'), key, { mode: 0o600, flush: true });
    declareReady(data, systemClock.now());
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    throw error;
  }
  return { manifest, former: finishRestore(data), seconds: (systemClock.elapsed() - startedMs) / 1_000 };
}
