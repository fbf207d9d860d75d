import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { IdSource } from '../id/id.ts';

const KEY_BYTES = 32;

/** The key that seals secrets, made at the first start and readable by its owner only. */
export function keyFromFile(path: string, ids: Pick<IdSource, 'bytes'>): string {
  mkdirSync(dirname(path), { recursive: true });
  try {
    // `wx`: of two processes that start at once one makes it, the other reads it.
    writeFileSync(path, ids.bytes(KEY_BYTES).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = readFileSync(path, 'utf8').trim();
  if (key.length === 0) throw new Error(`${path} is empty: it held the key of the stored secrets`);
  return key;
}
