import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemIds } from '#platform/id/id.ts';
import type { SecretConfiguration } from '#platform/secret/open-secrets.ts';
import { secretBox } from '#platform/secret/secret-box.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';
import { KEY_PURPOSE } from './take-backup.ts';

const linesOf = (text: string, separator: string): readonly string[] =>
  text
    .split(separator)
    .map((key) => key.trim())
    .filter(Boolean);

function opens(keys: readonly string[], { key: sealed }: Manifest): boolean {
  const [current, ...previous] = keys;
  if (current === undefined) return false;
  try {
    secretBox({ current, previous }, systemIds).open(sealed, KEY_PURPOSE);
    return true;
  } catch {
    return false;
  }
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new BackupError(`--key ${file}: ${(error as Error).message}`, { cause: error });
  }
};

/**
 * Returns the content of the key file that the restored data needs: that of `--key`, or undefined where the environment or the folder
 * has the key. Throws a BackupError when none of them opens what the backup has sealed.
 */
export function keyOfBackup(
  { SECRETS_KEY, PREVIOUS_SECRETS_KEYS, TELLTALE_DATA }: SecretConfiguration,
  file: string | undefined,
): (manifest: Manifest) => string | undefined {
  return (manifest) => {
    if (file !== undefined) {
      const text = read(file);
      if (opens(linesOf(text, '\n'), manifest)) return text;
      throw new BackupError(
        `${file} is not the secrets key of this backup: what the backup has sealed (passwords, communities) cannot be opened with it`,
      );
    }
    if (opens([...linesOf(SECRETS_KEY, '\n'), ...linesOf(PREVIOUS_SECRETS_KEYS, ',')], manifest))
      return undefined;
    const own = join(TELLTALE_DATA, 'secrets.key');
    if (SECRETS_KEY === '' && existsSync(own) && opens(linesOf(read(own), '\n'), manifest)) return undefined;
    throw new BackupError(
      `the secrets key of this backup is missing: what the backup has sealed (passwords, communities) cannot be opened without it. ` +
        `Name the file that you keep apart (--key FILE), or set SECRETS_KEY`,
    );
  };
}
