import { existsSync, readFileSync, renameSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StreamSnapshot } from '#platform/bus/stream-archive.ts';
import { compareReleases, releasePattern } from '#schemas/health/release.ts';
import { BackupError } from './backup-error.ts';

/** Rows of a table and the sum of their hashes: equal for the same rows in any order. */
export const TableSum = z.strictObject({ name: z.string(), rows: z.string(), sum: z.string() });
export type TableSum = z.infer<typeof TableSum>;

const Definition = z.strictObject({ name: z.string(), engine: z.string(), create: z.string() });
export type Definition = z.infer<typeof Definition>;

export const Manifest = z.strictObject({
  release: z.string().regex(releasePattern),
  /** State of the stores at this time. */
  at: z.iso.datetime(),
  seconds: z.number(),
  heldSeconds: z.number(),
  bytes: z.number(),
  files: z.int(),
  /** Of the list of files. */
  sha256: z.string(),
  /** Sealed with the secrets key: only this key opens it, and the secrets in the backup. */
  key: z.string(),
  clickhouse: z.strictObject({ definitions: z.array(Definition), tables: z.array(TableSum) }),
  postgres: z.strictObject({
    version: z.string(),
    tables: z.array(TableSum),
    /** All of its folders: it does not start without the empty ones, which some copies of a backup lose. */
    folders: z.array(z.string()),
  }),
  nats: z.strictObject({ streams: z.array(StreamSnapshot) }),
});
export type Manifest = z.infer<typeof Manifest>;

const NAME = 'manifest.json';

/** Writes the manifest: from now on the backup is complete. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = join(folder, NAME);
  const handle = await open(`${file}.tmp`, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(manifest, undefined, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  renameSync(`${file}.tmp`, file);
}

/** Reads the manifest of a backup. Throws a BackupError for a folder that this release cannot restore. */
export function readManifest(folder: string, release: string): Manifest {
  if (!existsSync(folder)) throw new BackupError(`${folder}: there is no such folder`);
  const file = join(folder, NAME);
  if (!existsSync(file))
    throw new BackupError(
      `${folder} is no complete backup: it has no ${NAME}. A backup that was interrupted has none; take an older one.`,
    );
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new BackupError(`${file} is damaged: it is no JSON`, { cause: error });
  }
  // A newer release may have other fields.
  const wrote = z.object({ release: z.string().regex(releasePattern) }).safeParse(value);
  if (wrote.success && compareReleases(wrote.data.release, release) > 0)
    throw new BackupError(
      `${folder} is a backup of Telltale ${wrote.data.release}, which is newer than this release, ${release}: restore it with ${wrote.data.release} or a newer one`,
    );
  const manifest = Manifest.safeParse(value);
  if (manifest.success) return manifest.data;
  throw new BackupError(
    `${file} is damaged: ${manifest.error.issues[0]?.path.join('.') ?? ''} is missing or wrong`,
  );
}
