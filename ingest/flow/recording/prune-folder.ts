import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface Entry {
  readonly path: string;
  readonly bytes: number;
  readonly changedMs: number;
}

async function filesIn(directory: string): Promise<readonly Entry[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const { size, mtimeMs } = await stat(path);
      return { path, bytes: size, changedMs: mtimeMs };
    }),
  );
}

/** Removes files not written to since `beforeMs`. Returns the remaining bytes. */
export async function pruneFolder(directory: string, beforeMs: number): Promise<number> {
  let bytes = 0;
  for (const file of await filesIn(directory))
    if (file.changedMs < beforeMs) await rm(file.path, { force: true });
    else bytes += file.bytes;
  return bytes;
}
