import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { readdirSync } from 'node:fs';
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

function copyFolders(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isDirectory()) copyFolders(join(from, entry.name), join(to, entry.name));
}

/** Copies a folder with its empty folders, which a database needs. Returns the sums of the files by their new paths. */
export async function copyFolder(from: string, to: string): Promise<ReadonlyMap<string, string>> {
  copyFolders(from, to);
  const sums = new Map<string, string>();
  for (const path of filesIn(from)) {
    const target = join(to, relative(from, path));
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    sums.set(target, await copyOne(path, target));
  }
  return sums;
}
