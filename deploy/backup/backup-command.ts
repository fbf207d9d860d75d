/** `npm run backup -- FOLDER`: backs up the running product of this machine into an empty or new folder. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createPrivateFiles } from '#platform/embedded/access/private-directory.ts';
import { readEndpoints } from '#platform/embedded/access/endpoints.ts';
import { backupNotes, writeLastBackup } from '#platform/embedded/last-backup.ts';
import { isDirectoryInUse, singleInstanceLock } from '#platform/embedded/single-instance-lock.ts';
import { systemIds } from '#platform/id/id.ts';
import { configuredSecrets } from '#platform/secret/open-secrets.ts';
import { BackupError, inWords, sizeText } from './backup-error.ts';
import type { Manifest } from './manifest.ts';
import { release } from '#platform/lifecycle/release.ts';
import { takeBackup } from './take-backup.ts';
import { startConfiguration, type StartConfiguration } from '../configuration.ts';
import { storesElsewhere } from '../stores.ts';

const USAGE = 'npm run backup -- FOLDER   into a folder that is empty or does not exist yet';

/** The folder; npm runs scripts in the folder of the package. */
function given(): string {
  const { positionals } = parseArgs({ allowPositionals: true, strict: true });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new BackupError(USAGE);
  return resolve(process.env['INIT_CWD'] ?? '', folder);
}

/** Throws a BackupError when there is nothing that this command could back up. */
function checkProduct(config: StartConfiguration): void {
  const elsewhere = storesElsewhere(config);
  if (elsewhere.length > 0)
    throw new BackupError(
      `this command backs up the embedded stores, and ${elsewhere.join(', ')} ${elsewhere.length === 1 ? 'names' : 'name'} another one: back it up by its own means (docs/20-operations.md, Backup)`,
    );
  if (!isDirectoryInUse(config.TELLTALE_DATA))
    throw new BackupError(
      `Telltale does not run on ${config.TELLTALE_DATA}: start it, or name its folder in TELLTALE_DATA; of a stopped one, copy the folder`,
    );
}

async function run(config: StartConfiguration, folder: string): Promise<Manifest> {
  checkProduct(config);
  const data = config.TELLTALE_DATA;
  const lock = await singleInstanceLock(backupNotes(data))
    .start(new AbortController().signal)
    .catch((error: unknown) => {
      throw new BackupError('another backup is running', { cause: error });
    });
  try {
    const secrets = configuredSecrets(config, systemIds);
    const manifest = await takeBackup({ data, folder, release, secrets, endpoints: readEndpoints(data) });
    const { seconds, heldSeconds, bytes } = manifest;
    writeLastBackup(data, { at: Date.parse(manifest.at), seconds, heldSeconds, bytes, folder });
    return manifest;
  } finally {
    await lock?.stop?.();
  }
}

const config = startConfiguration();
createPrivateFiles();
let folder = '';
try {
  folder = given();
  const { at, seconds, heldSeconds, bytes, files } = await run(config, folder);
  process.stdout.write(
    `${folder}: Telltale as of ${at}, ${sizeText(bytes)} in ${String(files)} files, complete and verified in ${seconds.toFixed(1)} s; ` +
      `writing waited for ${heldSeconds.toFixed(1)} s\n` +
      'The secrets key is not in it: keep that apart (docs/20-operations.md, Backup).\n',
  );
} catch (error) {
  process.stderr.write(`${inWords(error, folder)}\n`);
  process.exitCode = error instanceof BackupError && error.message === USAGE ? 2 : 1;
}
