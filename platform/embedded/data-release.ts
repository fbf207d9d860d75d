import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { compareReleases, releasePattern } from '#schemas/health/release.ts';
import { makePrivateDirectory } from './access/private-directory.ts';

/** Release that first wrote its name into a data folder. */
const FIRST_KNOWN = '0.2.0';

const DataRelease = z.object({ release: z.string().regex(releasePattern) });

const fileOf = (data: string): string => join(data, 'embedded', 'release.json');

/** The data of a folder cannot be opened by this release. The message says what to do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

const hasData = (data: string): boolean =>
  ['postgres', 'clickhouse', 'nats'].some((store) => existsSync(join(data, 'embedded', store)));

function readRelease(data: string): string | undefined {
  try {
    return DataRelease.parse(JSON.parse(readFileSync(fileOf(data), 'utf8'))).release;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw new DataFolderError(`${fileOf(data)} is damaged: it names the release that wrote the data folder`, {
      cause: error,
    });
  }
}

const beforeKnown = (data: string, release: string): DataFolderError =>
  new DataFolderError(
    [
      `${data} was written by a release before ${FIRST_KNOWN}. Telltale ${release} cannot open it; nothing was changed.`,
      '  To keep its data: start it with the release that wrote it.',
      '  To carry over what you have set up: export inventory, cockpits and dashboards there, and import them into a new folder.',
      '  To start again: move the folder away, or set TELLTALE_DATA to another one.',
    ].join('\n'),
  );

const ofNewer = (data: string, { wrote, release }: { wrote: string; release: string }): DataFolderError =>
  new DataFolderError(
    [
      `${data} was written by Telltale ${wrote}, which is newer than this release, ${release}. Nothing was changed.`,
      `  To keep its data: start it with Telltale ${wrote} or a newer release.`,
      `  To return to ${release}: restore a backup that ${release} or an older release made: npm run restore -- FOLDER --replace`,
    ].join('\n'),
  );

/**
 * Returns the release that wrote the stores of a data folder, undefined for a folder without data. Throws a DataFolderError when this
 * release cannot open them. Changes nothing.
 */
export function checkDataRelease(data: string, release: string): string | undefined {
  if (!hasData(data)) return undefined;
  const wrote = readRelease(data);
  if (wrote === undefined) throw beforeKnown(data, release);
  if (compareReleases(wrote, release) > 0) throw ofNewer(data, { wrote, release });
  return wrote;
}

/** Records the release that writes the folder from now on. Call before the first change: an older release must not open it afterwards. */
export function writeDataRelease(data: string, release: string): void {
  makePrivateDirectory(join(data, 'embedded'));
  const file = fileOf(data);
  writeFileSync(`${file}.tmp`, `${JSON.stringify({ release })}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.tmp`, file);
}
