import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { filesIn } from './file-list.ts';

const READ_BYTES = 1024 ** 2;

/** Copies a file; returns the sum of what was read. */
async function copyOne(from: string, to: string): Promise<string> {
  const hash = createHash('sha256');
  const source = await open(from);
  try {
    const target = await open(to, 'wx', 0o600);
    try {
      const buffer = Buffer.allocUnsafe(READ_BYTES);
      for (;;) {
        const { bytesRead } = await source.read(buffer, 0, buffer.length, null);
        if (bytesRead === 0) return hash.digest('hex');
        hash.update(buffer.subarray(0, bytesRead));
        await target.writeFile(buffer.subarray(0, bytesRead));
      }
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Folders below a folder, by their relative paths. */
function* foldersIn(folder: string, path = ''): Generator<string> {
  for (const entry of readdirSync(join(folder, path), { withFileTypes: true }))
    if (entry.isDirectory()) {
      yield join(path, entry.name);
      yield* foldersIn(folder, join(path, entry.name));
    }
}

/** Creates a folder for this user with folders in it. */
export function makeFolders(folder: string, names: readonly string[]): void {
  for (const name of ['', ...names]) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
}

/** Copies a folder. Returns its folders, and the sums of the files by their new paths. */
export async function copyFolder(
  from: string,
  to: string,
): Promise<{ readonly folders: readonly string[]; readonly sums: ReadonlyMap<string, string> }> {
  const folders = [...foldersIn(from)];
  makeFolders(to, folders);
  const sums = new Map<string, string>();
  for (const path of filesIn(from)) {
    const target = join(to, relative(from, path));
    sums.set(target, await copyOne(path, target));
  }
  return { folders, sums };
}
