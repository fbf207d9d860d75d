import type { Tier } from '#schemas/tier/tier.ts';
import type { StoreUrls } from '../stores.ts';
import { subjectAccounts } from '../tier/subject-accounts.ts';
import { tierPassword, urlsOf, type StoreName } from '../tier/tier-accounts.ts';
import { natsServers } from './compose-file.ts';
import { plannedTiers, readsVariable } from './tier-plan.ts';

/** Keys and passwords of a deployment; all are letters, digits and the signs of base64, which need no quotes. */
export interface DeploymentSecrets {
  readonly SECRETS_KEY: string;
  readonly STORE_ACCOUNTS_KEY: string;
  readonly TELLTALE_ADMIN_PASSWORD: string;
  /** Of the owner in the stores of the compose file. */
  readonly OWNER_PASSWORD: string;
}

const stores = ['CLICKHOUSE_URL', 'DATABASE_URL', 'NATS_URL'] as const satisfies readonly StoreName[];

/** Addresses of the stores in the compose file, of their owner. */
export const composeUrls = ({ OWNER_PASSWORD: password }: DeploymentSecrets): StoreUrls => ({
  CLICKHOUSE_URL: `http://telltale:${password}@clickhouse:8123/telltale`,
  DATABASE_URL: `postgres://telltale:${password}@postgres:5432/telltale`,
  NATS_URL: natsServers
    .map((name, at) => `nats://${at === 0 ? `telltale:${password}@` : ''}${name}:4222`)
    .join(','),
});

const linesOf = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** What one process may know: its own accounts, and the key of stored secrets if it opens them. */
function linesOfTier(tier: Tier, urls: StoreUrls, secrets: DeploymentSecrets): string {
  const own = urlsOf(tier, { urls, key: secrets.STORE_ACCOUNTS_KEY, only: stores });
  return linesOf(
    Object.fromEntries(
      [...Object.entries(own), ['SECRETS_KEY', secrets.SECRETS_KEY] as const].filter(([name]) =>
        readsVariable(tier, name),
      ),
    ),
  );
}

/** Configuration of the servers of NATS in the compose file. */
const natsConfiguration = ({
  OWNER_PASSWORD: password,
  STORE_ACCOUNTS_KEY: key,
}: DeploymentSecrets): string =>
  `max_payload: 8388608
max_pending: 268435456
jetstream { store_dir: /data }
cluster {
  name: telltale
  listen: 0.0.0.0:6222
  authorization { user: route, password: "${password}" }
  routes: [${natsServers.map((name) => `"nats://route:${password}@${name}:6222"`).join(', ')}]
}
${subjectAccounts({ user: 'telltale', password }, (tier) => tierPassword(key, 'NATS_URL', tier))}`;

/** The files of env/, by name. `urls`: external stores of their owner; undefined: those of the compose file. */
export function secretFiles(
  secrets: DeploymentSecrets,
  urls: StoreUrls | undefined,
): Readonly<Record<string, string>> {
  const { OWNER_PASSWORD, ...keys } = secrets;
  const owner = urls ?? composeUrls(secrets);
  const ofStores =
    urls === undefined
      ? {
          'nats.conf': natsConfiguration(secrets),
          'clickhouse.env': linesOf({
            CLICKHOUSE_DB: 'telltale',
            CLICKHOUSE_USER: 'telltale',
            CLICKHOUSE_PASSWORD: OWNER_PASSWORD,
            CLICKHOUSE_DEFAULT_ACCESS_MANAGEMENT: '1',
          }),
          'postgres.env': linesOf({
            POSTGRES_DB: 'telltale',
            POSTGRES_USER: 'telltale',
            POSTGRES_PASSWORD: OWNER_PASSWORD,
          }),
        }
      : {};
  return {
    ...ofStores,
    'prepare.env': linesOf({ ...owner, ...keys }),
    ...Object.fromEntries(plannedTiers.map((tier) => [`${tier}.env`, linesOfTier(tier, owner, secrets)])),
  };
}
