import { readdir, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { RecordingFolder } from '#schemas/debug/record.ts';

interface Entry {
  readonly path: string;
  /** Undefined for a file that is of no recording. */
  readonly recording: number | undefined;
  readonly bytes: number;
  readonly changedMs: number;
}

const recordingIn = (directory: string, path: string): number | undefined => {
  const id = Number(relative(directory, path).split(sep)[0]);
  return Number.isSafeInteger(id) ? id : undefined;
};

async function filesIn(directory: string): Promise<readonly Entry[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const found = await Promise.all(
    files.map(async ({ parentPath, name }): Promise<Entry | undefined> => {
      const path = join(parentPath, name);
      // Deleted in the meantime.
      const facts = await stat(path).catch(() => undefined);
      return (
        facts && {
          path,
          recording: recordingIn(directory, path),
          bytes: facts.size,
          changedMs: facts.mtimeMs,
        }
      );
    }),
  );
  return found.filter((entry) => entry !== undefined);
}

/** What the folder has. */
export interface FolderUse {
  readonly usedBytes: number;
  /** Recordings with files. */
  readonly recordings: ReadonlySet<number>;
  /** The recording that was not written to for the longest time: since when, and its bytes. */
  readonly oldest:
    | { readonly recording: number; readonly changedMs: number; readonly bytes: number }
    | undefined;
}

/** Removes files not written to since `beforeMs`, and empty folders with them. Returns what stays. */
export async function pruneFolder(directory: string, beforeMs: number): Promise<FolderUse> {
  const files = await filesIn(directory);
  const stays = files.filter(({ changedMs }) => changedMs >= beforeMs);
  const byRecording = Map.groupBy(stays, ({ recording }) => recording);
  for (const { path, changedMs } of files) if (changedMs < beforeMs) await rm(path, { force: true });
  for (const id of new Set(files.map(({ recording }) => recording)))
    if (id !== undefined && !byRecording.has(id))
      await rm(join(directory, String(id)), { recursive: true, force: true });
  const ages = [...byRecording].flatMap(([recording, entries]) =>
    recording === undefined
      ? []
      : [
          {
            recording,
            changedMs: Math.max(...entries.map(({ changedMs }) => changedMs)),
            bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
          },
        ],
  );
  return {
    usedBytes: stays.reduce((sum, { bytes }) => sum + bytes, 0),
    recordings: new Set(ages.map(({ recording }) => recording)),
    oldest: ages.toSorted((one, other) => one.changedMs - other.changedMs)[0],
  };
}

/** Removes the files of a recording. */
export const removeRecording = (directory: string, recording: number): Promise<void> =>
  rm(join(directory, String(recording)), { recursive: true, force: true });

/** The report of the folder. */
export const folderReport = (
  { usedBytes, oldest }: FolderUse,
  { keepMs, ...report }: Pick<RecordingFolder, 'collector' | 'at' | 'maxBytes'> & { readonly keepMs: number },
): RecordingFolder => ({
  ...report,
  usedBytes,
  next:
    oldest === undefined
      ? null
      : { recording: oldest.recording, at: oldest.changedMs + keepMs, bytes: oldest.bytes },
});
