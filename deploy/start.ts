/** `npm start`: the full product on one machine, with the demonstration network by default. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPrivateFiles, makePrivateDirectory } from '#platform/embedded/access/private-directory.ts';
import { checkDataRelease, DataFolderError, writeDataRelease } from '#platform/embedded/data-release.ts';
import { DirectoryInUseError, singleInstanceLock } from '#platform/embedded/single-instance-lock.ts';
import { lineLog } from '#platform/log/log.ts';
import { argumentError, startArguments, type StartArguments } from './arguments.ts';
import { checkedConfiguration } from './check/check-start.ts';
import { output, shownLine } from './console-output.ts';
import { finishRestore } from './backup/replace-data.ts';
import { release } from '#platform/lifecycle/release.ts';
import { StartError } from './preparation.ts';
import { stack } from './stack.ts';
import { storesElsewhere } from './stores.ts';

function given(): StartArguments {
  try {
    return startArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${argumentError(error as Error)}\n`);
    process.exit(2);
  }
}

// A terminal that is a file on a full disk, or was closed, must not end the product.
process.stdout.on('error', () => undefined);
const desired = given();
const config = await checkedConfiguration(desired, ({ TELLTALE_DATA }) =>
  existsSync(join(TELLTALE_DATA, 'owner.lock')),
);
const hasEmbeddedStores = storesElsewhere(config).length < 3;
const out = output({ timings: config.TELLTALE_TIMINGS });
/** Log of the supervisor: child processes that died and are restarted. */
const log = lineLog((line) => {
  const shown = stopping === undefined ? shownLine('start', line.trim()) : undefined;
  if (shown !== undefined) out.say(shown);
});
const afterCrash = existsSync(join(config.TELLTALE_DATA, 'owner.lock'));
const running = stack({ desired, config, output: out, log, afterCrash });

let stopping: Promise<void> | undefined;
/** Ends every process in order; a second call waits for the first. */
const stopAll = (): Promise<void> => (stopping ??= running.stop());

async function end(status: number): Promise<never> {
  await stopAll();
  process.exit(status);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (stopping === undefined) out.say('Stopping …');
    void end(0);
  });

/** The data folder belongs to this user alone, with everything in it. */
function makeDataFolder(): void {
  createPrivateFiles();
  try {
    makePrivateDirectory(config.TELLTALE_DATA);
    mkdirSync(join(config.TELLTALE_DATA, 'log'), { recursive: true });
  } catch (error) {
    const why = (error as Error).message;
    throw new StartError(
      `TELLTALE_DATA: ${config.TELLTALE_DATA} must be a folder of this user alone (${why})`,
      {
        cause: error,
      },
    );
  }
}

/** The embedded stores of a newer release, or of one before the first that could be upgraded, stay as they are. */
function checkDataFolder(): void {
  if (!hasEmbeddedStores) return;
  try {
    checkDataRelease(config.TELLTALE_DATA, release);
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error;
    throw new StartError(error.message, { cause: error });
  }
}

try {
  checkDataFolder();
  makeDataFolder();
  const lock = await singleInstanceLock(config.TELLTALE_DATA)
    .start(new AbortController().signal)
    .catch((error: unknown) => {
      if (!(error instanceof DirectoryInUseError)) throw error;
      const what = `${error.message}. Stop it, or set TELLTALE_DATA to another folder.`;
      throw new StartError(`Telltale is already running: ${what}`, { cause: error });
    });
  process.once('exit', () => void lock?.stop?.());
  if (hasEmbeddedStores) {
    finishRestore(config.TELLTALE_DATA);
    // That of a restored backup, too.
    checkDataFolder();
    writeDataRelease(config.TELLTALE_DATA, release);
  }
  await running.start();
} catch (error) {
  if (stopping === undefined)
    process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
  await end(1);
}
