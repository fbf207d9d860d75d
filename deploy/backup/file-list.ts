import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { BackupError } from './backup-error.ts';

/** The list of files, for `sha256sum --check` too. */
const LIST = 'files.sha256';
const READ_BYTES = 1024 ** 2;

export function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

export async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const path of filesIn(folder)) bytes += (await stat(path)).size;
  return bytes;
}

/** Reads a file from the disk; `sync` writes it there first. */
async function hashOf(
  path: string,
  sync = false,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  const handle = await open(path);
  try {
    if (sync) await handle.sync();
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, bytes);
      if (bytesRead === 0) return { sha256: hash.digest('hex'), bytes };
      hash.update(buffer.subarray(0, bytesRead));
      bytes += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

/** Sums of the files that this process wrote itself, by their paths: taken from what was read, not from what was written. */
export type WrittenSums = ReadonlyMap<string, string>;

/**
 * Writes the list of all files with their sums. Throws a BackupError that names a file whose content on the disk is not what was
 * written.
 */
export async function writeFileList(
  folder: string,
  written: WrittenSums,
): Promise<{ readonly files: number; readonly bytes: number; readonly sha256: string }> {
  const lines: string[] = [];
  let total = 0;
  for (const path of filesIn(folder)) {
    const { sha256, bytes } = await hashOf(path, true);
    if ((written.get(path) ?? sha256) !== sha256)
      throw new BackupError(
        `${path} does not contain what was written to it: the disk of the backup has faults`,
      );
    lines.push(`${sha256}  ${relative(folder, path)}\n`);
    total += bytes;
  }
  const text = lines.join('');
  await writeFile(join(folder, LIST), text, { mode: 0o600, flush: true });
  return { files: lines.length, bytes: total, sha256: createHash('sha256').update(text).digest('hex') };
}

/** Number of damaged files that are named. */
const NAMED = 10;

/** Throws a BackupError that names the files of a backup that are missing or changed. */
export async function checkFileList(folder: string, { sha256 }: { readonly sha256: string }): Promise<void> {
  const list = join(folder, LIST);
  const text = await readFile(list, 'utf8').catch(() => undefined);
  if (text === undefined) throw new BackupError(`${folder} is damaged: ${LIST} is missing`);
  if (createHash('sha256').update(text).digest('hex') !== sha256)
    throw new BackupError(`${folder} is damaged: ${LIST} was changed`);
  const damaged: string[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const name = line.slice(66);
    const found = await hashOf(join(folder, name)).catch(() => undefined);
    if (found === undefined) damaged.push(`${name} is missing or cannot be read`);
    else if (found.sha256 !== line.slice(0, 64)) damaged.push(`${name} was changed`);
  }
  if (damaged.length === 0) return;
  const more = damaged.length > NAMED ? [`and ${String(damaged.length - NAMED)} more`] : [];
  throw new BackupError(
    [`${folder} is damaged; nothing was restored:`, ...damaged.slice(0, NAMED), ...more].join('\n  '),
  );
}
