/**
 * `npm run deployment`: writes compose file, chart values and units of deploy/. `-- --to FOLDER [--workers N] [--partitions N]` writes them
 * for an installation, with keys, accounts and passwords in FOLDER/env, of which those that are there are retained. The addresses of external
 * stores are CLICKHOUSE_URL, DATABASE_URL and NATS_URL; without them the stores are those of the compose file.
 */
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, parseEnv } from 'node:util';
import { z } from 'zod';
import { configure } from '#platform/env/config.ts';
import { addresses, address, databaseAddress, integerVariable } from '#platform/env/variable.ts';
import { deploymentFiles, usualSize } from './deployment-files.ts';
import { secretFiles, type DeploymentSecrets } from './secret-files.ts';
import type { StoreUrls } from '../stores.ts';

const OWN_FOLDER = fileURLToPath(new URL('..', import.meta.url));
const USAGE = 'npm run deployment -- [--to FOLDER [--workers 1 to 64] [--partitions 1 to 64]]';

const Sizes = z.object({
  workers: integerVariable(1, 64, usualSize.workers),
  partitions: integerVariable(1, 64, usualSize.partitions),
});

function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(2);
}

function given() {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ options: { to: text, workers: text, partitions: text } });
    const { to, ...sizes } = values;
    const size = Sizes.parse(sizes);
    if (size.workers > size.partitions) fail(`${USAGE}: each writer needs a partition`);
    if (to === undefined && Object.keys(sizes).length > 0)
      fail(`${USAGE}: the files of deploy/ have one size`);
    return { to, size };
  } catch {
    return fail(USAGE);
  }
}

/** The addresses of external stores: all three, or none. */
function storeUrls(): StoreUrls | undefined {
  const urls = configure(
    z.object({
      CLICKHOUSE_URL: address(['http', 'https'], ''),
      DATABASE_URL: databaseAddress(''),
      NATS_URL: addresses(['nats', 'tls'], ''),
    }),
    process.env,
  );
  const set = Object.values(urls).filter((url) => url !== '').length;
  if (set !== 0 && set !== 3) fail('CLICKHOUSE_URL, DATABASE_URL and NATS_URL: set all of them, or none');
  return set === 0 ? undefined : urls;
}

const password = (): string => randomBytes(24).toString('hex');

/** Keys that are there are retained: with another one stored secrets cannot be opened. */
function secretsIn(folder: string): DeploymentSecrets {
  const path = join(folder, 'keys.env');
  const found = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
  return {
    SECRETS_KEY: found['SECRETS_KEY'] ?? randomBytes(32).toString('base64'),
    STORE_ACCOUNTS_KEY: found['STORE_ACCOUNTS_KEY'] ?? randomBytes(32).toString('hex'),
    TELLTALE_ADMIN_PASSWORD: found['TELLTALE_ADMIN_PASSWORD'] ?? password(),
    OWNER_PASSWORD: found['OWNER_PASSWORD'] ?? password(),
  };
}

function write(folder: string, files: Readonly<Record<string, string>>, mode: number): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true, mode: mode | ((mode & 0o444) >> 2) });
    writeFileSync(path, content, { mode });
  }
}

const { to, size } = given();
write(to ?? OWN_FOLDER, deploymentFiles(size), 0o644);
if (to !== undefined) {
  const urls = storeUrls();
  const folder = join(to, 'env');
  const secrets = secretsIn(folder);
  const keys = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`);
  write(folder, { 'keys.env': keys.join(''), ...secretFiles(secrets, urls) }, 0o600);
  cpSync(join(OWN_FOLDER, 'chart', 'templates'), join(to, 'chart', 'templates'), { recursive: true });
  process.stdout.write(`Written to ${to}. ${folder} has keys and passwords: back up keys.env.\n`);
}
