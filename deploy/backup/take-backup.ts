import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openBus, type Bus } from '#platform/bus/bus.ts';
import { openStreamArchive, type StreamArchive } from '#platform/bus/stream-archive.ts';
import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { readDiskSpace } from '#platform/disk/disk-watch.ts';
import type { Endpoints } from '#platform/embedded/access/endpoints.ts';
import { systemIds } from '#platform/id/id.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { BackupError, sizeText } from './backup-error.ts';
import {
  backUpSnapshot,
  checkNoneRuns,
  columnBytes,
  dropSnapshot,
  linkBackupFolder,
  takeSnapshot,
} from './clickhouse-backup.ts';
import { bytesIn, writeFileList } from './file-list.ts';
import { whileHeld } from './held-product.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import { copyFolder } from './copy-files.ts';
import { relationSums, relationVersion, whileStill } from './postgres-backup.ts';
import { saveStreams } from './stream-backup.ts';

/** Purpose of the text that only the secrets key of the backup opens. */
export const KEY_PURPOSE = 'backup';

export interface BackupOrder {
  /** The data folder of the running product. */
  readonly data: string;
  readonly endpoints: Endpoints;
  /** Absolute path; it is empty or does not exist. */
  readonly folder: string;
  readonly secrets: SecretBox;
  readonly release: string;
}

interface Stores {
  readonly clickhouse: ClickHouse;
  readonly db: Db;
  readonly bus: Bus;
  readonly archive: StreamArchive;
}

async function withStores<Value>(urls: Endpoints, work: (stores: Stores) => Promise<Value>): Promise<Value> {
  const clickhouse = openClickHouse(urls.CLICKHOUSE_URL);
  const db = openPostgres(urls.DATABASE_URL, { connections: 1 });
  const bus = await openBus(urls.NATS_URL, 'telltale-backup');
  const archive = await openStreamArchive(urls.NATS_URL);
  try {
    return await work({ clickhouse, db, bus, archive });
  } finally {
    await Promise.allSettled([archive.close(), bus.close(), clickhouse.close(), db.destroy()]);
  }
}

const databaseFolder = (data: string): string => join(data, 'embedded', 'postgres');
/** More than what was counted: streams grow while the tables are written. */
const ROOM = 1.1;

/** Throws a BackupError when the disk of the folder has no room. */
async function checkRoom({ data, folder }: BackupOrder, { clickhouse }: Stores): Promise<void> {
  const streams = await bytesIn(join(data, 'embedded', 'nats'));
  const bytes = (await columnBytes(clickhouse)) + (await bytesIn(databaseFolder(data))) + streams;
  const { freeBytes } = await readDiskSpace(folder);
  if (freeBytes < bytes * ROOM)
    throw new BackupError(
      `${folder}: the backup needs about ${sizeText(bytes * ROOM)}, and ${sizeText(freeBytes)} are free there`,
    );
}

/** State of the three stores at one moment. */
async function takeHeld({ data, folder }: BackupOrder, { clickhouse, db, bus, archive }: Stores) {
  const id = systemIds.uuid();
  return whileHeld(bus, id, () =>
    whileStill(db, async (transaction) => {
      const at = systemClock.now().toISOString();
      const startedMs = systemClock.elapsed();
      const definitions = await takeSnapshot(clickhouse);
      const relations = {
        version: await relationVersion(transaction),
        tables: await relationSums(transaction),
      };
      const copied = await copyFolder(databaseFolder(data), join(folder, 'postgres'));
      const { streams, sums } = await saveStreams(archive, folder);
      const heldSeconds = (systemClock.elapsed() - startedMs) / 1_000;
      const postgres = { ...relations, folders: [...copied.folders] };
      const written = new Map([...copied.sums, ...sums]);
      return { at, heldSeconds, definitions, postgres, streams, written };
    }),
  );
}

async function takeAll(order: BackupOrder, stores: Stores): Promise<Manifest> {
  const { data, folder, secrets, release } = order;
  const { clickhouse } = stores;
  const startedMs = systemClock.elapsed();
  await checkNoneRuns(clickhouse);
  await dropSnapshot(clickhouse);
  await checkRoom(order, stores);
  const { disk, unlink } = linkBackupFolder(data, folder);
  try {
    const { definitions, postgres, streams, written, at, heldSeconds } = await takeHeld(order, stores);
    const tables = await backUpSnapshot(clickhouse, disk, definitions);
    const list = await writeFileList(folder, written);
    const manifest: Manifest = {
      release,
      at,
      heldSeconds,
      ...list,
      seconds: (systemClock.elapsed() - startedMs) / 1_000,
      key: secrets.seal(release, KEY_PURPOSE),
      clickhouse: { definitions: [...definitions], tables: [...tables] },
      postgres: { ...postgres, tables: [...postgres.tables] },
      nats: { streams },
    };
    await writeManifest(folder, manifest);
    return manifest;
  } finally {
    unlink();
    await dropSnapshot(clickhouse).catch(() => undefined);
  }
}

/** Creates the folder of the backup. Throws a BackupError when there is something in it. Returns how to remove what was created. */
function makeFolder(folder: string): () => void {
  const isNew = !existsSync(folder);
  if (!isNew && readdirSync(folder).length > 0)
    throw new BackupError(`${folder} is not empty: each backup has a folder of its own`);
  if (isNew && !existsSync(dirname(folder)))
    throw new BackupError(`${dirname(folder)}: there is no such folder; is its disk mounted?`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return () => {
    for (const name of isNew ? [''] : readdirSync(folder))
      rmSync(join(folder, name), { recursive: true, force: true });
  };
}

/** Backs up the running product into a folder and verifies what was written. A backup that fails leaves nothing there. */
export async function takeBackup(order: BackupOrder): Promise<Manifest> {
  const removeAll = makeFolder(order.folder);
  try {
    return await withStores(order.endpoints, (stores) => takeAll(order, stores));
  } catch (error) {
    removeAll();
    throw error;
  }
}
