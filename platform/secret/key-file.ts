import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { IdSource } from '../id/id.ts';
import type { SecretKeys } from './secret-box.ts';

const KEY_BYTES = 32;

/**
 * Returns the keys of stored secrets, one per line: the first seals, the others open what they sealed. The file is created with
 * one key at the first start, readable by its owner only.
 */
export function keysFromFile(path: string, ids: Pick<IdSource, 'bytes'>): SecretKeys {
  mkdirSync(dirname(path), { recursive: true });
  try {
    // `wx`: of two concurrent starts one creates the file, the other reads it.
    writeFileSync(path, ids.bytes(KEY_BYTES).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const [current, ...previous] = readFileSync(path, 'utf8')
    .split('\n')
    .map((key) => key.trim())
    .filter(Boolean);
  if (current === undefined) throw new Error(`${path} is empty: it held the key of the stored secrets`);
  return { current, previous };
}
