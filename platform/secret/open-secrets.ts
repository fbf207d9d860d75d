import { join } from 'node:path';
import { standard } from '../env/standard.ts';
import { secret } from '../env/variable.ts';
import type { IdSource } from '../id/id.ts';
import type { Log } from '../log/log.ts';
import type { Db } from '../postgres/postgres.ts';
import { keysFromFile } from './key-file.ts';
import { sealStored } from './seal-stored.ts';
import { secretBox, type SecretBox } from './secret-box.ts';

/** Environment variables of a process that seals or opens stored secrets. */
export const secretVariables = {
  /**
   * Key of stored secrets, the same for every process of an installation. Empty: `TELLTALE_DATA/secrets.key`, created when
   * missing.
   */
  SECRETS_KEY: secret(''),
  /** Previous keys, separated by commas; they open secrets sealed earlier. */
  PREVIOUS_SECRETS_KEYS: secret(''),
  TELLTALE_DATA: standard.TELLTALE_DATA,
};

export interface SecretConfiguration {
  readonly SECRETS_KEY: string;
  readonly PREVIOUS_SECRETS_KEYS: string;
  readonly TELLTALE_DATA: string;
}

/** Returns the box of the configured keys. */
export function configuredSecrets(config: SecretConfiguration, ids: Pick<IdSource, 'bytes'>): SecretBox {
  const older = config.PREVIOUS_SECRETS_KEYS.split(',')
    .map((key) => key.trim())
    .filter(Boolean);
  const keys =
    config.SECRETS_KEY === ''
      ? keysFromFile(join(config.TELLTALE_DATA, 'secrets.key'), ids)
      : { current: config.SECRETS_KEY, previous: [] };
  return secretBox({ current: keys.current, previous: [...keys.previous, ...older] }, ids);
}

/**
 * Returns the box of the configured keys and makes sure that all stored secrets are sealed: the first process seals what an
 * older version stored in plain text.
 */
export async function openSecrets(
  config: SecretConfiguration,
  { db, ids, log }: { readonly db: Db; readonly ids: Pick<IdSource, 'bytes'>; readonly log: Log },
): Promise<SecretBox> {
  const box = configuredSecrets(config, ids);
  const { isOfKeyBefore } = await sealStored(db, box);
  if (isOfKeyBefore) log.warn('stored secrets use a previous key');
  return box;
}
