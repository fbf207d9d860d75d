import { resolve } from 'node:path';
import { z } from 'zod';
import { configure } from '#platform/env/config.ts';
import { writableFolder } from '#platform/env/path-variables.ts';
import { standard } from '#platform/env/standard.ts';
import {
  addresses,
  columnStoreAddress,
  flagVariable,
  pageAddress,
  databaseAddress,
  port,
  secret,
  integerVariable,
} from '#platform/env/variable.ts';
import { backtestLimits } from '#schemas/limit/backtest.ts';
import { secretVariables } from '#platform/secret/open-secrets.ts';
import { defaultRetentionDays, retentionOf } from '#schemas/limit/retention.ts';
import type { Retention } from '#schemas/table/table.ts';

const LONGEST_DAYS = 3_660;
const days = (usual: number) => integerVariable(1, LONGEST_DAYS, usual);

const MIN_KEY_LENGTH = 32;
/**
 * Passwords of the process accounts in external stores derive from this key; empty: all processes use the account of the URLs.
 */
export const storeAccountsKey = secret('').refine((key) => key === '' || key.length >= MIN_KEY_LENGTH, {
  error: `has at least ${String(MIN_KEY_LENGTH)} characters: \`openssl rand -hex 32\` makes one`,
});

/** Variables of `npm start` itself; each process reads its own variables, which are passed on. */
export const startEnvironment = z.object({
  ...secretVariables,
  TELLTALE_DATA: writableFolder('var'),
  HOST: standard.HOST,
  PORT: standard.PORT,
  /** Address of the console in browsers, which the server checks. */
  PUBLIC_URL: pageAddress(),
  PARTITIONS: standard.PARTITIONS,
  LOG_LEVEL: standard.LOG_LEVEL,
  NETFLOW_PORT: port(2_055),
  IPFIX_PORT: port(4_739),
  SFLOW_PORT: port(6_343),
  /** Of the embedded stores, for other programs on this machine; 0: only their Unix sockets. */
  CLICKHOUSE_PORT: port(0),
  POSTGRES_PORT: port(0),
  NATS_PORT: port(4_222),
  /** External stores; each missing one is started here. */
  CLICKHOUSE_URL: columnStoreAddress(''),
  DATABASE_URL: databaseAddress(''),
  NATS_URL: addresses(['nats', 'tls'], ''),
  /** Copies of each stream and bucket; 0: three when `NATS_URL` names three servers or more, else as they are. */
  NATS_REPLICAS: integerVariable(0, 5, 0),
  /** Whether several servers of PostgreSQL may be used without a synchronous standby. */
  POSTGRES_ASYNCHRONOUS: flagVariable(false),
  STORE_ACCOUNTS_KEY: storeAccountsKey,
  /** Password of the first administrator; generated when empty. */
  TELLTALE_ADMIN_PASSWORD: secret(''),
  /** Retention in days: raw flows and samples, values of 5 minutes, hours and days, alarm events, statistics. */
  RETENTION_RAW_DAYS: days(3),
  // The longest range of a backtest, and today.
  RETENTION_5M_DAYS: days(backtestLimits.maxDays + 1),
  RETENTION_1H_DAYS: days(defaultRetentionDays['1h']),
  RETENTION_1D_DAYS: days(defaultRetentionDays['1d']),
  RETENTION_ALARMS_DAYS: days(1_096),
  RETENTION_STATISTICS_DAYS: days(28),
  DISK_RESERVE_BYTES: standard.DISK_RESERVE_BYTES,
  DISK_WARNING_BYTES: standard.DISK_WARNING_BYTES,
  /** First of the ports of `/metrics`, one per process on loopback (`deploy/prometheus`); 0: any free ones. */
  METRICS_PORT: port(0),
  /** A process that does not respond for so long is killed and restarted. */
  HANG_SECONDS: integerVariable(5, 3_600, 30),
  /** Prints the duration of each step of the start. */
  TELLTALE_TIMINGS: flagVariable(false),
});

/** Retentions by the names in the column lists. */
export const retentionsOf = (config: StartConfiguration): Readonly<Record<Retention, number>> => ({
  raw: config.RETENTION_RAW_DAYS,
  ...retentionOf({
    '5m': config.RETENTION_5M_DAYS,
    '1h': config.RETENTION_1H_DAYS,
    '1d': config.RETENTION_1D_DAYS,
  }),
  alarms: config.RETENTION_ALARMS_DAYS,
  statistics: config.RETENTION_STATISTICS_DAYS,
});

export type StartConfiguration = z.infer<typeof startEnvironment>;

/** Reads the configuration from an environment; invalid values print a line each and end the process. */
export function startConfiguration(env: NodeJS.ProcessEnv = process.env): StartConfiguration {
  // Those of the last start must not count as external stores.
  const config = configure(startEnvironment, env);
  return { ...config, TELLTALE_DATA: resolve(config.TELLTALE_DATA) };
}
