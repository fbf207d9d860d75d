/**
 * `node deploy/prepare-stores.ts [--network FILE] [--documents FOLDER]`: what `npm start` does in the stores before it starts the processes, for
 * deployments that start each by itself: migrations, retention, streams with their replicas, an account per process, the first administrator,
 * network and documents. It ends when all is done, and may run again, also while the processes of the same release run.
 */
import { parseArgs } from 'node:util';
import { CONFIGURATION_STATUS } from '#platform/env/config.ts';
import { lineLog } from '#platform/log/log.ts';
import { sayAdministrator } from './accounts.ts';
import { retentionsOf, startConfiguration } from './configuration.ts';
import { output } from './console-output.ts';
import { prepare, readDocuments, readNetworkFile, StartError } from './preparation.ts';
import { storesElsewhere } from './stores.ts';
import { withAccounts } from './tier/make-accounts.ts';

function given(): { readonly network?: string | undefined; readonly documents?: string | undefined } {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ options: { network: text, documents: text } }).values;
  } catch {
    process.stderr.write('node deploy/prepare-stores.ts [--network FILE] [--documents FOLDER]\n');
    process.exit(2);
  }
}

const { network: path, documents } = given();
const config = startConfiguration();
const { CLICKHOUSE_URL, DATABASE_URL, NATS_URL } = config;
const urls = { CLICKHOUSE_URL, DATABASE_URL, NATS_URL };
const missing = Object.keys(urls).filter((name) => !storesElsewhere(config).some((one) => one === name));
if (missing.length > 0) {
  process.stderr.write(
    missing.map((name) => `${name}: expected the address of a store, but it is not set\n`).join(''),
  );
  process.exit(CONFIGURATION_STATUS);
}
const out = output({ timings: config.TELLTALE_TIMINGS });
try {
  const { administrator } = await prepare({
    urls,
    isAsynchronousAccepted: config.POSTGRES_ASYNCHRONOUS,
    natsReplicas: config.NATS_REPLICAS,
    output: out,
    adminPassword: config.TELLTALE_ADMIN_PASSWORD,
    secrets: config,
    retentions: retentionsOf(config),
    demo: undefined,
    network: path === undefined ? undefined : { path, source: readNetworkFile(path) },
    documents: readDocuments(documents),
    log: lineLog((line) => process.stdout.write(line)),
  });
  await withAccounts(config, urls);
  sayAdministrator(out, config, administrator);
  out.say('The stores are prepared.');
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
