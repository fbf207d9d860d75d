/**
 * `npm run store-accounts -- --nats FILE [--addresses]`: one account per process in each store. Writes the accounts of NATS as
 * a part of its configuration; each start creates or updates those of PostgreSQL and ClickHouse. `--addresses` prints the URLs
 * for processes on other machines.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { serverAddresses } from '#platform/bus/server-addresses.ts';
import { configure } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import { tiers, type Tier } from '#schemas/tier/tier.ts';
import { storeAccountsKey } from './configuration.ts';
import { subjectAccounts } from './tier/subject-accounts.ts';
import { tierPassword, urlsOf } from './tier/tier-accounts.ts';

const USAGE = 'npm run store-accounts -- [--nats FILE] [--addresses]\n';

function given(): { readonly nats?: string | undefined; readonly addresses: boolean } {
  try {
    const options = { nats: { type: 'string' }, addresses: { type: 'boolean', default: false } } as const;
    const { values } = parseArgs({ options });
    if (values.nats !== undefined || values.addresses) return values;
    process.stderr.write(USAGE);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}`);
  }
  process.exit(2);
}

const desired = given();
const { STORE_ACCOUNTS_KEY: key, ...urls } = configure(
  z.object({
    STORE_ACCOUNTS_KEY: storeAccountsKey,
    CLICKHOUSE_URL: standard.CLICKHOUSE_URL,
    DATABASE_URL: standard.DATABASE_URL,
    NATS_URL: standard.NATS_URL,
  }),
);
/** Returns the URLs of a process as lines of an environment file. */
function linesOf(tier: Tier): string {
  const own = urlsOf(tier, { urls, key, only: ['CLICKHOUSE_URL', 'DATABASE_URL', 'NATS_URL'] });
  const lines = Object.entries(own).map(([name, url]) => `${name}=${url}`);
  return `# ${tier}\n${lines.join('\n')}\n`;
}

const { user, pass } = serverAddresses(urls.NATS_URL);
if (key === '')
  process.stderr.write('STORE_ACCOUNTS_KEY: is missing: create one with `openssl rand -hex 32`\n');
else if (user === undefined || pass === undefined)
  process.stderr.write('NATS_URL: has no name and password of the owner in its first address\n');
else {
  if (desired.nats !== undefined) {
    const text = subjectAccounts({ user, password: pass }, (tier) => tierPassword(key, 'NATS_URL', tier));
    writeFileSync(desired.nats, text, { mode: 0o600 });
  }
  if (desired.addresses) process.stdout.write(tiers.map(linesOf).join(''));
}
if (key === '' || user === undefined || pass === undefined) process.exitCode = 1;
