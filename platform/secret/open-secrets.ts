import { join } from 'node:path';
import { standard } from '../env/standard.ts';
import { secret } from '../env/variable.ts';
import type { IdSource } from '../id/id.ts';
import type { Log } from '../log/log.ts';
import type { Db } from '../postgres/postgres.ts';
import { keysFromFile } from './key-file.ts';
import { sealStored } from './seal-stored.ts';
import { secretBox } from './secret-box.ts';
import type { SecretBox } from './secret-box.ts';

/** Variables of a process that seals or opens stored secrets. */
export const secretVariables = {
  /** Seals stored secrets; the same for every process of an installation. Empty: `TELLTALE_DATA/secrets.key`, made when missing. */
  SECRETS_KEY: secret(''),
  /** Keys of before, separated by commas: what they sealed is still opened. */
  SECRETS_KEYS_BEFORE: secret(''),
  TELLTALE_DATA: standard.TELLTALE_DATA,
};

export interface SecretConfiguration {
  readonly SECRETS_KEY: string;
  readonly SECRETS_KEYS_BEFORE: string;
  readonly TELLTALE_DATA: string;
}

/** The box of the configured keys. */
export function configuredSecrets(config: SecretConfiguration, ids: Pick<IdSource, 'bytes'>): SecretBox {
  const before = config.SECRETS_KEYS_BEFORE.split(',')
    .map((key) => key.trim())
    .filter(Boolean);
  const keys =
    config.SECRETS_KEY === ''
      ? keysFromFile(join(config.TELLTALE_DATA, 'secrets.key'), ids)
      : { current: config.SECRETS_KEY, before: [] };
  return secretBox({ current: keys.current, before: [...keys.before, ...before] }, ids);
}

/** The box of the configured keys, for secrets that are sealed by now: the first process seals what an older version left. */
export async function openSecrets(
  config: SecretConfiguration,
  { db, ids, log }: { readonly db: Db; readonly ids: Pick<IdSource, 'bytes'>; readonly log: Log },
): Promise<SecretBox> {
  const box = configuredSecrets(config, ids);
  const { isOfKeyBefore } = await sealStored(db, box);
  if (isOfKeyBefore)
    log.warn('stored secrets are sealed with a key of before: npm run reseal-secrets seals them anew');
  return box;
}
