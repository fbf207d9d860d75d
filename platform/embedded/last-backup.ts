import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makePrivateDirectory } from './access/private-directory.ts';

/** The last complete backup of a data folder. */
export const LastBackup = z.object({
  /** State of the stores at this time, milliseconds since 1970. */
  at: z.number(),
  /** Duration of the whole backup. */
  seconds: z.number(),
  /** Time for which collection and rules waited. */
  heldSeconds: z.number(),
  bytes: z.number(),
  folder: z.string(),
});
export type LastBackup = z.infer<typeof LastBackup>;

/** Folder of what backups note of themselves. */
export const backupNotes = (data: string): string => join(data, 'backup');

const fileOf = (data: string): string => join(backupNotes(data), 'last.json');

/** Returns the last complete backup of the data folder, undefined when there was none. */
export function readLastBackup(data: string): LastBackup | undefined {
  try {
    return LastBackup.parse(JSON.parse(readFileSync(fileOf(data), 'utf8')));
  } catch {
    return undefined;
  }
}

export function writeLastBackup(data: string, backup: LastBackup): void {
  makePrivateDirectory(backupNotes(data));
  const file = fileOf(data);
  writeFileSync(`${file}.tmp`, `${JSON.stringify(backup)}\n`, { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
}
