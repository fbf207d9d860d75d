import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Where a restore builds what replaces the data: on the same disk, so that it is moved by its name. */
export const restoringFolder = (data: string): string => join(data, 'restoring');
const readyFile = (data: string): string => join(restoringFolder(data), 'ready.json');

const Ready = z.strictObject({ replaced: z.string() });

/** What belongs to the data of a folder and is replaced with it. */
const PARTS = ['embedded', 'secrets.key'] as const;

/** What was built is complete and verified: from now on it is the data, even if the machine stops here. */
export function declareReady(data: string, at: Date): void {
  const replaced = `replaced-${at.toISOString().slice(0, 19).replaceAll(':', '')}`;
  const file = readyFile(data);
  writeFileSync(`${file}.tmp`, JSON.stringify({ replaced }), { mode: 0o600, flush: true });
  renameSync(`${file}.tmp`, file);
}

/**
 * Moves restored data into its place and the former data next to it; finishes what an interruption left half done. Returns the folder of
 * the former data, if there was any. Without a complete restore it changes nothing.
 */
export function finishRestore(data: string): string | undefined {
  const file = readyFile(data);
  if (!existsSync(file)) return undefined;
  const { replaced } = Ready.parse(JSON.parse(readFileSync(file, 'utf8')));
  const former = join(data, replaced);
  for (const part of PARTS) {
    const restored = join(restoringFolder(data), part);
    const place = join(data, part);
    // Already in its place, or the backup has none.
    if (!existsSync(restored)) continue;
    if (existsSync(place)) {
      mkdirSync(former, { recursive: true, mode: 0o700 });
      renameSync(place, join(former, part));
    }
    renameSync(restored, place);
  }
  rmSync(restoringFolder(data), { recursive: true, force: true });
  return existsSync(former) ? former : undefined;
}
