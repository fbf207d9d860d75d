import { z } from 'zod';
import { diskVariables } from '#platform/disk/stores-disk.ts';
import { tracingVariables } from '#platform/tracing/tracing-variables.ts';
import { networks } from '#platform/env/networks.ts';
import { standard } from '#platform/env/standard.ts';
import { pollVariables } from '#platform/env/poll-variables.ts';
import { name, integerVariable } from '#platform/env/variable.ts';
import { secretVariables } from '#platform/secret/open-secrets.ts';

/** Environment variables of a poller. */
export const pollerEnvironment = z.object({
  NATS_URL: standard.NATS_URL,
  DATABASE_URL: standard.DATABASE_URL,
  PARTITIONS: standard.PARTITIONS,
  HEALTH_PORT: standard.HEALTH_PORT,
  LOG_LEVEL: standard.LOG_LEVEL,
  /** Several pollers share the devices, each under a unique name. */
  POLLER_NAME: name('poller'),
  /** Maximum concurrent polls. */
  POLL_CONCURRENCY: integerVariable(1, 10_000, 256),
  /** Loopback and link-local addresses are not polled, except in these networks. */
  SNMP_ALLOWED_NETWORKS: networks(),
  ...pollVariables,
  /** 32-bit counters that wrap within the polling interval are read between polls, at most this often; 0: never. */
  POLL_MIN_INTERVAL_SECONDS: integerVariable(0, 3_600, 10),
  ...secretVariables,
  ...diskVariables,
  ...tracingVariables,
});
