/** `npm run restore -- FOLDER [--replace] [--key FILE]`: restores a backup into the data folder of a stopped product. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createPrivateFiles } from '#platform/embedded/access/private-directory.ts';
import { writeLastBackup } from '#platform/embedded/last-backup.ts';
import { DirectoryInUseError, singleInstanceLock } from '#platform/embedded/single-instance-lock.ts';
import { BackupError, inWords } from './backup-error.ts';
import { keyOfBackup } from './restore-key.ts';
import { release } from '#platform/lifecycle/release.ts';
import { finishRestore } from './replace-data.ts';
import { restoreBackup, type Restored } from './restore-backup.ts';
import { withStagingStores } from './staging-stores.ts';
import { startConfiguration, type StartConfiguration } from '../configuration.ts';
import { storesElsewhere } from '../stores.ts';

const USAGE =
  'npm run restore -- FOLDER [--replace] [--key FILE]   --replace: the folder has data, --key: file of the secrets key';

interface RestoreArguments {
  readonly folder: string;
  readonly key: string | undefined;
  readonly replace: boolean;
}

class UsageError extends Error {}

function given(): RestoreArguments {
  // npm runs scripts in the folder of the package.
  const absolute = (path: string): string => resolve(process.env['INIT_CWD'] ?? '', path);
  try {
    const options = { replace: { type: 'boolean', default: false }, key: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    const [folder, ...more] = positionals;
    if (folder !== undefined && more.length === 0)
      return {
        folder: absolute(folder),
        replace: values.replace,
        key: values.key === undefined ? undefined : absolute(values.key),
      };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
  throw new UsageError(USAGE);
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(
  config: StartConfiguration,
  { folder, key, replace }: RestoreArguments,
): Promise<Restored> {
  const elsewhere = storesElsewhere(config);
  if (elsewhere.length > 0)
    throw new BackupError(
      `this command restores the embedded stores, and ${elsewhere.join(', ')} ${elsewhere.length === 1 ? 'names' : 'name'} another one`,
    );
  const data = config.TELLTALE_DATA;
  const lock = await singleInstanceLock(data)
    .start(new AbortController().signal)
    .catch((error: unknown) => {
      if (!(error instanceof DirectoryInUseError)) throw error;
      throw new BackupError(`Telltale is running: ${error.message}. Stop it first.`, { cause: error });
    });
  try {
    finishRestore(data);
    const keyFor = keyOfBackup(config, key);
    const order = { data, folder, release, replace, keyFor, withStores: withStagingStores, say };
    const restored = await restoreBackup(order);
    const { at, seconds, heldSeconds, bytes } = restored.manifest;
    writeLastBackup(data, { at: Date.parse(at), seconds, heldSeconds, bytes, folder });
    return restored;
  } finally {
    await lock?.stop?.();
  }
}

const config = startConfiguration();
createPrivateFiles();
try {
  const desired = given();
  const { manifest, seconds, former } = await run(config, desired);
  say(
    `${config.TELLTALE_DATA}: Telltale as of ${manifest.at}, restored and verified in ${seconds.toFixed(1)} s`,
  );
  if (former !== undefined) say(`The former data is in ${former}: delete it when you no longer need it.`);
} catch (error) {
  process.stderr.write(`${inWords(error, config.TELLTALE_DATA)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
